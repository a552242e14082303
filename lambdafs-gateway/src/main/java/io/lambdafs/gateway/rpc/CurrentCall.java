package io.lambdafs.gateway.rpc;

import io.lambdafs.client.authentication.CallerIdentity;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.ipc.ClientId;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * What Hadoop's RPC server knows of the call that the present thread serves: the caller and the call's number.
 *
 * <p>The number is the client's id and the call's id, as Hadoop's own retry cache has it. A client's retry has the same, at
 * whatever gateway it arrives. So nothing has to be kept here.
 */
final class CurrentCall implements CallOrigin {
    /** For clients that send no id, whose retries cannot be known. */
    private final UUID ofNameless = UUID.randomUUID();

    private final AtomicLong namelessCalls = new AtomicLong();

    @Override
    public RequestId id() {
        byte[] client = Server.getClientId();
        if (client.length != ClientId.BYTE_LENGTH) {
            return new RequestId(ofNameless, namelessCalls.incrementAndGet());
        }
        ByteBuffer bytes = ByteBuffer.wrap(client);
        return new RequestId(new UUID(bytes.getLong(), bytes.getLong()), Server.getCallId());
    }

    @Override
    public boolean isRepeated() {
        return Server.getCallRetryCount() > 0;
    }

    @Override
    public UserGroupInformation user() {
        return Server.getRemoteUser();
    }

    @Override
    public Caller caller() throws IOException {
        UserGroupInformation user = user();
        Caller caller = new Caller(
                user.getShortUserName(),
                Arrays.asList(user.getGroupNames()),
                String.valueOf(Server.getRemoteAddress()));
        @Nullable UserGroupInformation real = user.getRealUser();
        return CallerIdentity.inContext(real == null ? caller : caller.through(real.getShortUserName()));
    }
}
