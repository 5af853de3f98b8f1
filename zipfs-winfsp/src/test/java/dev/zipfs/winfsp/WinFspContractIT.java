package dev.zipfs.winfsp;

import dev.zipfs.spi.DriveBackend;
import dev.zipfs.testkit.contract.DriveBackendContract;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(value = OS.WINDOWS, disabledReason = "WinFsp exists on Windows only; elsewhere LibfuseContractIT runs")
class WinFspContractIT extends DriveBackendContract {
    @Override
    protected DriveBackend backend() {
        return new WinFspBackend();
    }
}
