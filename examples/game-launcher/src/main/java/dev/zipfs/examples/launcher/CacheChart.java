package dev.zipfs.examples.launcher;

import dev.zipfs.DriveStatistics;
import dev.zipfs.DriveStatistics.Metric;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import javax.swing.JComponent;
import javax.swing.UIManager;

/** The last minute of a drive: how much programs read, how much of it had to be decoded, how full the memory of its cache is. */
final class CacheChart extends JComponent {
    /** What was done between two looks, in bytes, and what is held. */
    private record Sample(long served, long decoded, long memory) {}

    private static final int SAMPLES = 120;
    private static final Color SERVED = new Color(0x1F6FEB);
    private static final Color DECODED = new Color(0xD9730D);
    private static final Color MEMORY = new Color(0x2DA44E);
    private static final int MARGIN = 12;
    private static final long serialVersionUID = 1;

    private final transient Deque<Sample> samples = new ArrayDeque<>();
    private transient DriveStatistics last = DriveStatistics.of(Map.of());

    CacheChart() {
        setPreferredSize(new Dimension(480, 220));
        setMinimumSize(new Dimension(240, 140));
    }

    /** Takes the next sample. */
    void add(DriveStatistics now) {
        // Another drive than before starts at zero.
        DriveStatistics before = now.get(Metric.READS) < last.get(Metric.READS) ? DriveStatistics.of(Map.of()) : last;
        samples.add(new Sample(
                now.get(Metric.BYTES_SERVED) - before.get(Metric.BYTES_SERVED),
                now.get(Metric.BYTES_DECODED) - before.get(Metric.BYTES_DECODED),
                now.get(Metric.MEMORY_BYTES)));
        if (samples.size() > SAMPLES) {
            samples.remove();
        }
        last = now;
        repaint();
    }

    /** Forgets what another drive did. */
    void clear(DriveStatistics start) {
        samples.clear();
        last = start;
        repaint();
    }

    int count() {
        return samples.size();
    }

    @Override
    protected void paintComponent(Graphics graphics) {
        Graphics2D g = (Graphics2D) graphics.create();
        try {
            g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            g.setFont(UIManager.getFont("Label.font"));
            paintChart(g);
        } finally {
            g.dispose();
        }
    }

    private void paintChart(Graphics2D g) {
        FontMetrics text = g.getFontMetrics();
        int line = text.getHeight();
        int top = MARGIN + line;
        int bottom = getHeight() - MARGIN - line;
        g.setColor(UIManager.getColor("Panel.background"));
        g.fillRect(0, 0, getWidth(), getHeight());
        g.setColor(UIManager.getColor("Separator.foreground"));
        for (int i = 0; i <= 4; i++) {
            int y = top + (bottom - top) * i / 4;
            g.drawLine(MARGIN, y, getWidth() - MARGIN, y);
        }
        double flow = Math.max(
                1 << 20,
                samples.stream()
                        .mapToLong(s -> Math.max(s.served, s.decoded))
                        .max()
                        .orElse(0));
        double held = Math.max(1 << 20, last.get(Metric.PEAK_MEMORY_BYTES));
        curve(g, MEMORY, top, bottom, s -> s.memory / held);
        curve(g, DECODED, top, bottom, s -> s.decoded / flow);
        curve(g, SERVED, top, bottom, s -> s.served / flow);

        int x = MARGIN;
        x = legend(g, text, SERVED, "read " + mebibytes(last.get(Metric.BYTES_SERVED)), x);
        x = legend(g, text, DECODED, "decoded " + mebibytes(last.get(Metric.BYTES_DECODED)), x);
        legend(g, text, MEMORY, "in memory " + mebibytes(last.get(Metric.MEMORY_BYTES)), x);
        String scale = mebibytes(Math.round(flow * 1000 / LauncherWindow.LOOK_EVERY_MS)) + "/s";
        g.drawString(scale, getWidth() - MARGIN - text.stringWidth(scale), MARGIN + text.getAscent() - 2);
        long hits = last.get(Metric.MEMORY_HITS) + last.get(Metric.DISK_HITS);
        long asked = hits + last.get(Metric.MISSES);
        g.setColor(UIManager.getColor("Label.foreground"));
        g.drawString(
                asked == 0 ? "nothing read yet" : 100 * hits / asked + " % of blocks were in the cache",
                MARGIN,
                getHeight() - MARGIN);
    }

    private static int legend(Graphics2D g, FontMetrics text, Color color, String label, int x) {
        int size = text.getAscent() - 2;
        g.setColor(color);
        g.fillRoundRect(x, MARGIN, size, size, 4, 4);
        g.setColor(UIManager.getColor("Label.foreground"));
        g.drawString(label, x + size + 6, MARGIN + size);
        return x + size + 6 + text.stringWidth(label) + 18;
    }

    private void curve(Graphics2D g, Color color, int top, int bottom, ToDoubleFunction<Sample> height) {
        if (samples.isEmpty()) {
            return;
        }
        double step = (getWidth() - 2.0 * MARGIN) / (SAMPLES - 1);
        double x = getWidth() - MARGIN - step * (samples.size() - 1);
        double start = x;
        Path2D path = new Path2D.Double();
        for (Sample sample : samples) {
            double y = bottom - (bottom - top) * Math.min(1, height.applyAsDouble(sample));
            if (path.getCurrentPoint() == null) {
                path.moveTo(x, y);
            } else {
                path.lineTo(x, y);
            }
            x += step;
        }
        g.setColor(color);
        g.setStroke(new BasicStroke(2));
        g.draw(path);
        path.lineTo(x - step, bottom);
        path.lineTo(start, bottom);
        path.closePath();
        g.setColor(new Color(color.getRed(), color.getGreen(), color.getBlue(), 28));
        g.fill(path);
    }

    private static String mebibytes(long bytes) {
        return String.format("%.1f MiB", bytes / 1048576.0);
    }
}
