package dev.zipfs.winfsp.internal;

import jnr.ffi.annotations.In;
import jnr.ffi.types.intptr_t;

/**
 * What glibc's linker can tell.
 *
 * <p>Public because the class that jnr generates must see it.
 */
public interface DynamicLinker {
    @intptr_t
    long dlopen(@In byte[] name, int flags);

    @intptr_t
    long dlvsym(@intptr_t long library, @In byte[] symbol, @In byte[] version);
}
