package io.lambdafs.gateway.web;

import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.apache.hadoop.conf.Configuration;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has a web server speak HTTPS alone, with a certificate in files that are read again when they change. */
final class WebTls {
    /** The setting that names the certificate, in PEM. The server speaks HTTP without it. */
    static final String CERTIFICATE = "lambdafs.gateway.https.certificate";

    /** The setting that names its private key, in PKCS #8 and PEM. */
    static final String KEY = "lambdafs.gateway.https.key";

    private static final Logger log = LoggerFactory.getLogger(WebTls.class);

    private WebTls() {}

    static boolean isOn(Configuration settings) {
        return !settings.getTrimmed(CERTIFICATE, "").isEmpty();
    }

    /**
     * Changes a server that has not started.
     *
     * @throws IOException with a sentence for the user, if a file cannot be used
     */
    static void apply(Server server, Configuration settings) throws IOException {
        String key = settings.getTrimmed(KEY, "");
        if (key.isEmpty()) {
            throw new IOException(CERTIFICATE + " needs " + KEY + ": name the file with the certificate's private key");
        }
        SSLContext context = TlsContexts.server(
                Path.of(settings.getTrimmed(CERTIFICATE)),
                Path.of(key),
                System::nanoTime,
                warning -> log.warn("The certificate of the web server: {}", warning));
        for (Connector connector : server.getConnectors()) {
            SslContextFactory.Server tls = new SslContextFactory.Server();
            tls.setSslContext(context);
            tls.setIncludeProtocols(TlsContexts.VERSION);
            HttpConnectionFactory http = connector.getConnectionFactory(HttpConnectionFactory.class);
            // So that requests know that they came by HTTPS. Names are checked by the guard.
            http.getHttpConfiguration().addCustomizer(new SecureRequestCustomizer(false));
            SslConnectionFactory sealed = new SslConnectionFactory(tls, HttpVersion.HTTP_1_1.asString());
            ((AbstractConnector) connector).addFirstConnectionFactory(sealed);
            ((AbstractConnector) connector).setDefaultProtocol(sealed.getProtocol());
        }
    }
}
