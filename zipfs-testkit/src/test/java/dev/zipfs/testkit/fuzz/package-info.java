/**
 * Fuzz targets: hostile bytes in, laws checked. Start with {@link dev.zipfs.testkit.fuzz.FuzzTarget}; how to run one is in
 * {@code .github/CONTRIBUTING.md}.
 */
package dev.zipfs.testkit.fuzz;
