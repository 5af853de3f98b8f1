package dev.zipfs.examples.launcher;

/** Entry point of the launcher example. */
public final class Main {
    private Main() {}

    /**
     * Starts the program.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        System.out.println("game launcher");
    }
}
