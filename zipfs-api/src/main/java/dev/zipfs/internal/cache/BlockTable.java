package dev.zipfs.internal.cache;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one entry by number: a hash table whose chains run through the blocks themselves, so that looking one up makes
 * no {@code Integer}, and an entry of one block costs next to nothing. Guarded by the cache's lock.
 */
final class BlockTable {
    private @Nullable Block[] heads = new Block[1];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    @Nullable
    Block get(int number) {
        Block block = heads[number & heads.length - 1];
        while (block != null && block.number() != number) {
            block = block.next;
        }
        return block;
    }

    /** Adds a block whose number is not in the table. */
    void add(Block block) {
        if (size == heads.length) {
            List<Block> all = all();
            heads = new Block[heads.length * 2];
            for (Block each : all) {
                link(each);
            }
        }
        link(block);
        size++;
    }

    private void link(Block block) {
        int place = block.number() & heads.length - 1;
        block.next = heads[place];
        heads[place] = block;
    }

    /** Tells whether this very block was in the table. */
    boolean remove(Block gone) {
        int place = gone.number() & heads.length - 1;
        Block before = null;
        for (Block block = heads[place]; block != null; before = block, block = block.next) {
            if (block == gone) {
                if (before == null) {
                    heads[place] = block.next;
                } else {
                    before.next = block.next;
                }
                block.next = null;
                size--;
                return true;
            }
        }
        return false;
    }

    /** A copy, which stays as it is while blocks come and go. */
    List<Block> all() {
        List<Block> all = new ArrayList<>(size);
        for (Block head : heads) {
            for (Block block = head; block != null; block = block.next) {
                all.add(block);
            }
        }
        return all;
    }
}
