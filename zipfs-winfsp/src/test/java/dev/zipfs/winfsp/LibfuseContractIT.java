package dev.zipfs.winfsp;

import dev.zipfs.spi.DriveBackend;
import dev.zipfs.testkit.contract.DriveBackendContract;

class LibfuseContractIT extends DriveBackendContract {
    @Override
    protected DriveBackend backend() {
        return new LibfuseBackend();
    }
}
