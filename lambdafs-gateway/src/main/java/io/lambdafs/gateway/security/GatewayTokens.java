package io.lambdafs.gateway.security;

import static java.util.Objects.requireNonNull;

import io.lambdafs.gateway.call.ObservedCalls;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.authentication.DelegationTokenId;
import io.lambdafs.wire.authentication.TokenSecrets;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.server.common.TokenVerifier;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.proto.SecurityProtos.CancelDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenResponseProto;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** The secrets of delegation tokens, which NameNodes know. A gateway keeps none. Thread-safe. */
public final class GatewayTokens extends SecretManager<DelegationTokenIdentifier>
        implements TokenVerifier<DelegationTokenIdentifier> {
    private static final Caller SELF = new Caller("gateway", List.of(), "");

    private final ObservedCalls calls;
    private final UUID self = UUID.randomUUID();
    private final AtomicLong sequence = new AtomicLong();

    /** Asks by these calls, which remain the caller's. */
    public GatewayTokens(ObservedCalls calls) {
        this.calls = requireNonNull(calls, "calls");
    }

    @Override
    public byte[] retrievePassword(DelegationTokenIdentifier identifier) throws InvalidToken {
        try {
            return secret(identifier);
        } catch (IOException e) {
            InvalidToken unknown = new InvalidToken(e.getMessage());
            unknown.initCause(e);
            throw unknown;
        }
    }

    /** As {@link #retrievePassword}, for callers that try again when NameNodes do not answer. */
    @Override
    public byte[] retriableRetrievePassword(DelegationTokenIdentifier identifier) throws IOException {
        try {
            return secret(identifier);
        } catch (InvalidToken e) {
            throw e;
        } catch (IOException e) {
            throw new RetriableException(e);
        }
    }

    private byte[] secret(DelegationTokenIdentifier identifier) throws IOException {
        CancelDelegationTokenRequestProto question = CancelDelegationTokenRequestProto.newBuilder()
                .setToken(TokenProto.newBuilder()
                        .setIdentifier(ByteString.copyFrom(identifier.getBytes()))
                        .setPassword(ByteString.EMPTY)
                        .setKind(DelegationTokenId.KIND)
                        .setService(""))
                .build();
        try {
            byte[] answer = calls.call(
                    new RequestId(self, sequence.incrementAndGet()), false, SELF, TokenSecrets.METHOD, question);
            return GetDelegationTokenResponseProto.parseFrom(answer)
                    .getToken()
                    .getPassword()
                    .toByteArray();
        } catch (RemoteException e) {
            throw e.unwrapRemoteException(InvalidToken.class);
        }
    }

    @Override
    public void verifyToken(DelegationTokenIdentifier identifier, byte[] password) throws IOException {
        if (!MessageDigest.isEqual(secret(identifier), password)) {
            throw new InvalidToken("token (" + identifier + ") has a wrong password");
        }
    }

    /** Never: NameNodes issue tokens. */
    @Override
    protected byte[] createPassword(DelegationTokenIdentifier identifier) {
        throw new UnsupportedOperationException("a gateway issues no delegation tokens: NameNodes do");
    }

    @Override
    public DelegationTokenIdentifier createIdentifier() {
        return new DelegationTokenIdentifier();
    }
}
