package dev.zipfs.internal.view;

import dev.zipfs.spi.DriveView;
import java.util.Arrays;

/**
 * Refuses links to folders that would make a tree endless or too large for a program that walks all of it. Where links
 * are shown as what they lead to, such a program does not know them for links.
 *
 * <p>Refused are first the links to a folder in which they lie themselves; then those that can reach themselves over other
 * links; then those by which a walk would meet more than the given number of nodes in addition to those there are. That
 * number is exact: the walk of a folder meets what really lies below it, and for each link that lies there what the walk
 * of its target meets. Folders are finished from the leaves up, a folder after all it contains or leads to; those that
 * never get their turn hold the circles.
 */
final class FolderLinks {
    /** Takes a link's node and why it is refused. */
    @FunctionalInterface
    interface Refusal {
        void refuse(int node, String reason);
    }

    private final NodeTable nodes;
    private final int[] links;
    private final int[] targets;
    private final long mostShown;

    FolderLinks(NodeTable nodes, int[] links, int[] targets, long mostShown) {
        this.nodes = nodes;
        this.links = links;
        this.targets = targets;
        this.mostShown = mostShown;
    }

    void refuse(Refusal refusal) {
        long[] byTarget = new long[links.length];
        int count = 0;
        for (int i = 0; i < links.length; i++) {
            if (nodes.kinds[links[i]] == NodeTable.LINK_TO_DIRECTORY) {
                if (liesIn(links[i], targets[i])) {
                    refusal.refuse(links[i], "it leads to a folder in which it lies");
                } else {
                    byTarget[count++] = (long) targets[i] << 32 | links[i];
                }
            }
        }
        if (count > 0) {
            byTarget = Arrays.copyOf(byTarget, count);
            Arrays.sort(byTarget);
            new Walk(byTarget, refusal).run();
        }
    }

    private boolean liesIn(int node, int folder) {
        int above = nodes.parent(node);
        // Parents have smaller numbers, so what is below the folder's number cannot lie in it.
        while (above > folder) {
            above = nodes.parent(above);
        }
        return above == folder;
    }

    private final class Walk {
        /** Target and link of each link that is left, ascending. */
        private final long[] byTarget;

        private final Refusal refusal;
        /** How many folders and links to folders lie in each folder that are not finished. */
        private final int[] waiting = new int[nodes.count()];
        /** How many nodes a walk of each folder meets. */
        private final long[] met = new long[nodes.count()];

        private final int[] finished = new int[nodes.count()];
        private int finishedCount;
        private long shownByLinks;

        Walk(long[] byTarget, Refusal refusal) {
            this.byTarget = byTarget;
            this.refusal = refusal;
        }

        void run() {
            for (int node = 1; node < nodes.count(); node++) {
                met[nodes.parent(node)]++;
                if (nodes.kinds[node] == NodeTable.DIRECTORY) {
                    waiting[nodes.parent(node)]++;
                }
            }
            for (long link : byTarget) {
                waiting[nodes.parent((int) link)]++;
            }
            for (int node = 0; node < nodes.count(); node++) {
                if (nodes.kinds[node] == NodeTable.DIRECTORY && waiting[node] == 0) {
                    finished[finishedCount++] = node;
                }
            }
            int next = finish(0);
            boolean[] isFinished = new boolean[nodes.count()];
            for (int i = 0; i < finishedCount; i++) {
                isFinished[finished[i]] = true;
            }
            for (long link : byTarget) {
                if (!isFinished[(int) (link >>> 32)]) {
                    refusal.refuse((int) link, "it leads in a circle");
                    oneLess(nodes.parent((int) link));
                }
            }
            finish(next);
        }

        private int finish(int next) {
            int i = next;
            for (; i < finishedCount; i++) {
                int folder = finished[i];
                int at = Arrays.binarySearch(byTarget, (long) folder << 32);
                for (at = -at - 1; at < byTarget.length && byTarget[at] >>> 32 == folder; at++) {
                    reach((int) byTarget[at], folder);
                }
                if (folder != DriveView.ROOT) {
                    met[nodes.parent(folder)] += met[folder];
                    oneLess(nodes.parent(folder));
                }
            }
            return i;
        }

        private void reach(int link, int folder) {
            if (nodes.kinds[link] != NodeTable.LINK_TO_DIRECTORY) {
                return;
            }
            if (met[folder] > mostShown - shownByLinks) {
                refusal.refuse(link, "the folder it leads to is too large to be shown once more");
            } else {
                shownByLinks += met[folder];
                met[nodes.parent(link)] += met[folder];
            }
            oneLess(nodes.parent(link));
        }

        private void oneLess(int folder) {
            if (--waiting[folder] == 0) {
                finished[finishedCount++] = folder;
            }
        }
    }
}
