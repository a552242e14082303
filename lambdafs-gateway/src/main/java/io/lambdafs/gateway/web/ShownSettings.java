package io.lambdafs.gateway.web;

import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** The settings as the web server shows them at {@code /conf}: those that hold a secret have another value. */
final class ShownSettings {
    /** What Hadoop itself leaves out, and the key of the function platform. */
    private static final Pattern SECRET = Pattern.compile(
            "(?i)(secret$|password$|ssl\\.keystore\\.pass$|fs\\.s3a?.*\\.(access|secret|session)\\S*key$|credential$"
                    + "|oauth.*(token|secret)|\\.auth$|\\.auth\\.key$|accesskey$|secretkey$)");

    private static final String REDACTED = "<redacted>";

    private ShownSettings() {}

    static Configuration of(Configuration settings) {
        Configuration shown = new Configuration(settings);
        for (Map.Entry<String, String> setting : settings) {
            if (SECRET.matcher(setting.getKey()).find()) {
                shown.set(setting.getKey(), REDACTED);
            }
        }
        return shown;
    }
}
