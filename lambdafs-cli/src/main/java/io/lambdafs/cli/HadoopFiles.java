package io.lambdafs.cli;

import io.lambdafs.cli.certificate.Role;
import io.lambdafs.cli.certificate.SecurityDirectory;
import io.lambdafs.cli.certificate.TrustStore;
import io.lambdafs.cli.network.GatewayAddress;
import io.lambdafs.cli.secret.PrivateFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** The files by which Hadoop clients find a stack. */
final class HadoopFiles {
    private static final String LOG4J = """
            log4j.rootLogger=WARN, stderr
            log4j.appender.stderr=org.apache.log4j.ConsoleAppender
            log4j.appender.stderr.target=System.err
            log4j.appender.stderr.layout=org.apache.log4j.PatternLayout
            log4j.appender.stderr.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
            log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
            log4j.logger.org.apache.hadoop.metrics2=ERROR
            """;

    /** What gateways read besides. */
    private static final String GATEWAY_SECURITY = "gateway-security.xml";

    private static final String WEB_CLIENT = "ssl-client.xml";

    private static final String PROVIDER = "dfs.client.failover.proxy.provider.lambdafs";

    private final StackConfig config;
    private final Keys keys;
    private final SecurityDirectory certificates;
    private final List<GatewayAddress> gateways;

    /**
     * For a stack whose platform has these keys.
     *
     * @param certificates of its processes, in secure mode
     * @param gateways where its gateways serve
     */
    HadoopFiles(StackConfig config, Keys keys, SecurityDirectory certificates, List<GatewayAddress> gateways) {
        this.certificates = certificates;
        this.config = config;
        this.keys = keys;
        this.gateways = List.copyOf(gateways);
    }

    /**
     * The platform's keys.
     *
     * @param callers invokes functions
     * @param operator does everything
     */
    record Keys(String callers, String operator) {}

    /* Their consoles show the platform's instances. */
    private Map<String, String> gatewaySecurity() {
        Map<String, String> settings = new LinkedHashMap<>(config.security().gatewaySettings());
        settings.put("lambdafs.client.openwhisk.auth", keys.operator());
        if (config.security().secure()) {
            settings.put(
                    "lambdafs.gateway.https.certificate",
                    certificates.certificate(Role.GATEWAY).toString());
            settings.put(
                    "lambdafs.gateway.https.key", certificates.key(Role.GATEWAY).toString());
        }
        return settings;
    }

    /** What Hadoop's clients read, as {@code ssl-client.xml}, to know the web servers of gateways. */
    private Map<String, String> webClientSettings(Path directory) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("ssl.client.truststore.location", trustStore(directory).toString());
        settings.put("ssl.client.truststore.type", TrustStore.TYPE);
        settings.put("ssl.client.truststore.password", TrustStore.PASSWORD);
        return settings;
    }

    /** Where, in a configuration directory, the certificates are by which Hadoop's clients know the web servers of gateways. */
    static Path trustStore(Path directory) {
        return directory.resolve("truststore.jks");
    }

    /** The settings without which a Hadoop client does not find λFS. */
    Map<String, String> coreSettings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("fs.defaultFS", "hdfs://lambdafs");
        settings.put("dfs.nameservices", "lambdafs");
        settings.put(PROVIDER, "io.lambdafs.client.LambdaFailoverProxyProvider");
        settings.putAll(config.security().hadoopSettings());
        return settings;
    }

    /** Those that say where the platform is. */
    Map<String, String> clientSettings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("lambdafs.client.openwhisk.url", config.platformUrl());
        settings.put("lambdafs.client.openwhisk.auth", keys.callers());
        if (config.security().secure()) {
            settings.put(
                    "lambdafs.client.truststore", certificates.authorities().toString());
        }
        settings.putAll(config.security().pluginSettings());
        return settings;
    }

    /** Everything that belongs into {@code core-site.xml}. */
    Map<String, String> allSettings() {
        Map<String, String> settings = coreSettings();
        settings.putAll(clientSettings());
        return settings;
    }

    /** What belongs into {@code hdfs-site.xml}: for clients with the plugin, too, where commands ask a NameNode by its address. */
    Map<String, String> hdfsSettings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("dfs.replication", Integer.toString(config.replication()));
        List<String> names = new ArrayList<>();
        Map<String, String> addresses = new LinkedHashMap<>();
        for (GatewayAddress gateway : gateways) {
            String name = "gateway" + names.size();
            names.add(name);
            addresses.put(
                    "dfs.namenode.rpc-address.lambdafs." + name, gateway.rpc().getAuthority());
            gateway.http().ifPresent(web -> {
                String key = "dfs.namenode." + web.getScheme() + "-address";
                addresses.put(key + ".lambdafs." + name, web.getAuthority());
                // Commands that do not find out which gateway they speak to ask here.
                addresses.putIfAbsent(key, web.getAuthority());
                if (web.getScheme().equals("https")) {
                    addresses.put("dfs.http.policy", "HTTPS_ONLY");
                }
            });
        }
        if (!names.isEmpty()) {
            settings.put("dfs.ha.namenodes.lambdafs", String.join(",", names));
            settings.putAll(addresses);
        }
        return settings;
    }

    /** What belongs into {@code core-site.xml} of a client without the plugin: gateways are HDFS NameNodes to it. */
    Map<String, String> gatewaySettings() {
        Map<String, String> settings = coreSettings();
        settings.put(PROVIDER, "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
        return settings;
    }

    /** The part of a configuration directory that is the configuration of a client without the plugin. */
    static Path withoutPlugin(Path directory) {
        return directory.resolve("without-plugin");
    }

    /** Where the jar is that {@link #write} makes in a configuration directory. */
    static Path jar(Path directory) {
        return directory.resolve("hadoop-conf.jar");
    }

    /** Writes a configuration directory, and a jar with the same files, which stays as it is while they do. */
    void write(Path directory) {
        Map<String, String> files = new TreeMap<>();
        files.put("core-site.xml", xml(allSettings()));
        files.put("hdfs-site.xml", xml(hdfsSettings()));
        files.put("log4j.properties", LOG4J);
        files.put(GATEWAY_SECURITY, xml(gatewaySecurity()));
        boolean secure = config.security().secure();
        if (secure) {
            files.put(WEB_CLIENT, xml(webClientSettings(directory)));
        }
        try {
            if (secure) {
                PrivateFile.write(trustStore(directory), TrustStore.of(certificates.authorities()));
            }
            for (Map.Entry<String, String> file : files.entrySet()) {
                PrivateFile.write(directory.resolve(file.getKey()), file.getValue());
            }
            byte[] jar = jarOf(files);
            if (!Files.exists(jar(directory)) || !Arrays.equals(jar, Files.readAllBytes(jar(directory)))) {
                PrivateFile.write(jar(directory), jar);
            }
            if (!gateways.isEmpty()) {
                Path withoutPlugin = Files.createDirectories(withoutPlugin(directory));
                PrivateFile.write(withoutPlugin.resolve("core-site.xml"), xml(gatewaySettings()));
                PrivateFile.write(withoutPlugin.resolve("hdfs-site.xml"), xml(hdfsSettings()));
                if (secure) {
                    PrivateFile.write(withoutPlugin.resolve(WEB_CLIENT), xml(webClientSettings(directory)));
                }
            }
        } catch (IOException e) {
            throw new CliException("cannot write to " + directory + " (" + e + ")", e);
        }
    }

    private static byte[] jarOf(Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                JarEntry entry = new JarEntry(file.getKey());
                // The same files make the same jar.
                entry.setTime(0);
                jar.putNextEntry(entry);
                jar.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                jar.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** Writes the file that the plugin reads where Hadoop's configuration does not say where the platform is. */
    void writeClientProperties(Path file) {
        StringBuilder text = new StringBuilder("# Written by 'lambdafs start'.\n");
        clientSettings()
                .forEach((key, value) ->
                        text.append(key).append('=').append(value).append('\n'));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            if (!holdsKey(file)) {
                // Its readers were let in to another key.
                PrivateFile.restrict(file);
            }
            PrivateFile.write(file, text.toString());
        } catch (IOException e) {
            throw new CliException("cannot write " + file + " (" + e + ")", e);
        }
    }

    private boolean holdsKey(Path file) throws IOException {
        return Files.exists(file) && Files.readString(file).contains(keys.callers());
    }

    static String xml(Map<String, String> settings) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
        settings.forEach((name, value) -> xml.append("  <property>\n    <name>")
                .append(name)
                .append("</name>\n    <value>")
                .append(value.replace("&", "&amp;").replace("<", "&lt;"))
                .append("</value>\n  </property>\n"));
        return xml.append("</configuration>\n").toString();
    }
}
