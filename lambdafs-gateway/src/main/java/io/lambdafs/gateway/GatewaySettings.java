package io.lambdafs.gateway;

import io.lambdafs.gateway.security.GatewaySecurity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.ProxyUsers;

/** Hadoop's settings of a gateway, in Hadoop's own keys. */
final class GatewaySettings {
    /** What the user of a stack sets for its gateways; {@code lambdafs start} leaves it alone. */
    static final String SITE = "gateway-site.xml";

    private static final int HANDLERS = 128;
    /** Twice what a request of λFS may have: what is longer is refused before it is read. */
    private static final int LONGEST_REQUEST_BYTES = 1 << 20;
    /** HDFS's bound: a DataNode's list of all its blocks is one call. */
    private static final int LONGEST_REPORT_BYTES = 64 << 20;
    /** Threads of the web server. Those that serve WebHDFS wait for a handler. */
    private static final int HTTP_THREADS = 64;

    /** After so many minutes the connection of a client ends that has an answer and does not read. */
    private static final int UNREAD_MINUTES = 1;

    private GatewaySettings() {}

    /**
     * Reads the settings, and makes them those of Hadoop's classes in this JVM that know users and groups.
     *
     * @throws IOException with a sentence for the user, if callers come with Kerberos tickets and this process cannot log in,
     *     or the rules for names make no user of its principal
     */
    static Configuration install(GatewayOptions options) throws IOException {
        Configuration settings = of(options);
        GatewaySecurity.addSuperuser(settings);
        UserGroupInformation.setConfiguration(settings);
        GatewaySecurity.login(settings);
        ProxyUsers.refreshSuperUserGroupsConfiguration(settings);
        return settings;
    }

    /** Reads the settings. */
    static Configuration of(GatewayOptions options) {
        Configuration settings = new HdfsConfiguration();
        settings.setInt("dfs.namenode.handler.count", HANDLERS);
        settings.setInt(
                "ipc.maximum.data.length",
                options.dataNodes().isEmpty() ? LONGEST_REQUEST_BYTES : LONGEST_REPORT_BYTES);
        settings.setInt("ipc.server.purge.interval", UNREAD_MINUTES);
        settings.setInt("hadoop.http.max.threads", HTTP_THREADS);
        settings.set("lambdafs.client.tracing.service", "lambdafs-gateway");
        settings.setBoolean("hadoop.prometheus.endpoint.enabled", true);
        add(settings, options.configuration().resolve("core-site.xml"));
        add(settings, options.configuration().resolve("hdfs-site.xml"));
        add(settings, options.configuration().resolve("gateway-security.xml"));
        add(settings, options.configuration().resolve(SITE));
        return settings;
    }

    private static void add(Configuration settings, Path file) {
        if (Files.isRegularFile(file)) {
            settings.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
        }
    }
}
