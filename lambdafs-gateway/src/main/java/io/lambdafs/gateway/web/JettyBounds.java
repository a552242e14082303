package io.lambdafs.gateway.web;

import org.eclipse.jetty.server.ConnectionLimit;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.webapp.WebAppContext;

/** Bounds that Hadoop's web server has no settings for, and the removal of its directories of files. */
final class JettyBounds {
    private static final int MAX_CONNECTIONS = 1_024;
    /** A client that takes or sends less than this on average is disconnected. */
    private static final long MIN_BYTES_PER_SECOND = 100;

    private JettyBounds() {}

    /**
     * Applies them to the server of this application, which has not started.
     *
     * @param carriesContent whether clients send files: then no client is too slow that sends something within the server's bound on
     *     silence, because a program may write a file of few bytes for a long time
     */
    static void apply(WebAppContext application, boolean carriesContent) {
        Server server = application.getServer();
        // The contexts of log files, of static files and of a profiler's output.
        for (Handler files : server.getChildHandlersByClass(ContextHandlerCollection.class)) {
            ((ContextHandlerCollection) files).setHandlers(new Handler[0]);
        }
        application.setExtractWAR(false);
        application.setErrorHandler(new JsonErrors());
        server.setErrorHandler(new JsonErrors());
        server.addBean(new ConnectionLimit(MAX_CONNECTIONS, server));
        for (Connector connector : server.getConnectors()) {
            HttpConfiguration http =
                    connector.getConnectionFactory(HttpConnectionFactory.class).getHttpConfiguration();
            http.setMinRequestDataRate(carriesContent ? 0 : MIN_BYTES_PER_SECOND);
            http.setMinResponseDataRate(MIN_BYTES_PER_SECOND);
        }
    }
}
