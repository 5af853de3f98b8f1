package dev.zipfs.spi;

import dev.zipfs.MountPoint;
import java.util.Objects;

/**
 * How a view is to be mounted. Immutable.
 *
 * @since 0.1.0
 */
public final class MountRequest {
    /** Who may use a drive. */
    public enum Audience {
        /** The user who mounts it, and where the driver allows it nobody else. */
        OWNER,
        /** Every user of the machine. */
        EVERYONE
    }

    private final MountPoint mountPoint;
    private final String label;
    private final String source;
    private final Audience audience;

    private MountRequest(MountPoint mountPoint, String label, String source, Audience audience) {
        this.mountPoint = Objects.requireNonNull(mountPoint, "mountPoint");
        this.label = Objects.requireNonNull(label, "label");
        this.source = Objects.requireNonNull(source, "source");
        this.audience = Objects.requireNonNull(audience, "audience");
    }

    /**
     * Makes a request.
     *
     * @param mountPoint where the drive is to appear
     * @param label the volume label; a backend shortens what its driver cannot hold
     * @param source what the mount table shows as the device: the archive's name
     * @param audience who may use the drive
     * @return the request
     */
    public static MountRequest of(MountPoint mountPoint, String label, String source, Audience audience) {
        return new MountRequest(mountPoint, label, source, audience);
    }

    /**
     * Where the drive is to appear.
     *
     * @return the mount point
     */
    public MountPoint mountPoint() {
        return mountPoint;
    }

    /**
     * The volume label.
     *
     * @return the label, as the user gave it
     */
    public String label() {
        return label;
    }

    /**
     * What the mount table shows as the device.
     *
     * @return the archive's name
     */
    public String source() {
        return source;
    }

    /**
     * Who may use the drive.
     *
     * @return the audience
     */
    public Audience audience() {
        return audience;
    }
}
