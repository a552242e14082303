package io.lambdafs.namenode.op.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.MethodDescriptor;
import org.junit.jupiter.api.Test;

/** Every method that a client can call has an operation, be it a refusal that says what is missing. */
final class ProtocolCoverageTest {
    private final NameNodeFixture fixture = new FileFixture().nameNode;

    @Test
    void everyMethod_isKnown() {
        List<String> unknown = methods().stream()
                .filter(method -> fixture.send(fixture.newRequestId(), NameNodeFixture.SUPERUSER, method, new byte[0])
                                .error()
                        == ErrorCode.UNKNOWN_METHOD)
                .toList();
        assertThat(unknown).isEmpty();
    }

    @Test
    void garbage_isRefusedByEveryMethod() {
        byte[] garbage = {(byte) 0xff, (byte) 0xff, 7};
        assertThat(methods())
                .allSatisfy(method -> assertThat(
                                fixture.send(fixture.newRequestId(), NameNodeFixture.SUPERUSER, method, garbage)
                                        .error())
                        .isEqualTo(ErrorCode.MALFORMED_REQUEST));
    }

    private static List<String> methods() {
        return ClientNamenodeProtocolProtos.getDescriptor()
                .findServiceByName("ClientNamenodeProtocol")
                .getMethods()
                .stream()
                .map(MethodDescriptor::getName)
                .toList();
    }
}
