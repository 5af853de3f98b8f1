package dev.zipfs.spi;

import dev.zipfs.MountOptions.Visibility;
import dev.zipfs.MountPoint;
import java.util.Objects;

/**
 * How a view is to be mounted. Immutable.
 *
 * @since 0.1.0
 */
public final class MountRequest {
    private final MountPoint mountPoint;
    private final String label;
    private final String source;
    private final Visibility visibility;

    private MountRequest(MountPoint mountPoint, String label, String source, Visibility visibility) {
        this.mountPoint = Objects.requireNonNull(mountPoint, "mountPoint");
        this.label = Objects.requireNonNull(label, "label");
        this.source = Objects.requireNonNull(source, "source");
        this.visibility = Objects.requireNonNull(visibility, "visibility");
    }

    /**
     * Makes a request.
     *
     * @param mountPoint where the drive is to appear
     * @param label the volume label; a backend shortens what its driver cannot hold
     * @param source what the mount table shows as the device: the archive's name
     * @param visibility who may use the drive
     * @return the request
     */
    public static MountRequest of(MountPoint mountPoint, String label, String source, Visibility visibility) {
        return new MountRequest(mountPoint, label, source, visibility);
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
     * @return the visibility
     */
    public Visibility visibility() {
        return visibility;
    }
}
