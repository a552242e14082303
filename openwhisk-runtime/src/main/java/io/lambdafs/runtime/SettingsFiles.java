package io.lambdafs.runtime;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Settings in files beside the environment, for platforms that mount files: properties files whose keys are the names of the
 * variables. What the environment says counts more.
 */
final class SettingsFiles {
    /** Environment variable with the names of the files, with commas between them. */
    static final String VARIABLE = "LAMBDAFS_SETTINGS_FILE";

    private static final String PREFIX = "LAMBDAFS_";

    private SettingsFiles() {}

    /**
     * This environment with what the files say that it names.
     *
     * @throws IllegalArgumentException if one cannot be read, has a key that is no variable, or one that another file has as well
     */
    static Map<String, String> with(Map<String, String> environment) {
        Map<String, String> fromFiles = new HashMap<>();
        for (String name : names(environment)) {
            Properties properties = read(name);
            for (String key : properties.stringPropertyNames()) {
                if (!key.startsWith(PREFIX) || key.equals(VARIABLE)) {
                    throw new IllegalArgumentException(name + " (" + VARIABLE + ") has the key " + key
                            + "; keys are names of environment variables that begin with " + PREFIX);
                }
                if (fromFiles.put(key, properties.getProperty(key)) != null) {
                    throw new IllegalArgumentException(
                            "two of the files in " + VARIABLE + " have " + key + ": remove it from one");
                }
            }
        }
        fromFiles.putAll(environment);
        return Map.copyOf(fromFiles);
    }

    private static List<String> names(Map<String, String> environment) {
        return Arrays.stream(environment.getOrDefault(VARIABLE, "").split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static Properties read(String name) {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(Path.of(name))) {
            properties.load(in);
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(
                    VARIABLE + " names " + name + ", which cannot be read: mount a properties file there", e);
        }
        return properties;
    }
}
