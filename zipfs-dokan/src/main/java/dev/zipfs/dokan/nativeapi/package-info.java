/**
 * Dokan 2's user-mode interface as far as a read-only drive needs it: one C struct or header a class, under its C name.
 * Structs are not objects but places in native memory: each class holds the sizes and offsets of its struct and reads and
 * writes fields at an address, so that answering a request allocates nothing. Start with
 * {@link dev.zipfs.dokan.nativeapi.Dokan2}.
 *
 * <p>Layouts are those of 64-bit Windows (x64 and ARM64 alike), the same from Dokany 2.0.0 to 2.3.1. Widths are fixed: LONG,
 * ULONG, DWORD, BOOL and NTSTATUS are an {@code int}, USHORT and WCHAR a {@code short}, BOOLEAN and UCHAR a {@code byte},
 * pointers a {@code long}. JNA's types that follow the platform's C compiler (NativeLong, WString, char) are not used.
 */
@NullMarked
package dev.zipfs.dokan.nativeapi;

import org.jspecify.annotations.NullMarked;
