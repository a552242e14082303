package io.lambdafs.wire.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The certificates that are made, as Java reads them. */
final class CertificateAuthorityTest {
    private static final Instant FROM = Instant.parse("2024-02-29T12:00:00Z");
    private static final Instant TO = Instant.parse("2099-12-31T23:59:59Z");

    private final SecureRandom random = new SecureRandom();

    @Test
    void issuedCertificate_isValidByTheAuthoritys_andSaysWhatItIsFor() throws Exception {
        CertificateAuthority authority = CertificateAuthority.create("authority λ", FROM, TO, random);
        X509Certificate issued = authority
                .issue("server", List.of("nn1.example.org", "10.0.0.1", "fe80::1"), FROM, TO)
                .certificate();
        PKIXParameters parameters =
                new PKIXParameters(Set.of(new TrustAnchor(authority.identity().certificate(), null)));
        parameters.setRevocationEnabled(false);
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(List.of(issued)), parameters);
        assertThat(issued.getVersion()).isEqualTo(3);
        assertThat(issued.getNotBefore().toInstant()).isEqualTo(FROM);
        assertThat(issued.getNotAfter().toInstant()).isEqualTo(TO);
        assertThat(issued.getSubjectX500Principal().getName()).isEqualTo("CN=server");
        assertThat(issued.getIssuerX500Principal().getName()).isEqualTo("CN=authority λ");
        assertThat(issued.getBasicConstraints()).isEqualTo(-1);
        assertThat(issued.getKeyUsage()).startsWith(true, false, false, false, false, false);
        assertThat(issued.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
        assertThat(issued.getSubjectAlternativeNames())
                .extracting(name -> String.valueOf(((Collection<?>) name).toArray()[1]))
                .containsExactly("nn1.example.org", "10.0.0.1", "fe80:0:0:0:0:0:0:1");
        X509Certificate own = authority.identity().certificate();
        assertThat(own.getBasicConstraints()).isZero();
        assertThat(own.getKeyUsage()).startsWith(false, false, false, false, false, true, true);
        assertThat(own.getSerialNumber()).isPositive().isNotEqualTo(issued.getSerialNumber());
    }

    @Test
    void clientCertificate_isForNoServer() throws Exception {
        CertificateAuthority authority = CertificateAuthority.create("authority", FROM, TO, random);
        X509Certificate issued = authority.issue("client", List.of(), FROM, TO).certificate();
        assertThat(issued.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(issued.getSubjectAlternativeNames()).isNull();
    }

    @Test
    void selfSignedCertificate_isValidByItself() throws Exception {
        X509Certificate made =
                CertificateAuthority.selfSigned("reverse", FROM, TO, random).certificate();
        made.verify(made.getPublicKey());
        assertThat(made.getIssuerX500Principal()).isEqualTo(made.getSubjectX500Principal());
    }

    @Test
    void textThatIsNoHost_isRefused() throws Exception {
        CertificateAuthority authority = CertificateAuthority.create("authority", FROM, TO, random);
        for (String host : List.of("a b", "", "*", "a/b", "-", "x".repeat(300), "1.2.3.999")) {
            assertThatThrownBy(() -> authority.issue("server", List.of(host), FROM, TO))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void keyOfAnotherCertificate_isNoIdentity() throws Exception {
        Identity one = CertificateAuthority.selfSigned("one", FROM, TO, random);
        Identity other = CertificateAuthority.selfSigned("other", FROM, TO, random);
        assertThatThrownBy(() -> new Identity(one.key(), List.of(other.certificate())))
                .hasMessageContaining("not the key of the certificate");
    }
}
