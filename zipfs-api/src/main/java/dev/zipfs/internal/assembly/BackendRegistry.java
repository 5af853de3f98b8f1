package dev.zipfs.internal.assembly;

import dev.zipfs.MountException;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the backend that is to serve a drive among those that are installed. */
final class BackendRegistry {
    private static final String HOW_TO_INSTALL =
            "add zipfs-winfsp or zipfs-dokan to the class path, or open the archive in-process with ZipDrive.open";

    private final List<DriveBackend> backends;
    private final Map<String, String> broken;

    private BackendRegistry(Providers<DriveBackend> providers) {
        this.backends = new ArrayList<>(providers.loaded());
        this.backends.sort(
                Comparator.comparingInt(DriveBackend::priority).reversed().thenComparing(DriveBackend::id));
        this.broken = providers.broken();
    }

    static BackendRegistry installed() {
        return new BackendRegistry(Providers.installed(DriveBackend.class));
    }

    /** What {@link dev.zipfs.ZipDrive#drivers()} shows. */
    Map<String, Availability> availabilities() {
        Map<String, Availability> answers = new LinkedHashMap<>();
        for (DriveBackend backend : backends) {
            answers.putIfAbsent(backend.id(), backend.availability());
        }
        broken.forEach((name, reason) ->
                answers.put(name, Availability.unavailable("the provider could not be loaded: " + reason, "")));
        return answers;
    }

    /** Lets those that may be chosen load what takes long. */
    void warmUp(Optional<String> id) {
        for (DriveBackend backend : backends) {
            if (id.isEmpty() || id.get().equals(backend.id())) {
                backend.warmUp();
            }
        }
    }

    /**
     * The backend of that id, or without one the first that is available.
     *
     * @throws MountException {@link MountException.Reason#NO_DRIVER} with every backend's reason and advice
     */
    DriveBackend select(Optional<String> id) throws MountException {
        List<String> reasons = new ArrayList<>();
        for (DriveBackend backend : backends) {
            if (id.isPresent() && !id.get().equals(backend.id())) {
                continue;
            }
            Availability availability = backend.availability();
            if (availability.available()) {
                return backend;
            }
            reasons.add(backend.id() + ": " + availability.reason()
                    + (availability.advice().isEmpty() ? "" : " (" + availability.advice() + ")"));
        }
        if (id.isPresent() && reasons.isEmpty()) {
            List<String> known = backends.stream().map(DriveBackend::id).toList();
            reasons.add("there is no backend '" + id.get() + "', only " + known);
        } else if (reasons.isEmpty()) {
            reasons.add("no backend is installed; " + HOW_TO_INSTALL);
        }
        broken.forEach((name, reason) -> reasons.add(name + " could not be loaded: " + reason));
        throw new MountException(
                MountException.Reason.NO_DRIVER, "no driver can mount here: " + String.join("; ", reasons));
    }
}
