package io.lambdafs.store.rocks.net;

import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** How one end encrypts its connections over TCP, by TLS 1.3. Replaced files count from the next connection on. Thread-safe. */
public final class EngineTls {
    /** Checks that a certificate is for the host that was connected to. */
    private static final String HOST_CHECK = "HTTPS";

    private final SSLContext context;
    private final boolean client;

    private EngineTls(SSLContext context, boolean client) {
        this.context = context;
        this.client = client;
    }

    /**
     * For an engine, which shows the certificate in this file.
     *
     * @param certificate in PEM
     * @param key its private key, in PKCS #8 and PEM
     * @param warnings takes a message when a file has changed and cannot be used
     * @throws IOException if a file cannot be used now; the message says why, and what to do
     */
    public static EngineTls ofServer(Path certificate, Path key, Consumer<String> warnings) throws IOException {
        return new EngineTls(TlsContexts.server(certificate, key, System::nanoTime, warnings), false);
    }

    /**
     * For a client, which takes engines with a certificate of these authorities for the host that it connects to.
     *
     * @param authorities their certificates in PEM
     * @param warnings takes a message when the file has changed and cannot be used
     * @throws IOException if the file cannot be used now; the message says why, and what to do
     */
    public static EngineTls ofClient(Path authorities, Consumer<String> warnings) throws IOException {
        return new EngineTls(TlsContexts.client(authorities, System::nanoTime, warnings), true);
    }

    /** A connection's end; the address is the one that a client has connected to. */
    SSLEngine engine(EngineAddress address) {
        SSLEngine engine = context.createSSLEngine(address.host(), address.port());
        engine.setUseClientMode(client);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[] {TlsContexts.VERSION});
        if (client) {
            parameters.setEndpointIdentificationAlgorithm(HOST_CHECK);
        }
        engine.setSSLParameters(parameters);
        return engine;
    }
}
