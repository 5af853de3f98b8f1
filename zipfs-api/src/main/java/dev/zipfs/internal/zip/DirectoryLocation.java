package dev.zipfs.internal.zip;

import java.util.List;

/**
 * Where the central directory is and what the archive says about it.
 *
 * @param start where it starts in the file
 * @param size at most how many bytes it has
 * @param entries how many entries it is said to have
 * @param entriesMask which bits of that number are meaningful: 16 without ZIP64
 * @param bias what to add to the archive's offsets to get the file's: the length of what was put in front
 * @param comment the archive's comment, as it stands there
 * @param remarks what does not fit together, for the user
 */
record DirectoryLocation(
        long start, long size, long entries, long entriesMask, long bias, byte[] comment, List<String> remarks) {}
