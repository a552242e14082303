package io.lambdafs.benchmark.cost;

/**
 * What a run cost, in dollars, by each way to reckon. The first three exclude each other; the rest comes on top of any of them.
 *
 * @param payPerUse function instances while they execute requests, and a fee for each call by HTTP
 * @param simplified function instances while they are there
 * @param serverful servers for the whole run
 * @param store the metadata store's CPU
 * @param platform CPU of platform and coordinator
 * @param gateway a gateway for calls by HTTP
 */
public record Bill(
        double payPerUse, double simplified, double serverful, double store, double platform, double gateway) {}
