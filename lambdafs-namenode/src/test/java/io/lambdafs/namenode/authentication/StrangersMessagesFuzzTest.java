package io.lambdafs.namenode.authentication;

import io.lambdafs.testkit.fuzz.FuzzContract;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.authentication.Credential;
import io.lambdafs.wire.authentication.DelegationTokenId;
import io.lambdafs.wire.authentication.ServiceKey;
import io.lambdafs.wire.authentication.SigningKey;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.Goodbye;
import io.lambdafs.wire.frame.Hello;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

final class StrangersMessagesFuzzTest extends FuzzContract {
    private static final DelegationTokenId TOKEN =
            new DelegationTokenId("alice", "yarn", "oozie", 1_700_000_000_000L, 1_700_000_600_000L, 1);
    private static final RequestId ID = new RequestId(new UUID(1, 2), 3);
    private static final byte[] SECRET = {1, 2, 3};

    @Override
    protected Class<?> target() {
        return StrangersMessagesFuzz.class;
    }

    @Override
    protected void run(byte[] input) {
        StrangersMessagesFuzz.fuzzerTestOneInput(input);
    }

    @Override
    protected List<byte[]> seeds() {
        RequestEnvelope request = new RequestEnvelope(
                ID,
                SecureFixture.caller("alice", "staff")
                        .through("oozie")
                        .inContext("job_1")
                        .holding(5),
                RequestLife.of(1000, 2000),
                "mkdirs",
                SecureFixture.mkdirs("/a").toByteArray());
        SigningKey token = new SigningKey(new Credential(Credential.Kind.DELEGATION_TOKEN, TOKEN.encode()), SECRET);
        SigningKey service = ServiceKey.parse("1:" + "A".repeat(43)).signing();
        return List.of(
                of(StrangersMessagesFuzz.REQUEST, request.encode()),
                of(StrangersMessagesFuzz.REQUEST, request.signedWith(token).encode()),
                of(StrangersMessagesFuzz.REQUEST, request.signedWith(service).encode()),
                of(StrangersMessagesFuzz.FRAME, bytes(new Hello(1, "namenode1-5", SECRET))),
                of(StrangersMessagesFuzz.FRAME, bytes(new Goodbye())),
                of(
                        StrangersMessagesFuzz.ANSWER,
                        ResponseEnvelope.success(ID, new byte[] {1, 2}).encode(ResponseEnvelope.VERSION)),
                of(
                        StrangersMessagesFuzz.ANSWER,
                        ResponseEnvelope.failure(ID, ErrorCode.CONFLICT, "no").encode(ResponseEnvelope.VERSION)),
                of(StrangersMessagesFuzz.TOKEN, TOKEN.encode()));
    }

    private static byte[] bytes(Frame frame) {
        ByteBuffer out = ByteBuffer.allocate(1024);
        frame.writeTo(out);
        byte[] bytes = new byte[out.position()];
        out.flip().get(bytes);
        return bytes;
    }

    private static byte[] of(int kind, byte[] message) {
        return ByteBuffer.allocate(1 + message.length)
                .put((byte) kind)
                .put(message)
                .array();
    }

    @Override
    protected int randomInputs() {
        return 20_000;
    }
}
