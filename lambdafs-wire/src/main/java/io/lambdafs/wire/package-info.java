/**
 * What a client and a NameNode must agree on: path syntax, the partition function, the envelopes of requests and
 * responses, and the error codes.
 *
 * <p>Runs on Java 8, because clients of Hadoop 3.3 still do, and depends on nothing; {@code io.lambdafs.wire.kryonet} alone
 * knows KryoNet, which users of that package bring along. It may not know Hadoop, another transport or a store. Start reading at {@link io.lambdafs.wire.RequestEnvelope}.
 */
package io.lambdafs.wire;
