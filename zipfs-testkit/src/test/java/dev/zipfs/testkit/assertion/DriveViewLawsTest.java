package dev.zipfs.testkit.assertion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.EntryType;
import dev.zipfs.MountedDrive;
import dev.zipfs.NameRules;
import dev.zipfs.ZipDrive;
import dev.zipfs.spi.DriveView;
import dev.zipfs.testkit.fake.FakeBackend;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.lang.reflect.Proxy;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriveViewLawsTest {
    private static void withView(NameRules rules, UnaryOperator<DriveView> change) throws Exception {
        ArchiveModel model = ArchiveModel.of(
                EntryModel.file("a/b.txt", "b").build(),
                EntryModel.file("c.txt", "c").build());
        try (MountedDrive drive = ZipDrive.builder(InMemoryArchive.of(model))
                .nameRules(rules)
                .backend("fake")
                .mount()) {
            DriveViewLaws.check(change.apply(FakeBackend.mountOf(drive).view()));
        }
    }

    /** A view that answers one question in its own way for each node but the root. */
    private static DriveView broken(DriveView view, String method, Object answer) {
        return (DriveView) Proxy.newProxyInstance(
                DriveView.class.getClassLoader(), new Class<?>[] {DriveView.class}, (proxy, called, arguments) -> {
                    boolean root = arguments != null && arguments[0].equals(DriveView.ROOT);
                    return called.getName().equals(method) && !root ? answer : called.invoke(view, arguments);
                });
    }

    @Test
    void soundViewPasses() throws Exception {
        withView(NameRules.POSIX, view -> view);
        withView(NameRules.WINDOWS, view -> view);
    }

    @ParameterizedTest
    @CsvSource({
        "name, con.txt, device",
        "name, a:b, cannot hold",
        "name, 'a.', dot or space",
        "name, .., reserved",
        "name, a/b, slash",
        "name, xx, copies another",
        "path, elsewhere, another path"
    })
    void wrongNamesAreFound(String method, String answer, String message) {
        assertThatThrownBy(() -> withView(NameRules.WINDOWS, view -> renamed(view, method, answer)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message);
    }

    /** With a name of another length the copied bytes follow, so that the name itself is what is wrong. */
    private static DriveView renamed(DriveView view, String method, String answer) {
        if (method.equals("path") || answer.equals("xx")) {
            return broken(view, method, answer);
        }
        return (DriveView) Proxy.newProxyInstance(
                DriveView.class.getClassLoader(), new Class<?>[] {DriveView.class}, (proxy, called, arguments) -> {
                    boolean root = arguments != null && arguments[0].equals(DriveView.ROOT);
                    if (root) {
                        return called.invoke(view, arguments);
                    }
                    switch (called.getName()) {
                        case "name":
                            return answer;
                        case "nameLength":
                            return answer.length();
                        case "copyName":
                            System.arraycopy(answer.getBytes(), 0, arguments[1], (int) arguments[2], answer.length());
                            return answer.length();
                        default:
                            return called.invoke(view, arguments);
                    }
                });
    }

    @Test
    void wrongAttributesAreFound() {
        assertBroken("permissions", 0644, "mode 644");
        assertBroken("permissions", 0111, "not readable");
        assertBroken("permissions", 0444, "cannot be searched");
        assertBroken("size", -1L, "negative size");
        assertBroken("size", 1L, "folder with a size");
        assertBroken("modifiedNanos", 1_000_000_000, "nanoseconds");
        assertBroken("parent", 77, "another parent");
        assertBroken("type", EntryType.FILE, "no folder");
    }

    private static void assertBroken(String method, Object answer, String message) {
        assertThatThrownBy(() -> withView(NameRules.POSIX, view -> broken(view, method, answer)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message);
        assertThat(FakeBackend.mounted()).isZero();
    }
}
