package dev.zipfs.examples.cli;

/** Entry point of the command line tool. */
public final class Main {
    private Main() {}

    /**
     * Starts the program.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        System.out.println("zipdrive");
    }
}
