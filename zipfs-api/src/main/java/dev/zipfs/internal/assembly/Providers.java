package dev.zipfs.internal.assembly;

import dev.zipfs.internal.metrics.LateLogger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The implementations of one service that could be loaded, and why the others could not. One broken provider never hides
 * the rest.
 */
final class Providers<T> {
    private static final LateLogger LOG = new LateLogger(Providers.class);

    /** A loader that fails without ever advancing must not hold us for ever. */
    private static final int MAX_FAILURES = 100;

    private final List<T> loaded;
    private final Map<String, String> broken;

    private Providers(List<T> loaded, Map<String, String> broken) {
        this.loaded = loaded;
        this.broken = broken;
    }

    /**
     * Looks where the caller's thread looks for classes and where this library itself was loaded, since plug-in hosts keep
     * the two apart. Where they are one, looking once is enough, and not cheap.
     */
    static <T> Providers<T> installed(Class<T> service) {
        ClassLoader own = Providers.class.getClassLoader();
        ServiceLoader<T> ofThread = ServiceLoader.load(service);
        boolean same = Thread.currentThread().getContextClassLoader() == own;
        return of(ofThread, same ? ofThread : ServiceLoader.load(service, own));
    }

    private static <T> Providers<T> of(ServiceLoader<T> ofThread, ServiceLoader<T> ofLibrary) {
        List<T> loaded = new ArrayList<>();
        Map<String, String> broken = new LinkedHashMap<>();
        Set<String> seen = new HashSet<>();
        collect(ofThread, loaded, broken, seen);
        if (ofLibrary != ofThread) {
            collect(ofLibrary, loaded, broken, seen);
        }
        return new Providers<>(List.copyOf(loaded), broken);
    }

    List<T> loaded() {
        return loaded;
    }

    /** By class name, or by a number where not even that is known, the reason. */
    Map<String, String> broken() {
        return broken;
    }

    private static <T> void collect(
            ServiceLoader<T> loader, List<T> loaded, Map<String, String> broken, Set<String> seen) {
        // A class where a stream or a lambda would do: every drive starts here, and a fresh JVM's first ones are slow.
        Spliterator<ServiceLoader.Provider<T>> providers = loader.stream().spliterator();
        Next<T> next = new Next<>();
        for (int failures = 0; failures < MAX_FAILURES; ) {
            String name = "provider " + (broken.size() + 1);
            try {
                if (!providers.tryAdvance(next)) {
                    return;
                }
                ServiceLoader.Provider<T> provider = next.taken();
                name = provider.type().getName();
                if (seen.add(name)) {
                    loaded.add(provider.get());
                }
            } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
                failures++;
                String reason = reason(e);
                if (!broken.containsValue(reason)) {
                    broken.put(name, reason);
                    LOG.get().warn("a provider could not be loaded: {}: {}", name, reason);
                }
            }
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; depth < 10 && cause.getCause() != null; depth++) {
            cause = cause.getCause();
        }
        return cause == failure ? failure.toString() : failure.getMessage() + ": " + cause;
    }

    /** Holds what a spliterator gave. */
    private static final class Next<T> implements Consumer<ServiceLoader.Provider<T>> {
        private ServiceLoader.@Nullable Provider<T> provider;

        @Override
        public void accept(ServiceLoader.Provider<T> given) {
            provider = given;
        }

        ServiceLoader.Provider<T> taken() {
            return Objects.requireNonNull(provider);
        }
    }
}
