package io.lambdafs.benchmark.compare;

/** What is compared: some work, done by so many callers. */
record Cell(String work, int callers) {}
