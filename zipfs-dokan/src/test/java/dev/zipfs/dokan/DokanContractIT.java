package dev.zipfs.dokan;

import dev.zipfs.spi.DriveBackend;
import dev.zipfs.testkit.contract.DriveBackendContract;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The driver itself. */
@EnabledOnOs(value = OS.WINDOWS, disabledReason = "Dokan exists on Windows only; elsewhere DokanDoubleContractIT runs")
class DokanContractIT extends DriveBackendContract {
    @Override
    protected DriveBackend backend() {
        return new DokanBackend();
    }
}
