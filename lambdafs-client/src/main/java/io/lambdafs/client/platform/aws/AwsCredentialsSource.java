package io.lambdafs.client.platform.aws;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;

/**
 * Where credentials come from: {@code AWS_ACCESS_KEY_ID} and the variables that go with it, or else a profile of the file that AWS's
 * command writes. The file is read for each request, so that one which another program renews is used as soon as it is there.
 */
public final class AwsCredentialsSource {
    private static final String ID = "AWS_ACCESS_KEY_ID";
    private static final String SECRET = "AWS_SECRET_ACCESS_KEY";
    private static final String TOKEN = "AWS_SESSION_TOKEN";
    private static final String FILE = "AWS_SHARED_CREDENTIALS_FILE";
    private static final String PROFILE = "AWS_PROFILE";

    private final Map<String, String> environment;
    private final String home;

    /** The credentials of a process with this environment and home directory. */
    public AwsCredentialsSource(Map<String, String> environment, String home) {
        this.environment = environment;
        this.home = home;
    }

    /** Where they are, for messages. */
    public String name() {
        return isInEnvironment() ? "the environment (" + ID + ")" : "profile " + profile() + " of " + file();
    }

    private boolean isInEnvironment() {
        return !value(environment, ID).isEmpty();
    }

    /**
     * The credentials as they are now.
     *
     * @throws IOException a sentence that says what to do, if there are none
     */
    public AwsCredentials get() throws IOException {
        return isInEnvironment() ? of(environment, ID, SECRET, TOKEN) : fromFile();
    }

    private AwsCredentials fromFile() throws IOException {
        if (!file().isFile()) {
            throw new IOException("There are no credentials of AWS: set " + ID + " and " + SECRET
                    + ", or put them into " + file() + " ('aws configure' does)");
        }
        Map<String, String> section = section();
        return of(section, "aws_access_key_id", "aws_secret_access_key", "aws_session_token");
    }

    private AwsCredentials of(Map<String, String> values, String id, String secret, String token) throws IOException {
        if (value(values, id).isEmpty() || value(values, secret).isEmpty()) {
            throw new IOException(
                    "The credentials of AWS in " + name() + " are not complete: set " + id + " and " + secret);
        }
        return new AwsCredentials(value(values, id), value(values, secret), value(values, token));
    }

    /** The lines of the profile; others are skipped. */
    private Map<String, String> section() throws IOException {
        Map<String, String> values = new HashMap<>();
        boolean within = false;
        for (String raw : Files.readAllLines(file().toPath(), StandardCharsets.UTF_8)) {
            String line = raw.trim();
            if (line.startsWith("[")) {
                within = line.equals("[" + profile() + "]");
            } else if (within && line.indexOf('=') > 0 && !line.startsWith("#")) {
                int equals = line.indexOf('=');
                values.put(
                        line.substring(0, equals).trim(),
                        line.substring(equals + 1).trim());
            }
        }
        return values;
    }

    private String profile() {
        String profile = value(environment, PROFILE);
        return profile.isEmpty() ? "default" : profile;
    }

    private File file() {
        String file = value(environment, FILE);
        return file.isEmpty() ? new File(home, ".aws/credentials") : new File(file);
    }

    private static String value(Map<String, String> values, String name) {
        String value = values.get(name);
        return value == null ? "" : value.trim();
    }
}
