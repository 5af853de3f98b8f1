package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class FailureLogTest {
    private final List<String> lines = new ArrayList<>();
    private final FailureLog log = new FailureLog((Logger) Proxy.newProxyInstance(
            Logger.class.getClassLoader(), new Class<?>[] {Logger.class}, (proxy, method, arguments) -> {
                lines.add(method.getName() + " " + Arrays.deepToString(arguments));
                return null;
            }));

    private List<String> warnings() {
        return lines.stream().filter(line -> line.startsWith("warn")).toList();
    }

    @Test
    void aCauseIsWarnedOfOnceAndToldInFullAtDebug() {
        for (int i = 0; i < 3; i++) {
            log.log("read", 5, new IOException("entry 'secret.txt': damaged"));
        }
        log.log("open", 5, new IOException("entry 'secret.txt': damaged"));

        assertThat(warnings()).hasSize(2);
        assertThat(lines).filteredOn(line -> line.startsWith("debug")).hasSize(4);
    }

    @Test
    void namesStayAtDebug() {
        log.log("read", 5, new IOException("entry 'secret.txt': damaged"));

        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("IOException")
                .doesNotContain("secret");
    }

    @Test
    void mistakesAreShownWithTheirPlace() {
        log.log("read", 5, new IllegalStateException("a mistake"));

        assertThat(warnings()).singleElement().asString().contains("IllegalStateException");
    }

    @Test
    void endlessNewCausesAreNotRemembered() {
        for (int i = 0; i < 1000; i++) {
            log.log("operation " + i, 5, new IOException());
        }
        assertThat(warnings()).hasSize(100);
    }
}
