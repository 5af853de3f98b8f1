package dev.zipfs.examples.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The command line as it was typed. A JVM decodes it with the locale's encoding, so in a container or a cron job, where
 * the locale is C, every letter beyond ASCII is lost and entries with such names could not be asked for. Linux keeps the
 * bytes.
 */
public final class Arguments {
    private static final char LOST = '\uFFFD';

    private Arguments() {}

    /**
     * Decodes the command line again as UTF-8 where the JVM has lost letters of it.
     *
     * @param args what the JVM gave
     * @return the arguments, as typed where that can be found out
     */
    public static String[] asTyped(String[] args) {
        if (Arrays.stream(args).noneMatch(arg -> arg.indexOf(LOST) >= 0)) {
            return args;
        }
        try {
            return recover(args, Files.readAllBytes(Path.of("/proc/self/cmdline")));
        } catch (IOException noSuchSystem) {
            return args;
        }
    }

    /**
     * Takes the last arguments of a process's command line in place of those that a JVM could not decode.
     *
     * @param args what the JVM gave
     * @param commandLine every argument of the process, each ended by NUL
     * @return the arguments; those given where the command line does not match them
     */
    public static String[] recover(String[] args, byte[] commandLine) {
        List<String> all = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < commandLine.length; i++) {
            if (commandLine[i] == 0) {
                all.add(new String(commandLine, start, i - start, StandardCharsets.UTF_8));
                start = i + 1;
            }
        }
        if (all.size() < args.length) {
            return args;
        }
        String[] typed = all.subList(all.size() - args.length, all.size()).toArray(String[]::new);
        for (int i = 0; i < args.length; i++) {
            if (args[i].indexOf(LOST) < 0 && !args[i].equals(typed[i])) {
                return args;
            }
        }
        return typed;
    }
}
