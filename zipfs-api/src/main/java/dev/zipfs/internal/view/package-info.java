/**
 * Turns an index into the tree a drive shows: folders made, names legal, twins settled, links contained. Start with
 * {@link dev.zipfs.internal.view.TreeBuilder}, which states the rules, then
 * {@link dev.zipfs.internal.view.ArchiveView}, which serves what it built. The nodes are numbers into columns
 * ({@code NodeTable}), found by a hash table ({@code NameSlots}); no object exists for each of them.
 *
 * <p>A tree is built by one thread at a time, see {@link dev.zipfs.internal.view.EarlyTree} for when; the finished view may be used by
 * many.
 */
@NullMarked
package dev.zipfs.internal.view;

import org.jspecify.annotations.NullMarked;
