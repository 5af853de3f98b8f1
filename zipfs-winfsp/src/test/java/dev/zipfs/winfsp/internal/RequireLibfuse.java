package dev.zipfs.winfsp.internal;

import dev.zipfs.testkit.RequiredDrivers;
import dev.zipfs.winfsp.LibfuseBackend;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips tests where there is no libfuse; fails them there if {@code -Dzipfs.it.require} lists it. */
final class RequireLibfuse implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        RequiredDrivers.assume("libfuse", new LibfuseBackend().availability());
    }
}
