package io.lambdafs.cli.certificate;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The names and addresses of hosts in a certificate. */
final class CertificateNames {
    private CertificateNames() {}

    /** The certificate's names; none if it has no names that can be read. */
    static Set<String> of(X509Certificate certificate) {
        Set<String> names = new TreeSet<>();
        try {
            Collection<List<?>> all = certificate.getSubjectAlternativeNames();
            if (all != null) {
                all.forEach(name -> names.add(String.valueOf(name.get(1))));
            }
        } catch (CertificateParsingException e) {
            return Set.of();
        }
        return names;
    }
}
