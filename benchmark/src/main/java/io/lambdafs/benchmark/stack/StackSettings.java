package io.lambdafs.benchmark.stack;

import java.nio.file.Path;

/**
 * What a program needs to start stacks.
 *
 * @param home the checkout
 * @param work a directory for the data of stacks and for temporary files; the program that made it removes it
 */
public record StackSettings(Path home, Path work) {}
