package dev.zipfs.dokan.internal;

import dev.zipfs.dokan.DokanBackend;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.testkit.contract.DriveBackendContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The backend as users find it, with the double in place of the driver. */
class DokanDoubleContractIT extends DriveBackendContract {
    @RegisterExtension
    static final TestDrives drives = new TestDrives();

    private static String before;

    @BeforeAll
    static void nameTheDouble() {
        before = System.getProperty(LibrarySearch.LIBRARY, "");
        System.setProperty(LibrarySearch.LIBRARY, DokanDouble.library().toString());
    }

    @AfterAll
    static void forgetTheDouble() {
        System.setProperty(LibrarySearch.LIBRARY, before);
    }

    /** Reads that fail fail after Cleanup too, which the double takes for a fault of ours unless it is told. */
    @BeforeEach
    void expectFailuresAfterCleanup(TestInfo test) {
        if (test.getTestMethod().orElseThrow().getName().startsWith("failuresOf")) {
            drives.set("paging_after_cleanup", 0);
        }
    }

    @Override
    protected DriveBackend backend() {
        return new DokanBackend();
    }

    @Override
    protected String requiredAs() {
        return DokanDouble.NAME;
    }
}
