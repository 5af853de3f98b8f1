package dev.zipfs.modulepath;

import dev.zipfs.EntryType;
import dev.zipfs.MountOptions;
import dev.zipfs.MountPoint;
import dev.zipfs.NameRules;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * A program that finds the backend as a module and mounts an empty drive with it. In a package of its own: those of the module
 * belong to the module.
 */
public final class OnModulePath {
    private OnModulePath() {}

    /** Prints the module that the backend came from, and how many files the drive shows. */
    public static void main(String[] args) throws Exception {
        DriveView view = (DriveView) Proxy.newProxyInstance(
                OnModulePath.class.getClassLoader(),
                new Class<?>[] {DriveView.class},
                (self, method, arguments) -> answer(method, arguments));
        for (DriveBackend backend : ServiceLoader.load(DriveBackend.class)) {
            DriveMount mount = backend.mount(
                    view,
                    MountRequest.of(
                            MountPoint.directory(Path.of(args[0])), "empty", "none", MountOptions.Visibility.OWNER));
            String[] files = new File(args[0]).list();
            mount.unmountForcibly();
            System.out.println(backend.getClass().getModule() + ", " + (files == null ? -1 : files.length) + " files");
        }
    }

    /** A view with nothing but its top folder. */
    private static Object answer(Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "nameRules" -> NameRules.WINDOWS;
            case "nodeCount" -> 1;
            case "lookup" -> arguments[0].equals("") || arguments[0].equals("/") ? DriveView.ROOT : DriveView.NONE;
            case "type" -> EntryType.DIRECTORY;
            case "path", "name" -> "";
            case "childCount", "modifiedNanos" -> 0;
            case "size", "totalSize", "modifiedSeconds" -> 0L;
            default -> throw new IllegalStateException(method.getName());
        };
    }
}
