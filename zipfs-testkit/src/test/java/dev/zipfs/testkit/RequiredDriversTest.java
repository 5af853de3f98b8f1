package dev.zipfs.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.spi.Availability;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class RequiredDriversTest {
    private static final Availability MISSING = Availability.unavailable("no such thing", "");

    private String before;

    @BeforeEach
    void remember() {
        before = System.getProperty(RequiredDrivers.PROPERTY, "");
    }

    @AfterEach
    void restore() {
        System.setProperty(RequiredDrivers.PROPERTY, before);
    }

    @Test
    void aListRequiresEachOfItsNames() {
        System.setProperty(RequiredDrivers.PROPERTY, "one, two,three");

        assertThat(RequiredDrivers.isRequired("one")).isTrue();
        assertThat(RequiredDrivers.isRequired("two")).isTrue();
        assertThat(RequiredDrivers.isRequired("three")).isTrue();
        assertThat(RequiredDrivers.isRequired("four")).isFalse();
        assertThat(RequiredDrivers.isRequired("one, two")).isFalse();
    }

    @Test
    void aMissingDriverSkipsTheTest() {
        System.setProperty(RequiredDrivers.PROPERTY, "other");

        assertThatThrownBy(() -> RequiredDrivers.assume("one", MISSING))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("no such thing");
        assertThatThrownBy(() -> RequiredDrivers.assume("one", null)).isInstanceOf(TestAbortedException.class);
    }

    @Test
    void aMissingDriverThatIsRequiredFailsTheTest() {
        System.setProperty(RequiredDrivers.PROPERTY, "other,one");

        assertThatThrownBy(() -> RequiredDrivers.assume("one", MISSING))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("no such thing");
    }

    @Test
    void aDriverThatIsThereLetsTheTestGoOn() {
        System.setProperty(RequiredDrivers.PROPERTY, "one");

        assertThatCode(() -> RequiredDrivers.assume("one", Availability.available("1")))
                .doesNotThrowAnyException();
    }
}
