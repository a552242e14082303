package io.lambdafs.cli.security;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Whether a stack is in secure mode, and how its gateways know their callers.
 *
 * @param secure whether callers prove who they are
 * @param principal the gateways' Kerberos principal, such as {@code hdfs/_HOST@EXAMPLE.COM}; empty without Kerberos, when callers come with
 *     delegation tokens that {@code lambdafs token} has written
 * @param keytab the file with the principal's key; empty without Kerberos
 * @param keyProvider the key management server with the keys of encryption zones, as Hadoop writes it; empty for none
 */
public record StackSecurity(boolean secure, String principal, String keytab, String keyProvider) {
    /** Simple mode: callers are believed. */
    public static final StackSecurity SIMPLE = new StackSecurity(false, "", "");

    /** The option of {@code start} for secure mode. */
    public static final String SECURE = "--secure";

    /** The option of {@code start} for the principal. */
    public static final String PRINCIPAL = "--kerberos-principal";

    /** The option of {@code start} for the keytab. */
    public static final String KEYTAB = "--kerberos-keytab";

    /** The option of {@code start} for the key management server. */
    public static final String KEY_PROVIDER = "--key-provider";

    private static final Pattern KMS = Pattern.compile("kms://https?@[A-Za-z0-9._;-]+(:\\d{1,5})?/[A-Za-z0-9._/-]*");
    private static final String SERVICE_KEY_FILE = "LAMBDAFS_CLIENT_SERVICE_KEY_FILE";

    public StackSecurity {
        if (principal.isEmpty() != keytab.isEmpty()) {
            throw new IllegalArgumentException(PRINCIPAL + " and " + KEYTAB + " go together");
        }
        if (!secure && !principal.isEmpty()) {
            throw new IllegalArgumentException(
                    PRINCIPAL + " needs " + SECURE + ": in simple mode no caller is authenticated");
        }
        if (!keyProvider.isEmpty() && !KMS.matcher(keyProvider).matches()) {
            throw new IllegalArgumentException(KEY_PROVIDER
                    + " must be a key management server, such as kms://http@localhost:9600/kms, not " + keyProvider);
        }
        if (!principal.isEmpty() && !principal.matches("[^/@]+(/[^/@]+)?@[^/@]+")) {
            throw new IllegalArgumentException(
                    PRINCIPAL + " must look like hdfs/_HOST@EXAMPLE.COM, with the realm, not " + principal);
        }
    }

    /** Without a key management server. */
    public StackSecurity(boolean secure, String principal, String keytab) {
        this(secure, principal, keytab, "");
    }

    /** Whether gateways know their callers by Kerberos. */
    public boolean hasKerberos() {
        return !principal.isEmpty();
    }

    /**
     * Makes sure that what gateways need is there.
     *
     * @throws IllegalArgumentException if the keytab cannot be read
     */
    public void requireUsable() {
        if (hasKerberos() && !Files.isReadable(Path.of(keytab))) {
            throw new IllegalArgumentException(
                    KEYTAB + " " + keytab + " cannot be read: name the keytab of " + principal);
        }
    }

    /** These settings among the others of a stack. */
    public void addTo(Properties properties) {
        properties.setProperty("secure", Boolean.toString(secure));
        properties.setProperty("kerberos-principal", principal);
        properties.setProperty("kerberos-keytab", keytab);
        properties.setProperty("key-provider", keyProvider);
    }

    /** Reads {@link #addTo}'s settings; simple mode if there are none. */
    public static StackSecurity of(Properties properties) {
        return new StackSecurity(
                Boolean.parseBoolean(properties.getProperty("secure", "false")),
                properties.getProperty("kerberos-principal", ""),
                properties.getProperty("kerberos-keytab", ""),
                properties.getProperty("key-provider", ""));
    }

    /** What Hadoop's clients of the stack need, with the plugin and without. */
    public Map<String, String> hadoopSettings() {
        Map<String, String> settings = new LinkedHashMap<>();
        if (!keyProvider.isEmpty()) {
            settings.put("hadoop.security.key.provider.path", keyProvider);
        }
        if (secure) {
            // Content is encrypted. Without this it is so with RC4 or 3DES, which take much longer.
            settings.put("dfs.encrypt.data.transfer.cipher.suites", "AES/CTR/NoPadding");
            // A gateway's answers have secrets in them: of tokens, and of encrypted transfers.
            settings.put("hadoop.rpc.protection", "privacy");
        }
        if (hasKerberos()) {
            settings.put("hadoop.security.authentication", "kerberos");
            settings.put("dfs.namenode.kerberos.principal", principal);
            // Gateways may be on several machines. Nobody else of the realm passes for one.
            settings.put("dfs.namenode.kerberos.principal.pattern", principal.replaceFirst("/[^@]+@", "/*@"));
        }
        return settings;
    }

    /** What the plugin needs besides. */
    public Map<String, String> pluginSettings() {
        return secure ? Map.of("lambdafs.client.secure", "true") : Map.of();
    }

    /** What gateways need besides. */
    public Map<String, String> gatewaySettings() {
        Map<String, String> settings = new LinkedHashMap<>();
        if (hasKerberos()) {
            // On the same host, and in the same realm.
            String web = principal.contains("/")
                    ? "HTTP" + principal.substring(principal.indexOf('/'))
                    : "HTTP/localhost" + principal.substring(principal.indexOf('@'));
            settings.put("dfs.namenode.keytab.file", keytab);
            settings.put("dfs.web.authentication.kerberos.principal", web);
            settings.put("dfs.web.authentication.kerberos.keytab", keytab);
            settings.put("hadoop.http.authentication.type", "kerberos");
            settings.put("hadoop.http.authentication.kerberos.principal", web);
            settings.put("hadoop.http.authentication.kerberos.keytab", keytab);
        }
        return settings;
    }

    /** The variables of functions. */
    public Map<String, String> functionEnvironment() {
        Map<String, String> variables = new HashMap<>(environment());
        if (!keyProvider.isEmpty()) {
            variables.put("LAMBDAFS_KEY_PROVIDER", keyProvider);
        }
        return variables;
    }

    /** The variables of all processes of the stack. */
    public Map<String, String> environment() {
        return secure ? Map.of("LAMBDAFS_SECURE", "true") : Map.of();
    }

    /**
     * The variables of processes that speak for any user.
     *
     * @param root the data directory
     */
    public Map<String, String> serviceEnvironment(Path root) {
        return secure ? Map.of(SERVICE_KEY_FILE, serviceKey(root).toString()) : Map.of();
    }

    /** The same for a stack of which only the data directory is known. */
    public static Map<String, String> serviceEnvironmentIn(Path root) {
        Path key = serviceKey(root);
        return Files.isReadable(key) ? Map.of(SERVICE_KEY_FILE, key.toString()) : Map.of();
    }

    /** Where the stack's service key is. A user who can read it can administer the stack. */
    public static Path serviceKey(Path root) {
        return root.resolve("security").resolve("service.key");
    }
}
