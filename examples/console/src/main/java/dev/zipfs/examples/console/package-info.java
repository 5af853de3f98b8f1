/**
 * What the command line programs among the examples share: text that is safe on a terminal, JSON, the process's streams, exit
 * codes. Start with {@link dev.zipfs.examples.console.Streams}. Nothing here knows of archives. Not thread-safe unless it says so.
 */
package dev.zipfs.examples.console;
