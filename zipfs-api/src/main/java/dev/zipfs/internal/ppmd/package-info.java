/**
 * The decoder of PPMd, variant I revision 1, which ZIP has as method 98 (APPNOTE 6.3.10 §5.10). Start with {@link
 * dev.zipfs.internal.ppmd.PpmdDecoder}. Decoders are used by one thread at a time.
 *
 * <p>PPMd is Dmitry Shkarin's, who put it into the public domain, as Igor Pavlov did with what 7-Zip makes of it. What a
 * decoder must do follows from the encoder's smallest detail, down to where a block of memory lies and when there is none
 * left: so the classes here are the same machine, part by part, and what they do looks the way it does for that reason.
 */
@NullMarked
package dev.zipfs.internal.ppmd;

import org.jspecify.annotations.NullMarked;
