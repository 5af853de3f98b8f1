/**
 * Wires the flow from archive bytes to a drive. Start with {@link dev.zipfs.internal.assembly.DriveAssembly}.
 */
@NullMarked
package dev.zipfs.internal.assembly;

import org.jspecify.annotations.NullMarked;
