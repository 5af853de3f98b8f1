package dev.zipfs.examples.policy;

/** Entry point of the cache policy example. */
public final class Main {
    private Main() {}

    /**
     * Starts the program.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        System.out.println("custom cache policy");
    }
}
