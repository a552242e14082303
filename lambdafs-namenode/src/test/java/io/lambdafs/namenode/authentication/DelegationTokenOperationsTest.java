package io.lambdafs.namenode.authentication;

import static io.lambdafs.namenode.authentication.SecureFixture.caller;
import static io.lambdafs.namenode.authentication.SecureFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.authentication.DelegationTokenId;
import io.lambdafs.wire.authentication.SigningKey;
import io.lambdafs.wire.authentication.TokenGroups;
import io.lambdafs.wire.authentication.TokenGroups.Owner;
import io.lambdafs.wire.authentication.TokenSecrets;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.security.proto.SecurityProtos.CancelDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.RenewDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.RenewDelegationTokenResponseProto;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.junit.jupiter.api.Test;

final class DelegationTokenOperationsTest {
    private static final Caller ALICE = caller("alice", "staff");
    private static final Caller BOB = caller("bob", "staff");
    private static final Caller YARN = caller("yarn");

    private final SecureFixture secure = new SecureFixture();
    private final SigningKey service = SecureFixture.SERVICE.signing();

    private static DelegationTokenId id(TokenProto token) {
        return DelegationTokenId.decode(token.getIdentifier().toByteArray());
    }

    private ResponseEnvelope renew(Caller caller, TokenProto token, SigningKey key) throws Exception {
        return secure.send(
                caller,
                "renewDelegationToken",
                RenewDelegationTokenRequestProto.newBuilder().setToken(token).build(),
                key);
    }

    private ResponseEnvelope cancel(Caller caller, TokenProto token) throws Exception {
        return secure.send(
                caller,
                "cancelDelegationToken",
                CancelDelegationTokenRequestProto.newBuilder().setToken(token).build(),
                service);
    }

    private ResponseEnvelope secretOf(Caller caller, TokenProto token, SigningKey key) throws Exception {
        return secure.send(
                caller,
                TokenSecrets.METHOD,
                CancelDelegationTokenRequestProto.newBuilder().setToken(token).build(),
                key);
    }

    @Test
    void token_saysWhoAskedForIt_andTokensDiffer() throws Exception {
        long now = secure.cluster.instant().toEpochMilli();
        TokenProto first = secure.token(ALICE.through("oozie"), "yarn/host@EXAMPLE.COM");
        TokenProto second = secure.token(ALICE, "yarn");

        assertThat(id(first).owner()).isEqualTo("alice");
        assertThat(id(first).realUser()).isEqualTo("oozie");
        assertThat(id(first).renewer()).isEqualTo("yarn");
        assertThat(id(first).issuedMillis()).isEqualTo(now);
        assertThat(id(first).maxMillis()).isEqualTo(now + SecureFixture.LIFETIME.toMillis());
        assertThat(first.getKind()).isEqualTo("HDFS_DELEGATION_TOKEN");
        assertThat(id(second).number()).isEqualTo(id(first).number() + 1);
        assertThat(second.getPassword()).isNotEqualTo(first.getPassword());
    }

    @Test
    void token_isNotIssuedForAToken_norRenewedWithOne() throws Exception {
        TokenProto token = secure.token(ALICE, "alice");

        ResponseEnvelope another = secure.send(
                ALICE,
                "getDelegationToken",
                GetDelegationTokenRequestProto.newBuilder().setRenewer("alice").build(),
                key(token));

        assertThat(another.error()).isEqualTo(ErrorCode.IO_ERROR);
        assertThat(another.message()).contains("can be issued only with kerberos");
        assertThat(renew(ALICE, token, key(token)).message()).contains("can be renewed only with kerberos");
    }

    @Test
    void userWhoseGroupsDoNotFit_getsNoToken() throws Exception {
        Caller inMany = caller(
                "carol",
                IntStream.range(0, 600)
                        .mapToObj(i -> "a-group-with-a-long-name-" + i)
                        .toArray(String[]::new));
        ResponseEnvelope refused = secure.send(
                inMany,
                "getDelegationToken",
                GetDelegationTokenRequestProto.newBuilder().setRenewer("yarn").build(),
                service);
        assertThat(refused.error()).isEqualTo(ErrorCode.IO_ERROR);
        assertThat(refused.message()).contains("has room for 12000");
    }

    @Test
    void renewal_makesItEndLater_butNotAfterItsMaximum() throws Exception {
        TokenProto token = secure.token(ALICE, "yarn");
        long issued = id(token).issuedMillis();
        secure.cluster.advance(SecureFixture.RENEW.toMillis() - 1);

        ResponseEnvelope renewed = renew(YARN, token, service);

        assertThat(renewed.error()).as(renewed.message()).isNull();
        assertThat(RenewDelegationTokenResponseProto.parseFrom(renewed.payload())
                        .getNewExpiryTime())
                .isEqualTo(issued + 2 * SecureFixture.RENEW.toMillis() - 1);
        secure.cluster.advance(SecureFixture.RENEW.toMillis());
        assertThat(RenewDelegationTokenResponseProto.parseFrom(
                                renew(YARN, token, service).payload())
                        .getNewExpiryTime())
                .isEqualTo(issued + SecureFixture.LIFETIME.toMillis());
        assertThat(secure.stat(ALICE, key(token)).error()).isNull();
        secure.cluster.advance(SecureFixture.LIFETIME.toMillis());
        assertThat(renew(YARN, token, service).message()).contains("tried to renew an expired token");
    }

    @Test
    void renewal_isItsRenewersOnly() throws Exception {
        TokenProto token = secure.token(ALICE, "yarn");
        ResponseEnvelope other = renew(ALICE, token, service);
        assertThat(other.error()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(other.message()).contains("non-matching renewer yarn");
        assertThat(renew(ALICE, secure.token(ALICE, ""), service).message()).contains("without a renewer");
        TokenProto wrong =
                token.toBuilder().setPassword(ByteString.copyFromUtf8("guess")).build();
        assertThat(renew(YARN, wrong, service).message()).contains("wrong password");
        TokenProto unknown = token.toBuilder()
                .setIdentifier(
                        ByteString.copyFrom(new DelegationTokenId("alice", "yarn", "", 1, Long.MAX_VALUE, 1).encode()))
                .build();
        assertThat(renew(YARN, unknown, service).error()).isEqualTo(ErrorCode.INVALID_TOKEN);
        TokenProto garbage =
                token.toBuilder().setIdentifier(ByteString.copyFromUtf8("?")).build();
        assertThat(renew(YARN, garbage, service).error()).isEqualTo(ErrorCode.INVALID_TOKEN);
    }

    @Test
    void cancel_isForOwnerAndRenewer() throws Exception {
        TokenProto first = secure.token(ALICE, "yarn");
        TokenProto second = secure.token(ALICE, "yarn");

        assertThat(cancel(caller("bob"), first).error()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(cancel(ALICE, first).error()).isNull();
        assertThat(cancel(YARN, second).error()).isNull();

        assertThat(cancel(ALICE, first).error()).isEqualTo(ErrorCode.INVALID_TOKEN);
        assertThat(secure.stat(ALICE, key(first)).error()).isEqualTo(ErrorCode.INVALID_TOKEN);
    }

    @Test
    void secretOfAToken_isForServicesOnly() throws Exception {
        Caller root = caller(NameNodeFixture.SUPERUSER);
        TokenProto token = secure.token(ALICE, "yarn");
        TokenProto asked = token.toBuilder().setPassword(ByteString.EMPTY).build();

        assertThat(SecureFixture.token(secretOf(root, asked, service)).getPassword())
                .isEqualTo(token.getPassword());
        assertThat(secretOf(root, asked, key(secure.token(root, "yarn"))).error())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
        DelegationTokenId id = id(token);
        TokenProto ofSomebodyElse = asked.toBuilder()
                .setIdentifier(ByteString.copyFrom(
                        new DelegationTokenId("bob", id.renewer(), "", id.issuedMillis(), id.maxMillis(), id.number())
                                .encode()))
                .build();
        assertThat(secretOf(root, ofSomebodyElse, service).message())
                .as("the number alone is a guess")
                .contains("can't be found");
        secure.cluster.advance(SecureFixture.RENEW.toMillis() + 1);
        assertThat(secretOf(root, asked, service).error()).isEqualTo(ErrorCode.INVALID_TOKEN);
    }

    @Test
    void tokensThatHaveEnded_areForgotten() throws Exception {
        TokenProto token = secure.token(ALICE, "yarn");
        secure.cluster.advance(SecureFixture.RENEW.toMillis() + 1);
        assertThat(secure.stat(ALICE, key(token)).message()).contains("is expired");

        secure.token(ALICE, "yarn");

        secure.cluster.advance(KnownKeys.FRESH.toMillis());
        assertThat(secure.stat(ALICE, key(token)).message()).contains("can't be found");
    }

    private ResponseEnvelope aboutGroups(String method, TokenGroups groups, SigningKey key) throws Exception {
        return secure.send(
                caller("gateway"),
                method,
                BytesValue.newBuilder()
                        .setValue(ByteString.copyFrom(groups.encode()))
                        .build(),
                key);
    }

    private TokenGroups listed(int from) throws Exception {
        ResponseEnvelope response = aboutGroups(TokenGroups.LIST, new TokenGroups(from, from, List.of()), service);
        assertThat(response.error()).as(response.message()).isNull();
        return TokenGroups.decode(
                BytesValue.parseFrom(response.payload()).getValue().toByteArray());
    }

    @Test
    void tokens_followTheGroupsThatAServiceTells() throws Exception {
        secure.token(caller("carol", "staff"), "yarn");
        TokenProto token = secure.token(ALICE, "yarn");
        assertThat(listed(0).owners())
                .containsExactly(new Owner("carol", List.of("staff")), new Owner("alice", List.of("staff")));
        assertThat(listed(0).to()).isEqualTo(TokenGroups.LAST);
        assertThat(listed(id(token).number()).owners()).containsExactly(new Owner("alice", List.of("staff")));

        ResponseEnvelope set = aboutGroups(
                TokenGroups.SET,
                new TokenGroups(1, TokenGroups.LAST, List.of(new Owner("alice", List.of("team", "staff")))),
                service);

        assertThat(set.error()).as(set.message()).isNull();
        assertThat(listed(0).owners())
                .containsExactly(new Owner("carol", List.of("staff")), new Owner("alice", List.of("team", "staff")));
        assertThat(secure.stat(ALICE, key(token)).error())
                .as("its secret is the same")
                .isNull();
        assertThat(renew(YARN, token, service).error()).isNull();
        assertThat(listed(2).owners()).containsExactly(new Owner("alice", List.of("team", "staff")));
    }

    @Test
    void groupsOfTokens_changeWithinTheRangeOnly_andNotBeyondTheRoom() throws Exception {
        TokenProto first = secure.token(ALICE, "yarn");
        secure.token(ALICE, "yarn");
        List<Owner> changed = List.of(new Owner("alice", List.of("team")));
        int number = id(first).number();

        assertThat(aboutGroups(TokenGroups.SET, new TokenGroups(number, number, changed), service)
                        .error())
                .isNull();

        assertThat(listed(0).owners())
                .containsExactly(new Owner("alice", List.of("team")), new Owner("alice", List.of("staff")));
        List<String> many = IntStream.range(0, 600)
                .mapToObj(i -> "a-group-with-a-long-name-" + i)
                .toList();
        ResponseEnvelope refused = aboutGroups(
                TokenGroups.SET, new TokenGroups(1, TokenGroups.LAST, List.of(new Owner("alice", many))), service);
        assertThat(refused.error()).isEqualTo(ErrorCode.IO_ERROR);
        assertThat(refused.message()).contains("has room for 12000");
    }

    @Test
    void groupsOfTokens_areForServicesOnly() throws Exception {
        TokenGroups groups = new TokenGroups(1, TokenGroups.LAST, List.of(new Owner("alice", List.of("supergroup"))));
        SigningKey token = key(secure.token(ALICE, "yarn"));
        for (String method : List.of(TokenGroups.LIST, TokenGroups.SET)) {
            ResponseEnvelope refused = aboutGroups(method, groups, token);
            assertThat(refused.error()).as(method).isEqualTo(ErrorCode.ACCESS_DENIED);
            assertThat(refused.message()).contains("only services may");
        }
        assertThat(listed(0).owners()).containsExactly(new Owner("alice", List.of("staff")));
        ResponseEnvelope garbage = secure.send(
                ALICE,
                TokenGroups.SET,
                BytesValue.newBuilder().setValue(ByteString.copyFromUtf8("?")).build(),
                service);
        assertThat(garbage.error()).isEqualTo(ErrorCode.MALFORMED_REQUEST);
    }

    @Test
    void newToken_isToldAgainOnlyToWhoAskedForIt_inTheSameWay() throws Exception {
        GetDelegationTokenRequestProto asked =
                GetDelegationTokenRequestProto.newBuilder().setRenewer("yarn").build();
        RequestEnvelope first = secure.request(ALICE, "getDelegationToken", asked, SecureFixture.SERVICE.signing());
        TokenProto token = SecureFixture.token(secure.send(first));
        assertThat(SecureFixture.token(secure.send(repeated(first, ALICE, SecureFixture.SERVICE.signing()))))
                .isEqualTo(token);

        SigningKey ofAlice = key(secure.token(ALICE, "yarn"));
        ResponseEnvelope byToken = secure.send(repeated(first, ALICE, ofAlice));
        assertThat(byToken.error()).isEqualTo(ErrorCode.IO_ERROR);
        assertThat(byToken.message()).contains("issued only with kerberos");

        ResponseEnvelope forBob = secure.send(repeated(first, BOB, SecureFixture.SERVICE.signing()));
        assertThat(SecureFixture.token(forBob)).isNotEqualTo(token);
    }

    private static RequestEnvelope repeated(RequestEnvelope first, Caller caller, SigningKey key) {
        return new RequestEnvelope(first.id(), caller, first.life(), first.method(), first.payload())
                .asResubmission()
                .signedWith(key);
    }
}
