package io.lambdafs.deployment;

import io.lambdafs.wire.Caller;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;

/** What a NameNode function is asked in an invocation. */
final class Requests {
    private static final Duration BOUND = Duration.ofSeconds(30);

    private Requests() {}

    /** A new request for the status of the root, as text. */
    static String statusOfRoot() {
        return Base64.getEncoder().encodeToString(bytesOfStatusOfRoot());
    }

    /** A new request for the status of the root, as it is sent over a connection. */
    static byte[] bytesOfStatusOfRoot() {
        byte[] message =
                GetFileInfoRequestProto.newBuilder().setSrc("/").build().toByteArray();
        RequestEnvelope request = new RequestEnvelope(
                new RequestId(UUID.randomUUID(), 1),
                new Caller(System.getProperty("user.name"), List.of(), "127.0.0.1"),
                RequestLife.of(System.currentTimeMillis(), BOUND.toMillis()),
                "getFileInfo",
                message);
        return request.encode();
    }

    /** Whether this text is an answer, and no error. */
    static boolean isAnswered(String response) throws MalformedEnvelopeException {
        return ResponseEnvelope.decode(Base64.getDecoder().decode(response)).succeeded();
    }
}
