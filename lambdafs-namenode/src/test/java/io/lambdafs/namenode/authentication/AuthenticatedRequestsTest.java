package io.lambdafs.namenode.authentication;

import static io.lambdafs.namenode.authentication.SecureFixture.caller;
import static io.lambdafs.namenode.authentication.SecureFixture.key;
import static io.lambdafs.namenode.authentication.SecureFixture.mkdirs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.authentication.DelegationToken;
import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.authentication.KeptServiceKey;
import io.lambdafs.authentication.SecurityMode;
import io.lambdafs.authentication.ServiceKeys;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.authentication.Credential;
import io.lambdafs.wire.authentication.DelegationTokenId;
import io.lambdafs.wire.authentication.ServiceKey;
import io.lambdafs.wire.authentication.SigningKey;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ClientNamenodeProtocol;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AuthenticatedRequestsTest {
    private static final Caller ALICE = caller("alice", "staff");
    private static final Caller ROOT = caller(NameNodeFixture.SUPERUSER);

    private final SecureFixture secure = new SecureFixture();

    private void inStore(Consumer<Transaction> change) {
        boolean unused = secure.cluster.runner.write(secure.cluster.writer, tx -> {
            change.accept(tx);
            return true;
        });
    }

    @Test
    void withoutASignature_nobodyGetsIn() throws Exception {
        ResponseEnvelope answer = secure.stat(ROOT, null);

        assertThat(answer.error()).isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(answer.message()).contains("SIMPLE authentication is not enabled", "kinit");
    }

    @Test
    void tokenSpeaksForItsOwner_whateverTheRequestSays() throws Exception {
        SigningKey alice = key(secure.token(ALICE, "yarn"));

        assertThat(secure.stat(ALICE, alice).error()).isNull();
        ResponseEnvelope asRoot =
                secure.send(caller(NameNodeFixture.SUPERUSER, "supergroup"), "mkdirs", mkdirs("/x"), alice);

        assertThat(asRoot.error()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(asRoot.message()).contains("user=alice");
    }

    @Test
    void onlyProvenCallers_haveInstancesConnectBack() throws Exception {
        SigningKey alice = key(secure.token(ALICE, "yarn"));
        assertThat(isCalledBack(alice)).isTrue();
        assertThat(isCalledBack(new SigningKey(alice.credential(), new byte[] {1})))
                .isFalse();
        assertThat(isCalledBack(ServiceKey.random(2).signing())).isFalse();
        assertThat(isCalledBack(null)).isFalse();
        // Whatever the answer was: nobody could check the request.
        RequestEnvelope unchecked = RequestEnvelope.decode(secure.request(
                        ALICE, "mkdirs", mkdirs("/x"), ServiceKey.random(3).signing())
                .encode());
        assertThat(secure.door.mayBeCalledBack(
                        unchecked, ResponseEnvelope.failure(unchecked.id(), ErrorCode.STORE_UNAVAILABLE, "no store")))
                .isFalse();
    }

    /** A NameNode that would answer everything from memory. */
    private static final class FromMemory implements RequestHandler {
        @Override
        public ResponseEnvelope handle(RequestEnvelope request) {
            return ResponseEnvelope.success(request.id(), new byte[0]);
        }

        @Override
        public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
            return Optional.of(handle(request));
        }

        @Override
        public boolean needsRefresh(RequestEnvelope request) {
            return true;
        }

        @Override
        public boolean isShortRead(RequestEnvelope request) {
            return true;
        }
    }

    private RequestEnvelope received(@Nullable SigningKey key) throws Exception {
        return RequestEnvelope.decode(secure.request(
                        ROOT,
                        "getFileInfo",
                        GetFileInfoRequestProto.newBuilder().setSrc("/").build(),
                        key)
                .encode());
    }

    @Test
    void nothingIsAnsweredFromMemory_beforeTheCallerIsProven() throws Exception {
        KnownKeys keys = new KnownKeys(secure.cluster.runner, secure.cluster);
        AuthenticatedRequests door = new AuthenticatedRequests(new FromMemory(), keys, (request, response) -> {});
        SigningKey service = SecureFixture.SERVICE.signing();
        SigningKey forged = new SigningKey(service.credential(), new byte[] {1});
        assertThat(door.handle(received(service)).error()).isNull();

        assertThat(door.handleAtOnce(door.admitted(received(service)))).isPresent();
        for (SigningKey bad : Arrays.asList(null, forged)) {
            RequestEnvelope request = door.admitted(received(bad));
            assertThat(door.handleAtOnce(request)).isEmpty();
            assertThat(door.needsRefresh(request)).isFalse();
            assertThat(door.isShortRead(request)).isFalse();
        }
    }

    @Test
    void instanceInSimpleMode_answersNothingFromMemory_whenItMustAskForTheMode() throws Exception {
        ModeWatch mode = new ModeWatch(secure.cluster.runner, secure.cluster);
        UnsignedRequests door = new UnsignedRequests(new FromMemory(), mode);
        assertThat(door.handleAtOnce(received(null))).isPresent();
        assertThat(door.handleAtOnce(received(SecureFixture.SERVICE.signing()))).isEmpty();

        secure.cluster.advance(ModeWatch.FRESH.toMillis());

        assertThat(door.handleAtOnce(received(null))).isEmpty();
        assertThat(door.needsRefresh(received(null))).isFalse();
        assertThat(door.isShortRead(received(null))).isFalse();
    }

    private boolean isCalledBack(@Nullable SigningKey key) throws Exception {
        RequestEnvelope request = RequestEnvelope.decode(
                secure.request(ALICE, "mkdirs", mkdirs("/x"), key).encode());
        return secure.door.mayBeCalledBack(request, secure.door.handle(request));
    }

    @Test
    void serviceSpeaksForAnybody() throws Exception {
        SigningKey service = SecureFixture.SERVICE.signing();

        assertThat(secure.send(ROOT, "mkdirs", mkdirs("/x"), service).error()).isNull();
        assertThat(secure.send(ALICE, "mkdirs", mkdirs("/y"), service).error()).isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void forgedSecretsAndIdentifiers_areRefused() throws Exception {
        TokenProto token = secure.token(ALICE, "yarn");
        Credential named = key(token).credential();
        byte[] secret = token.getPassword().toByteArray();
        secret[0] ^= 1;
        assertThat(secure.stat(ALICE, new SigningKey(named, secret)).error()).isEqualTo(ErrorCode.UNAUTHENTICATED);

        DelegationTokenId id = DelegationTokenId.decode(named.identifier());
        DelegationTokenId ofRoot = new DelegationTokenId(
                NameNodeFixture.SUPERUSER, id.renewer(), "", id.issuedMillis(), id.maxMillis(), id.number());
        SigningKey changed = new SigningKey(
                new Credential(Credential.Kind.DELEGATION_TOKEN, ofRoot.encode()),
                token.getPassword().toByteArray());
        ResponseEnvelope answer = secure.stat(ROOT, changed);
        assertThat(answer.error()).isEqualTo(ErrorCode.INVALID_TOKEN);
        assertThat(answer.message()).contains("can't be found in cache");

        SigningKey noToken = new SigningKey(new Credential(Credential.Kind.DELEGATION_TOKEN, new byte[] {9}), secret);
        assertThat(secure.stat(ALICE, noToken).error()).isEqualTo(ErrorCode.INVALID_TOKEN);
        SigningKey otherService = ServiceKey.random(1).signing();
        assertThat(secure.stat(ROOT, otherService).error()).isEqualTo(ErrorCode.UNAUTHENTICATED);
        SigningKey unknownService = ServiceKey.random(2).signing();
        assertThat(secure.stat(ROOT, unknownService).message()).contains("none of this cluster");
    }

    @Test
    void everyMethod_isRefusedToWhoHasNoOrAWrongOrAnExpiredCredential_withAWordToTheAuditLog() throws Exception {
        TokenProto token = secure.token(ALICE, "yarn");
        secure.cluster.advance(SecureFixture.RENEW.toMillis() + 1);
        List<SigningKey> bad = new ArrayList<>(List.of(
                key(token),
                new SigningKey(key(token).credential(), new byte[] {1}),
                ServiceKey.random(1).signing()));
        bad.add(null);
        for (Method method : ClientNamenodeProtocol.BlockingInterface.class.getMethods()) {
            for (SigningKey key : bad) {
                secure.refused.clear();
                ResponseEnvelope answer = secure.send(
                        ROOT,
                        method.getName(),
                        GetFileInfoRequestProto.newBuilder().setSrc("/").build(),
                        key);
                assertThat(answer.error())
                        .as(method.getName())
                        .isIn(ErrorCode.UNAUTHENTICATED, ErrorCode.INVALID_TOKEN);
                assertThat(secure.refused).as(method.getName()).containsExactly(answer);
            }
        }
    }

    @Test
    void signatureOfAnotherRequest_isRefused() throws Exception {
        SigningKey alice = key(secure.token(ALICE, "yarn"));
        byte[] sent = secure.request(
                        ALICE,
                        "getFileInfo",
                        GetFileInfoRequestProto.newBuilder().setSrc("/secret").build(),
                        alice)
                .encode();
        int at = new String(sent, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("/secret");
        sent[at + 1] = 'S';

        RequestEnvelope received = secure.door.admitted(RequestEnvelope.decode(sent));

        assertThat(received.isProven()).isFalse();
        assertThat(secure.door.handle(received).error()).isEqualTo(ErrorCode.UNAUTHENTICATED);
    }

    @Test
    void tokenThatEnds_isRefused_alsoOnTheFastWay() throws Exception {
        SigningKey alice = key(secure.token(ALICE, "yarn"));
        assertThat(secure.stat(ALICE, alice).error()).isNull();
        secure.cluster.advance(SecureFixture.RENEW.toMillis() - 1000);
        assertThat(secure.stat(ALICE, alice).error()).isNull();

        secure.cluster.advance(2000);

        ResponseEnvelope answer = secure.stat(ALICE, alice);
        assertThat(answer.error()).isEqualTo(ErrorCode.INVALID_TOKEN);
        assertThat(answer.message()).contains("is expired");
    }

    @Test
    void tokenThatIsRenewedAtItsEnd_isTakenSoonAfter() throws Exception {
        TokenProto token = secure.token(ALICE, "yarn");
        DelegationTokenId id = DelegationTokenId.decode(token.getIdentifier().toByteArray());
        long oldEnd = id.issuedMillis() + SecureFixture.RENEW.toMillis();
        secure.cluster.advance(SecureFixture.RENEW.toMillis() - 10_000);
        assertThat(secure.stat(ALICE, key(token)).error()).isNull();
        inStore(tx -> new DelegationTokens(tx)
                .put(new DelegationTokens(tx)
                        .find(id.number())
                        .orElseThrow()
                        .expiring(oldEnd + SecureFixture.RENEW.toMillis())));

        secure.cluster.advance(10_001);

        assertThat(secure.stat(ALICE, key(token)).error()).isNull();
    }

    @Test
    void tokenThatIsCancelled_isRefusedWhenTheTimeOfTheMemoryIsOver() throws Exception {
        TokenProto token = secure.token(ALICE, "yarn");
        assertThat(secure.stat(ALICE, key(token)).error()).isNull();
        inStore(tx -> new DelegationTokens(tx)
                .remove(DelegationTokenId.decode(token.getIdentifier().toByteArray())
                        .number()));

        secure.cluster.advance(KnownKeys.FRESH.toMillis());

        assertThat(secure.stat(ALICE, key(token)).error()).isEqualTo(ErrorCode.INVALID_TOKEN);
    }

    @Test
    void tokenThatIsUnknown_isAskedForOnlyNowAndThen() throws Exception {
        TokenProto token = secure.token(ALICE, "yarn");
        int number =
                DelegationTokenId.decode(token.getIdentifier().toByteArray()).number();
        List<DelegationToken> removed = new ArrayList<>();
        inStore(tx -> {
            removed.add(new DelegationTokens(tx).find(number).orElseThrow());
            new DelegationTokens(tx).remove(number);
        });
        assertThat(secure.stat(ALICE, key(token)).error()).isEqualTo(ErrorCode.INVALID_TOKEN);
        inStore(tx -> new DelegationTokens(tx).put(removed.get(0)));

        ResponseEnvelope fromMemory = secure.stat(ALICE, key(token));
        assertThat(fromMemory.error()).isEqualTo(ErrorCode.INVALID_TOKEN);
        assertThat(fromMemory.message()).contains("can't be found in cache");
        secure.cluster.advance(5_000);
        assertThat(secure.stat(ALICE, key(token)).error()).isNull();
    }

    @Test
    void requestOfLate_isProvenWithoutTheStore() throws Exception {
        SigningKey alice = key(secure.token(ALICE, "yarn"));
        RequestEnvelope request = RequestEnvelope.decode(secure.request(
                        ALICE,
                        "getFileInfo",
                        GetFileInfoRequestProto.newBuilder().setSrc("/").build(),
                        alice)
                .encode());
        assertThat(secure.door.admitted(request).isProven()).isFalse();

        assertThat(secure.stat(ALICE, alice).error()).isNull();

        RequestEnvelope proven = secure.door.admitted(request);
        assertThat(proven.isProven()).isTrue();
        assertThat(proven.caller().groups()).containsExactly("staff");
    }

    @Test
    void replacedServiceKey_countsUntilItsEnd_alsoWhereItWasReadBefore() throws Exception {
        ServiceKey next = ServiceKey.random(2);
        long end = secure.cluster.instant().toEpochMilli() + KnownKeys.FRESH.toMillis() / 2;
        inStore(tx -> {
            new ServiceKeys(tx).put(new KeptServiceKey(SecureFixture.SERVICE, end));
            new ServiceKeys(tx).put(next);
        });
        for (int i = 0; i < 3; i++) {
            assertThat(secure.stat(ROOT, SecureFixture.SERVICE.signing()).error())
                    .isNull();
            assertThat(secure.stat(ROOT, next.signing()).error()).isNull();
        }

        secure.cluster.advance(KnownKeys.FRESH.toMillis() / 2);

        ResponseEnvelope answer = secure.stat(ROOT, SecureFixture.SERVICE.signing());
        assertThat(answer.error()).isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(answer.message()).contains("was replaced");
        assertThat(secure.stat(ROOT, next.signing()).error()).isNull();
    }

    @Test
    void serviceKeyThatIsTakenAway_isRefused() throws Exception {
        ServiceKey next = ServiceKey.random(2);
        inStore(tx -> new ServiceKeys(tx).put(next));
        assertThat(secure.stat(ROOT, SecureFixture.SERVICE.signing()).error()).isNull();
        assertThat(secure.stat(ROOT, next.signing()).error()).isNull();

        inStore(tx -> new ServiceKeys(tx).remove(1));
        secure.cluster.advance(KnownKeys.FRESH.toMillis());

        assertThat(secure.stat(ROOT, SecureFixture.SERVICE.signing()).error()).isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(secure.stat(ROOT, next.signing()).error()).isNull();
    }

    @Test
    void clusterInSimpleMode_refusesSignedRequests_andMixedModesAreNoticed() throws Exception {
        RequestEnvelope signed = RequestEnvelope.decode(secure.request(
                        ROOT,
                        "getFileInfo",
                        GetFileInfoRequestProto.newBuilder().setSrc("/").build(),
                        SecureFixture.SERVICE.signing())
                .encode());
        ResponseEnvelope answer = simple().handle(signed);
        assertThat(answer.error()).isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(answer.message()).contains("simple mode", "--secure");

        inStore(tx -> SecurityMode.SECURE.require(tx));
        assertThatThrownBy(() -> inStore(tx -> SecurityMode.SIMPLE.require(tx)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("start it with LAMBDAFS_SECURE=true");
        inStore(tx -> new ServiceKeys(tx).remove(1));
        inStore(tx -> SecurityMode.SIMPLE.require(tx));
        assertThatThrownBy(() -> inStore(tx -> SecurityMode.SECURE.require(tx)))
                .hasMessageContaining("lambdafs start --secure");
    }

    private UnsignedRequests simple() {
        return new UnsignedRequests(secure.cluster.nameNode(), new ModeWatch(secure.cluster.runner, secure.cluster));
    }

    @Test
    void instanceInSimpleMode_refusesEverybody_soonAfterTheClusterIsInSecureMode() throws Exception {
        inStore(tx -> new ServiceKeys(tx).remove(1));
        UnsignedRequests simple = simple();
        secure.cluster.advance(ModeWatch.FRESH.toMillis());
        RequestEnvelope request = secure.request(
                ROOT,
                "getFileInfo",
                GetFileInfoRequestProto.newBuilder().setSrc("/").build(),
                null);
        assertThat(simple.handle(request).error()).isNull();
        inStore(tx -> new ServiceKeys(tx).put(SecureFixture.SERVICE));

        secure.cluster.advance(ModeWatch.FRESH.toMillis());

        assertThat(simple.handleAtOnce(request)).isEmpty();
        ResponseEnvelope answer = simple.handle(request);
        assertThat(answer.error()).isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(answer.message()).contains("the cluster is in secure mode, and this process is not");
    }

    @Test
    void tokenOfAnotherCluster_isRefused() throws Exception {
        TokenProto here = secure.token(ALICE, "yarn");
        SecureFixture other = new SecureFixture();
        TokenProto there = other.token(ALICE, "yarn");
        assertThat(DelegationTokenId.decode(there.getIdentifier().toByteArray()).number())
                .isEqualTo(DelegationTokenId.decode(here.getIdentifier().toByteArray())
                        .number());

        assertThat(secure.stat(ALICE, key(here)).error()).isNull();
        assertThat(secure.stat(ALICE, key(there)).error()).isIn(ErrorCode.INVALID_TOKEN, ErrorCode.UNAUTHENTICATED);
        assertThat(secure.stat(ALICE, SecureFixture.SERVICE.signing()).error()).isNull();
    }

    @Test
    void tokensAreGood_onInstancesWhoseClocksAreFiveMinutesApart() throws Exception {
        SigningKey alice = key(secure.token(ALICE, "yarn"));
        for (int minutes : new int[] {-5, 5}) {
            AuthenticatedRequests door = new AuthenticatedRequests(
                    secure.cluster.nameNode(),
                    new KnownKeys(
                            secure.cluster.runner,
                            () -> secure.cluster.instant().plus(Duration.ofMinutes(minutes))),
                    (request, response) -> {});
            RequestEnvelope request = RequestEnvelope.decode(secure.request(
                            ALICE,
                            "getFileInfo",
                            GetFileInfoRequestProto.newBuilder().setSrc("/").build(),
                            alice)
                    .encode());
            assertThat(door.handle(request).error()).isNull();
        }
    }
}
