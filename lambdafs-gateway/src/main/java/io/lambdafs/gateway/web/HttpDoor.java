package io.lambdafs.gateway.web;

import io.lambdafs.gateway.call.ObservedCalls;
import io.lambdafs.gateway.console.GatewayConsole;
import io.lambdafs.gateway.rpc.DirectCalls;
import io.lambdafs.gateway.rpc.RpcDoor;
import io.lambdafs.gateway.security.GatewaySecurity;
import io.lambdafs.gateway.security.GatewayTokens;
import io.lambdafs.gateway.web.calls.GatewayCalls;
import io.lambdafs.gateway.web.fsck.FsckServlet;
import io.lambdafs.gateway.web.webhdfs.GatewayWebHdfs;
import io.lambdafs.metrics.MetricsText;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.hdfs.server.namenode.NameNodeHttpServer;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The web server that clients take for a NameNode's: WebHDFS, {@code /fsck}, and a Hadoop daemon's {@code /jmx}, {@code /conf},
 * {@code /logLevel}, {@code /stacks} and {@code /prom}. It has no files.
 */
public final class HttpDoor implements AutoCloseable {
    /** The names by which clients may call the gateway, besides its addresses and this machine's name: a list, or {@code *}. */
    public static final String HOSTS = "lambdafs.gateway.http.hosts";

    private static final String NAME = "gateway";

    /** Where Hadoop's classes look for a NameNode that checks the delegation tokens of WebHDFS. */
    private static final String TOKEN_VERIFIER = "name.node";

    private static final String PROMETHEUS = "hadoop.prometheus.endpoint.enabled";
    private static final String ADMINISTRATORS = "dfs.cluster.administrators";

    private final Logger log = LoggerFactory.getLogger(HttpDoor.class);
    private final HttpServer2 server;
    private final GatewayConsole console;
    private final boolean encrypted;

    private HttpDoor(HttpServer2 server, GatewayConsole console, boolean encrypted) {
        this.server = server;
        this.encrypted = encrypted;
        this.console = console;
    }

    /**
     * Opens a server; it serves when this returns.
     *
     * @param settings Hadoop's: those of its web servers and of WebHDFS, and {@value #HOSTS}
     * @param address where to listen
     * @param ports of which it takes the first that it can have; 0 for any free one
     * @param rpc the gateway's server of Hadoop's RPC, which carries out the calls; remains the caller's
     * @param calls where calls go; remains the caller's
     * @throws IOException with a sentence for the user, if it can have none of the ports
     */
    public static HttpDoor open(
            Configuration settings, String address, List<Integer> ports, RpcDoor rpc, ObservedCalls calls)
            throws IOException {
        DirectCalls direct = new DirectCalls(calls, GatewaySecurity.isOn(settings));
        BindException refused = new BindException("no port was given");
        for (int port : ports) {
            HttpDoor door =
                    new HttpDoor(server(settings, address, port), GatewayConsole.open(settings), WebTls.isOn(settings));
            try {
                door.install(settings, address, new GatewayCalls(rpc, direct), () -> metrics(calls, rpc));
                door.server.setAttribute(TOKEN_VERIFIER, new GatewayTokens(calls));
                door.server.start();
                return door;
            } catch (BindException e) {
                door.close();
                refused = e;
            } catch (IOException | RuntimeException e) {
                door.close();
                throw e;
            }
        }
        throw new IOException(
                "cannot listen at " + address + ", port " + ports + " (" + refused.getMessage()
                        + "): choose another --http-port, or stop the program that holds it",
                refused);
    }

    private static String metrics(ObservedCalls calls, RpcDoor rpc) {
        MetricsText text = new MetricsText();
        calls.addTo(text);
        rpc.addTo(text);
        return text.toString();
    }

    private static HttpServer2 server(Configuration settings, String address, int port) throws IOException {
        HttpServer2.Builder builder = new HttpServer2.Builder();
        if (UserGroupInformation.isSecurityEnabled()) {
            // For _HOST in its principal, as for that of Hadoop's RPC; the address where it listens has no ticket.
            builder.hostName(InetAddress.getLocalHost().getCanonicalHostName());
        }
        return builder.setName(NAME)
                .setConf(ShownSettings.of(GatewaySecurity.ofWebServer(settings)))
                .setACL(new AccessControlList(settings.get(ADMINISTRATORS, " ")))
                .setSecurityEnabled(UserGroupInformation.isSecurityEnabled())
                .setUsernameConfKey("dfs.web.authentication.kerberos.principal")
                .setKeytabConfKey("dfs.web.authentication.kerberos.keytab")
                .addEndpoint(
                        URI.create("http://" + (address.contains(":") ? "[" + address + "]" : address) + ":" + port))
                .setFindPort(false)
                .configureXFrame(true)
                .setXFrameOption("SAMEORIGIN")
                .build();
    }

    private void install(Configuration settings, String address, GatewayCalls calls, Supplier<String> metrics)
            throws IOException {
        JettyBounds.apply(server.getWebAppContext(), UserGroupInformation.isSecurityEnabled());
        if (encrypted) {
            WebTls.apply(server.getWebAppContext().getServer(), settings);
        }
        server.addGlobalFilter(
                "guard",
                RequestGuard.class.getName(),
                Map.of(RequestGuard.HOSTS, String.join(",", OwnNames.of(address, settings.get(HOSTS, "")))));
        server.addServlet("nothing", "/", NothingServlet.class);
        server.addServlet("prof", "/prof", NothingServlet.class);
        if (settings.getBoolean(PROMETHEUS, false)) {
            server.addServlet("prometheus", "/prom", PrometheusPage.class);
            server.setAttribute(PrometheusPage.METRICS, metrics);
        }
        server.addServlet("fsck", "/fsck", FsckServlet.class);
        console.install(server);
        server.setAttribute(JspHelper.CURRENT_CONF, settings);
        server.setAttribute(GatewayCalls.ATTRIBUTE, calls);
        NameNodeHttpServer.initWebHdfs(
                settings, server, GatewayWebHdfs.class.getPackage().getName());
    }

    /** How its URLs begin: {@code http} or {@code https}. */
    public String scheme() {
        return encrypted ? "https" : "http";
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.getConnectorAddress(0);
    }

    @Override
    public void close() {
        console.close();
        try {
            server.stop();
        } catch (Exception e) {
            // HttpServer2 declares any exception; the process is about to end, or tries another port.
            log.warn("The web server did not stop: {}", e.toString());
        }
    }
}
