/**
 * Keeps decoded bytes so that each is decoded as rarely as the budgets allow. Start with
 * {@link dev.zipfs.internal.cache.BlockCache}, then {@code SharedEntry} (who decodes what, and who waits for whom) and
 * {@code BlockStore} (the two tiers).
 *
 * <p>One lock per cache guards all bookkeeping. Decoding, disk I/O, copying to readers and calls to listeners happen outside it;
 * calls to the policy inside it.
 */
@NullMarked
package dev.zipfs.internal.cache;

import org.jspecify.annotations.NullMarked;
