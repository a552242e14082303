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
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.server.common.TokenVerifier;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.proto.SecurityProtos.CancelDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenResponseProto;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** The secrets of delegation tokens, which NameNodes know. A gateway keeps them for seconds. Thread-safe. */
public final class GatewayTokens extends SecretManager<DelegationTokenIdentifier>
        implements TokenVerifier<DelegationTokenIdentifier> {
    /** How many questions about tokens are under way at once. */
    private static final int MOST_QUESTIONS = 16;

    private static final long IDLE_SECONDS = 30;
    private static final Caller SELF = new Caller("gateway", List.of(), "");

    private final ObservedCalls calls;
    private final UUID self = UUID.randomUUID();
    private final AtomicLong sequence = new AtomicLong();
    private final KnownSecrets known;

    /** Asks by these calls, which remain the caller's. */
    public GatewayTokens(ObservedCalls calls) {
        this.calls = requireNonNull(calls, "calls");
        this.known = new KnownSecrets(this::ask, System::nanoTime, threads());
    }

    /* Daemons that end when there is nothing to ask. */
    private static Executor threads() {
        return new ThreadPoolExecutor(
                0, MOST_QUESTIONS, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                    Thread thread = new Thread(work, "token-secrets");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    @Override
    public byte[] retrievePassword(DelegationTokenIdentifier identifier) throws InvalidToken {
        try {
            return known.secret(identifier);
        } catch (IOException e) {
            InvalidToken unknown = new InvalidToken(e.getMessage());
            unknown.initCause(e);
            throw unknown;
        }
    }

    /** As {@link #retrievePassword}, for callers that try again when NameNodes do not answer. */
    @Override
    public byte[] retriableRetrievePassword(DelegationTokenIdentifier identifier) throws IOException {
        return known.secret(identifier);
    }

    private byte[] ask(DelegationTokenIdentifier identifier) throws IOException {
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

    /** Remembers a token that a NameNode has just issued, and that its client shows to this object next. */
    public void issued(Token<DelegationTokenIdentifier> token) throws IOException {
        known.issued(token.decodeIdentifier(), token.getPassword());
    }

    /** Waits longer than {@link #retriableRetrievePassword}: a client of WebHDFS does not try again by itself. */
    @Override
    public void verifyToken(DelegationTokenIdentifier identifier, byte[] password) throws IOException {
        if (!MessageDigest.isEqual(known.patientSecret(identifier), password)) {
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
