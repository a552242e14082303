package io.lambdafs.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class FileSystemIdentityTest {
    private final byte[] encoded = new FileSystemIdentity(-7, "CID-é", "BP-1-127.0.0.1-2", 42).encode();

    @Test
    void bytes_giveTheSameIdentity() throws MalformedEnvelopeException {
        FileSystemIdentity read = FileSystemIdentity.decode(encoded);

        assertThat(read.namespaceId()).isEqualTo(-7);
        assertThat(read.clusterId()).isEqualTo("CID-é");
        assertThat(read.blockPoolId()).isEqualTo("BP-1-127.0.0.1-2");
        assertThat(read.creationMillis()).isEqualTo(42);
    }

    @Test
    void bytesTooFewOrTooMany_areRefused() {
        assertThatThrownBy(() -> FileSystemIdentity.decode(Arrays.copyOf(encoded, encoded.length - 1)))
                .isInstanceOf(MalformedEnvelopeException.class);
        assertThatThrownBy(() -> FileSystemIdentity.decode(Arrays.copyOf(encoded, encoded.length + 1)))
                .isInstanceOf(MalformedEnvelopeException.class);
    }
}
