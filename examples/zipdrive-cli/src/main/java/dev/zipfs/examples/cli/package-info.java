/**
 * The command line tool {@code zipdrive}: mounts an archive, lists it, reads from it, checks it. Start with
 * {@link dev.zipfs.examples.cli.Main}; one class per command, each a short use of the public API.
 */
package dev.zipfs.examples.cli;
