package dev.zipfs.winfsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.zipfs.MountException;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.RequiredDrivers;
import dev.zipfs.testkit.contract.DriveBackendContract;
import dev.zipfs.testkit.fake.MemoryView;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The laws for which other programs must see the drive: a backend that breaks them is rejected by just those. */
class WrongLibfuseIT {
    private static final Set<String> CHANGED = Set.of("big.bin", "deep.txt");

    @Test
    @Timeout(240)
    void wrongBytesAndProgramsThatDoNotRunAreNoticed() {
        RequiredDrivers.assume("libfuse", new LibfuseBackend().availability());

        Set<String> failed =
                EngineTestKit.engine("junit-jupiter")
                        .selectors(selectClass(Subject.class))
                        .execute()
                        .testEvents()
                        .failed()
                        .stream()
                        .map(event -> (MethodSource)
                                event.getTestDescriptor().getSource().orElseThrow())
                        .map(MethodSource::getMethodName)
                        .collect(Collectors.toSet());

        assertThat(failed)
                .containsExactlyInAnyOrder(
                        "otherProgramsMapFiles", "programsRunFromTheDrive", "copiesEqualTheOriginal");
    }

    static class Subject extends DriveBackendContract {
        @Override
        protected DriveBackend backend() {
            return new Wrong();
        }
    }

    private static final class Wrong implements DriveBackend {
        private final DriveBackend sound = new LibfuseBackend();

        @Override
        public String id() {
            return sound.id();
        }

        @Override
        public Availability availability() {
            return sound.availability();
        }

        @Override
        public DriveMount mount(DriveView view, MountRequest request) throws MountException {
            return sound.mount(wrong(view), request);
        }

        private static DriveView wrong(DriveView view) {
            return (DriveView) Proxy.newProxyInstance(
                    DriveView.class.getClassLoader(), new Class<?>[] {DriveView.class}, (proxy, method, arguments) -> {
                        String about = method.getName();
                        if (about.equals("open") && CHANGED.contains(view.name((int) arguments[0]))) {
                            return zeros(view.open((int) arguments[0]));
                        }
                        if (about.equals("permissions")
                                && view.name((int) arguments[0]).equals("echo")) {
                            return 0444;
                        }
                        try {
                            return method.invoke(view, arguments);
                        } catch (InvocationTargetException failure) {
                            throw failure.getCause();
                        }
                    });
        }

        private static OpenFile zeros(OpenFile file) {
            byte[] zeros = new byte[(int) file.size()];
            file.close();
            return new MemoryView.Bytes(zeros);
        }
    }
}
