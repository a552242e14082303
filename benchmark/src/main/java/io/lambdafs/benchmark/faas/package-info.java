/**
 * Measures files for functions: what the calls cost, the personalities of Filebench, SQLite with TPC-C, and writers that do not get in
 * each other's way, on a volume and on a local directory. The blog under rising load is in {@link io.lambdafs.benchmark.web}. The experiments are those of Schleier-Smith and others, "A FaaS File System
 * for Serverless Computing" (2020).
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.faas.FaasBenchmark}.
 */
@NullMarked
package io.lambdafs.benchmark.faas;

import org.jspecify.annotations.NullMarked;
