package io.lambdafs.namenode.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.authentication.SecurityMode;
import io.lambdafs.authentication.ServiceKeys;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.SecurityConfig;
import io.lambdafs.namenode.op.token.TokenOperations;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.authentication.Credential;
import io.lambdafs.wire.authentication.ServiceKey;
import io.lambdafs.wire.authentication.SigningKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenResponseProto;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.jspecify.annotations.Nullable;

/** A NameNode in secure mode, over a store in memory. */
final class SecureFixture {
    static final Duration RENEW = Duration.ofMinutes(10);
    static final Duration LIFETIME = Duration.ofMinutes(25);

    static final SecurityConfig CONFIG = new SecurityConfig(SecurityMode.SECURE, RENEW, LIFETIME);
    static final ServiceKey SERVICE = ServiceKey.random(1);

    final NameNodeFixture cluster = new NameNodeFixture(
            NameNodeConfig.defaults(NameNodeFixture.SUPERUSER).withSecurity(CONFIG), TokenOperations.all(CONFIG));

    /** What was refused at the door. */
    final List<ResponseEnvelope> refused = new ArrayList<>();

    final RequestHandler door = new AuthenticatedRequests(
            cluster.nameNode(), new KnownKeys(cluster.runner, cluster), (request, response) -> refused.add(response));

    SecureFixture() {
        cluster.runner.write(cluster.writer, tx -> {
            new ServiceKeys(tx).put(SERVICE);
            return true;
        });
    }

    RequestEnvelope request(Caller caller, String method, MessageLite message, @Nullable SigningKey key) {
        return new RequestEnvelope(
                        cluster.newRequestId(),
                        caller,
                        RequestLife.of(cluster.instant().toEpochMilli(), 10_000),
                        method,
                        message.toByteArray())
                .signedWith(key);
    }

    static Caller caller(String user, String... groups) {
        return new Caller(user, List.of(groups), "127.0.0.1");
    }

    /** As a transport does it. */
    ResponseEnvelope send(RequestEnvelope request) throws Exception {
        RequestEnvelope received = door.admitted(RequestEnvelope.decode(request.encode()));
        assertThat(received.isProven() || door.handleAtOnce(received).isEmpty()).isTrue();
        return door.handle(received);
    }

    ResponseEnvelope send(Caller caller, String method, MessageLite message, @Nullable SigningKey key)
            throws Exception {
        return send(request(caller, method, message, key));
    }

    ResponseEnvelope stat(Caller caller, @Nullable SigningKey key) throws Exception {
        return send(
                caller,
                "getFileInfo",
                GetFileInfoRequestProto.newBuilder().setSrc("/").build(),
                key);
    }

    static MkdirsRequestProto mkdirs(String path) {
        return MkdirsRequestProto.newBuilder()
                .setSrc(path)
                .setMasked(org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto.newBuilder()
                        .setPerm(0755))
                .setCreateParent(true)
                .build();
    }

    /** A token for a user whom a service has authenticated. */
    TokenProto token(Caller caller, String renewer) throws Exception {
        ResponseEnvelope response = send(
                caller,
                "getDelegationToken",
                GetDelegationTokenRequestProto.newBuilder().setRenewer(renewer).build(),
                SERVICE.signing());
        assertThat(response.error()).as(response.message()).isNull();
        return token(response);
    }

    static TokenProto token(ResponseEnvelope response) throws InvalidProtocolBufferException {
        return GetDelegationTokenResponseProto.parseFrom(response.payload()).getToken();
    }

    static SigningKey key(TokenProto token) {
        return new SigningKey(
                new Credential(
                        Credential.Kind.DELEGATION_TOKEN, token.getIdentifier().toByteArray()),
                token.getPassword().toByteArray());
    }
}
