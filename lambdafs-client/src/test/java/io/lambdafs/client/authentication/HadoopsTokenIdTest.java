package io.lambdafs.client.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.authentication.DelegationTokenId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares identifiers with those that Hadoop's own class writes and reads. */
final class HadoopsTokenIdTest {
    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 127, 128, 255, 256, 65_535, 65_536, 1_700_000_000_000L, Long.MAX_VALUE, -1, -112, -113, -300
            })
    void hadoopReadsIt_andWritesTheSame(long millis) throws IOException {
        for (String realUser : new String[] {"", "oozie"}) {
            DelegationTokenId id = new DelegationTokenId("älice", "yarn", realUser, millis, millis, 70_000);
            DelegationTokenIdentifier hadoops = new DelegationTokenIdentifier();
            hadoops.readFields(new DataInputStream(new ByteArrayInputStream(id.encode())));

            assertThat(hadoops.getOwner()).isEqualTo(new Text("älice"));
            assertThat(hadoops.getRenewer()).isEqualTo(new Text("yarn"));
            assertThat(hadoops.getRealUser()).isEqualTo(new Text(realUser));
            assertThat(hadoops.getIssueDate()).isEqualTo(millis);
            assertThat(hadoops.getMaxDate()).isEqualTo(millis);
            assertThat(hadoops.getSequenceNumber()).isEqualTo(70_000);
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            hadoops.write(new DataOutputStream(written));
            assertThat(written.toByteArray()).isEqualTo(id.encode());
            DelegationTokenId read = DelegationTokenId.decode(written.toByteArray());
            assertThat(read.issuedMillis()).isEqualTo(millis);
            assertThat(read.realUser()).isEqualTo(realUser);
            assertThat(read.toString()).isEqualTo(hadoops.toString());
        }
    }

    @Test
    void whatIsNoIdentifier_isRefused() {
        byte[] good = new DelegationTokenId("alice", "yarn", "", 1, 2, 3).encode();
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> DelegationTokenId.decode(cut)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> DelegationTokenId.decode(Arrays.copyOf(good, good.length + 1)))
                .hasMessageContaining("after its end");
        byte[] newer = good.clone();
        newer[0] = 1;
        assertThatThrownBy(() -> DelegationTokenId.decode(newer)).hasMessageContaining("version 1");
        byte[] longName = good.clone();
        longName[1] = (byte) 0x8a;
        assertThatThrownBy(() -> DelegationTokenId.decode(longName)).hasMessageContaining("the limit is 1024");
        byte[] nul = good.clone();
        nul[2] = 0;
        assertThatThrownBy(() -> DelegationTokenId.decode(nul)).hasMessageContaining("NUL");
    }
}
