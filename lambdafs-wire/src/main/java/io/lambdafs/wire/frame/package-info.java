/**
 * What travels over a TCP connection between a NameNode instance and a client, in both directions.
 *
 * <p>The instance connects, proves itself with a {@link io.lambdafs.wire.frame.Hello} and from then on answers requests.
 * Requests and responses are the bytes of envelopes, cut into {@link io.lambdafs.wire.frame.MessagePart}s, so that a
 * large answer needs no large buffer. An instance that is about to rest says {@link io.lambdafs.wire.frame.Goodbye}.
 *
 * <p>Knows bytes only: no socket and no networking library. Start reading at {@link io.lambdafs.wire.frame.FrameCodec}.
 */
package io.lambdafs.wire.frame;
