package io.lambdafs.client;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Where settings come from: Hadoop's configuration, then environment variables, then the properties file that
 * {@code lambdafs start} writes, then the defaults. A user who names the platform elsewhere means another cluster than that file
 * does, so the file is then read only if it is named too.
 */
final class ClientConfigSources {
    private final Configuration hadoop;
    private final Map<String, String> environment;
    private final String home;

    ClientConfigSources(Configuration hadoop, Map<String, String> environment) {
        this(hadoop, environment, home(environment));
    }

    ClientConfigSources(Configuration hadoop, Map<String, String> environment, String home) {
        this.hadoop = hadoop;
        this.environment = environment;
        this.home = home;
    }

    /** What a shell takes for {@code ~}. Java knows the account's home only, whatever HOME says. */
    private static String home(Map<String, String> environment) {
        String home = environment.get("HOME");
        return home != null && !home.isEmpty() ? home : System.getProperty("user.home");
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException if a key is unknown or a value unusable
     * @throws IOException if the properties file exists and cannot be read
     */
    ClientConfig load() throws IOException {
        for (String suffix : hadoop.getPropsWithPrefix(ClientKey.PREFIX).keySet()) {
            requireKnown(ClientKey.PREFIX + suffix, "Hadoop's configuration");
        }
        Properties file = readFile();
        Map<ClientKey, String> values = new EnumMap<>(ClientKey.class);
        for (ClientKey key : ClientKey.values()) {
            String value = explicit(key);
            if (value == null) {
                value = file.getProperty(key.key());
            }
            if (value != null) {
                values.put(key, value);
            }
        }
        return new ClientConfig(values);
    }

    private @Nullable String explicit(ClientKey key) {
        String value = hadoop.get(key.key());
        return value != null ? value : environment.get(key.environmentVariable());
    }

    private Properties readFile() throws IOException {
        String named = explicit(ClientKey.PROPERTIES_FILE);
        if (named == null && (explicit(ClientKey.OPENWHISK_URL) != null || explicit(ClientKey.FUNCTION_URL) != null)) {
            return new Properties();
        }
        String name = named != null ? named : ClientKey.PROPERTIES_FILE.defaultValue();
        File file = new File(name.startsWith("~/") ? home + name.substring(1) : name);
        Properties properties = new Properties();
        if (!file.isFile()) {
            if (named != null) {
                throw new IOException(ClientKey.PROPERTIES_FILE.key() + " names " + file + ", which does not exist");
            }
            return properties;
        }
        try (InputStream in = Files.newInputStream(file.toPath())) {
            properties.load(in);
        }
        for (String key : properties.stringPropertyNames()) {
            requireKnown(key, file.toString());
        }
        return properties;
    }

    private static void requireKnown(String name, String source) {
        for (ClientKey key : ClientKey.values()) {
            if (key.key().equals(name)) {
                return;
            }
        }
        throw new IllegalArgumentException(source + " has the unknown key " + name + "; docs/client.md lists the keys");
    }
}
