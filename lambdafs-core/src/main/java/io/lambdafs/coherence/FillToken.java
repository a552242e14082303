package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;

/**
 * One read of committed rows that may enter the cache, or of several rows that must belong together.
 *
 * @param number unique within the process
 * @param path what is read: rows on the way to it, its own, its listing
 */
public record FillToken(long number, FsPath path) {}
