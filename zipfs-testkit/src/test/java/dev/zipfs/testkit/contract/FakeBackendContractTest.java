package dev.zipfs.testkit.contract;

import dev.zipfs.spi.DriveBackend;
import dev.zipfs.testkit.fake.FakeBackend;
import java.nio.file.Path;

/** All that needs no program to look at the drive. */
class FakeBackendContractTest extends DriveBackendContract {
    @Override
    protected DriveBackend backend() {
        return new FakeBackend();
    }

    @Override
    protected DriveAccess access(Path root) {
        return new FakeAccess(FakeBackend.mountAt(root));
    }

    @Override
    protected boolean unmountFromOutside(Path root) {
        FakeBackend.mountAt(root).unmountFromOutside();
        return true;
    }
}
