package io.lambdafs.cli.secret;

import java.nio.file.Path;
import java.util.Map;

/** Where clients of this user find the stack, unless they are configured otherwise. */
public final class ClientPropertiesFile {
    private ClientPropertiesFile() {}

    /**
     * The file that the environment names; else the one in the home directory, which is HOME's as in a shell.
     *
     * @param accountHome the home directory where the environment names none
     */
    public static Path of(Map<String, String> environment, String accountHome) {
        String named = environment.getOrDefault("LAMBDAFS_CLIENT_PROPERTIES_FILE", "");
        if (!named.isEmpty()) {
            return Path.of(named);
        }
        String home = environment.getOrDefault("HOME", "");
        return Path.of(home.isEmpty() ? accountHome : home, ".lambdafs", "client.properties");
    }
}
