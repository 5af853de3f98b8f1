package dev.zipfs.winfsp.internal;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zipfs.spi.Availability;
import dev.zipfs.winfsp.LibfuseBackend;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips tests where there is no libfuse; fails them there if {@code -Dzipfs.it.require=libfuse} says that it must be. */
final class RequireLibfuse implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        Availability availability = new LibfuseBackend().availability();
        if (!availability.available() && "libfuse".equals(System.getProperty("zipfs.it.require"))) {
            fail("libfuse is required: " + availability.reason());
        }
        assumeTrue(availability.available(), availability::reason);
    }
}
