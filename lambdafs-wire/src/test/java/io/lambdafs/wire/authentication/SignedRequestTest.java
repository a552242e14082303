package io.lambdafs.wire.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.Caller;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

final class SignedRequestTest {
    /** Where the mark of a resubmission is. */
    private static final int RESUBMISSION_AT = 25;

    private static final Credential CREDENTIAL = new Credential(Credential.Kind.DELEGATION_TOKEN, new byte[] {1, 2, 3});
    private static final SigningKey KEY = new SigningKey(CREDENTIAL, new byte[] {4, 5, 6});
    private static final RequestEnvelope REQUEST = new RequestEnvelope(
                    new RequestId(new UUID(1, 2), 3),
                    new Caller("alice", List.of("staff"), "host").inContext("job_1"),
                    RequestLife.of(1000, 2000),
                    "mkdirs",
                    new byte[] {7, 8})
            .among(4)
            .signedWith(KEY);

    private static boolean proves(byte[] message) throws MalformedEnvelopeException {
        return Objects.requireNonNull(RequestEnvelope.decode(message).signature())
                .wasMadeWith(KEY);
    }

    @Test
    void signedRequest_saysTheSame_andItsSignatureFits() throws Exception {
        RequestEnvelope received = RequestEnvelope.decode(REQUEST.encode());

        assertThat(received.caller().user()).isEqualTo("alice");
        assertThat(received.caller().context()).isEqualTo("job_1");
        assertThat(received.payload()).containsExactly(7, 8);
        assertThat(Objects.requireNonNull(received.signature()).credential()).isEqualTo(CREDENTIAL);
        assertThat(received.isProven()).isFalse();
        assertThat(proves(REQUEST.encode())).isTrue();
        assertThat(proves(REQUEST.asResubmission().encode())).isTrue();
        assertThat(proves(REQUEST.traced("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                        .encode()))
                .isTrue();
    }

    @Test
    void everyByteIsProven_butTheMarkOfAResubmission() throws Exception {
        byte[] sent = REQUEST.encode();
        for (int i = 0; i < sent.length; i++) {
            byte[] changed = sent.clone();
            changed[i] ^= 1;
            boolean proven;
            try {
                RequestEnvelope received = RequestEnvelope.decode(changed);
                proven = received.signature() != null && received.signature().wasMadeWith(KEY);
            } catch (MalformedEnvelopeException e) {
                proven = false;
            }
            assertThat(proven).as("byte %d", i).isEqualTo(i == RESUBMISSION_AT);
        }
    }

    @Test
    void anotherSecret_doesNotProve() throws Exception {
        RequestEnvelope forged =
                RequestEnvelope.decode(REQUEST.signedWith(new SigningKey(CREDENTIAL, new byte[] {4, 5, 7}))
                        .encode());
        assertThat(Objects.requireNonNull(forged.signature()).wasMadeWith(KEY)).isFalse();
        SigningKey sameSecret = new SigningKey(
                new Credential(Credential.Kind.SERVICE_KEY, CREDENTIAL.identifier()), new byte[] {4, 5, 6});
        assertThat(Objects.requireNonNull(
                                RequestEnvelope.decode(REQUEST.encode()).signature())
                        .wasMadeWith(sameSecret))
                .isFalse();
    }

    @Test
    void cutOrLengthenedSignature_isMalformed_andUnsignedRequestsHaveNone() throws Exception {
        byte[] sent = REQUEST.encode();
        for (int length : new int[] {sent.length - 1, sent.length - 33, sent.length + 1}) {
            assertThatThrownBy(() -> RequestEnvelope.decode(Arrays.copyOf(sent, length)))
                    .isInstanceOf(MalformedEnvelopeException.class);
        }
        byte[] unsigned = REQUEST.signedWith(null).encode();
        assertThat(unsigned[0]).isEqualTo((byte) 4);
        assertThat(RequestEnvelope.decode(unsigned).signature()).isNull();
    }

    @Test
    void unknownKindOfCredential_isMalformed() throws Exception {
        byte[] sent = REQUEST.encode();
        int kindAt = sent.length - 32 - 4 - 3 - 4 - 1;
        assertThat(sent[kindAt]).isEqualTo((byte) 1);
        sent[kindAt] = 9;
        assertThatThrownBy(() -> RequestEnvelope.decode(sent)).hasMessageContaining("no kind of credential");
        assertThatThrownBy(() -> new Credential(Credential.Kind.SERVICE_KEY, new byte[4097]))
                .hasMessageContaining("the limit is 4096");
    }

    @Test
    void signature_isTheHmacThatJavaMakes() throws Exception {
        for (int secretBytes : new int[] {1, 32, 63, 64, 65, 200}) {
            byte[] secret = new byte[secretBytes];
            Arrays.fill(secret, (byte) secretBytes);
            for (int length : new int[] {1, 26, 64, 300}) {
                byte[] message = new byte[length];
                Arrays.fill(message, (byte) length);
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(secret, "HmacSHA256"));
                byte[] signature = new SigningKey(CREDENTIAL, secret).sign(message, length, 0);
                message[0] = 0;
                assertThat(signature).isEqualTo(mac.doFinal(message));
            }
        }
    }

    @Test
    void requestIsProven_onlyIfSomebodySaysSo() {
        RequestEnvelope proven = REQUEST.provenToBeOf(new Caller("bob", List.of(), "host"));
        assertThat(proven.isProven()).isTrue();
        assertThat(proven.caller().user()).isEqualTo("bob");
        assertThat(proven.asResubmission().isProven()).isTrue();
    }
}
