/**
 * Starts a program that lies in an archive, without unpacking it. {@link dev.zipfs.examples.launcher.Main} is the whole
 * launcher; {@link dev.zipfs.examples.launcher.Snippets} holds the further examples of the README.
 */
package dev.zipfs.examples.launcher;
