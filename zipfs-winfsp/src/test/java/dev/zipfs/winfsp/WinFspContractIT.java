package dev.zipfs.winfsp;

import dev.zipfs.spi.DriveBackend;
import dev.zipfs.testkit.contract.DriveBackendContract;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.WINDOWS)
class WinFspContractIT extends DriveBackendContract {
    @Override
    protected DriveBackend backend() {
        return new WinFspBackend();
    }
}
