package dev.zipfs.internal.zip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.UnsupportedFeatureException;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The jars that decode some methods may be missing: then opening such an entry says which one to add, and all else goes on. */
class MissingJarTest {
    /** Runs in a world without the jars. */
    public static final class Attempt implements Callable<List<String>> {
        @Override
        public List<String> call() throws IOException {
            List<String> told = new ArrayList<>();
            for (int method : new int[] {1, 6, 14, 95, 93, 20}) {
                TinyZip zip = new TinyZip();
                zip.add("x", "abc").raw(method, new byte[] {1, 2, 3});
                zip.add("y", "abc");
                Opened opened = Opened.of(zip);
                try {
                    opened.index.open(0);
                    told.add("opened");
                } catch (UnsupportedFeatureException e) {
                    told.add(e.getMessage());
                }
                opened.content(1);
            }
            for (byte[] sample : new byte[][] {Samples.BZIP2, Samples.DEFLATE64}) {
                Opened.of(sample).content(0);
            }
            return told;
        }
    }

    @Test
    void methodWhoseJarIsMissingSaysWhichOneToAdd() throws Exception {
        List<URL> path = new ArrayList<>();
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!element.matches(".*[/\\\\](xz|zstd-jni|commons-compress)-[^/\\\\]*\\.jar")) {
                path.add(Path.of(element).toUri().toURL());
            }
        }
        List<?> told;
        try (URLClassLoader without =
                new URLClassLoader(path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            Class<?> attempt = without.loadClass(Attempt.class.getName());
            Object made = attempt.getDeclaredConstructor().newInstance();
            told = (List<?>) ((Callable<?>) made).call();
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        }
        assertThat(told).hasSize(6);
        assertThat(told.get(0).toString()).contains("'x'", "shrunk", "org.apache.commons:commons-compress");
        assertThat(told.get(1).toString()).contains("'x'", "imploded", "org.apache.commons:commons-compress");
        assertThat(told.get(2).toString()).contains("'x'", "lzma", "org.tukaani:xz");
        assertThat(told.get(3).toString()).contains("'x'", "xz", "org.tukaani:xz");
        assertThat(told.get(4).toString()).contains("'x'", "zstandard", "com.github.luben:zstd-jni");
        assertThat(told.get(5).toString()).contains("'x'", "zstandard", "com.github.luben:zstd-jni");
    }
}
