/**
 * The Hadoop plugin of λFS: takes the calls of an unmodified HDFS client and brings them to NameNode functions.
 *
 * <p>A call goes plugin → router (which deployment owns the path) → resubmission loop (the one place that retries) →
 * TCP or HTTP transport. Runs on Java 8 and inside other people's JVMs: it logs nothing, starts daemon threads only and
 * may not know the store, the coordinator or any NameNode class. Start reading at
 * {@link io.lambdafs.client.LambdaFailoverProxyProvider}, then {@code ResubmittingCaller}.
 */
package io.lambdafs.client;
