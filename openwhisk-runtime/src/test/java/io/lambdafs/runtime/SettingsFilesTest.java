package io.lambdafs.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SettingsFilesTest {
    @TempDir
    private Path directory;

    @Test
    void filesAddToTheEnvironment_whichCountsMore() throws IOException {
        String settings = file("settings", "LAMBDAFS_DEPLOYMENTS=4\nLAMBDAFS_SUPERUSER=file\n");
        String password = file("password", "LAMBDAFS_STORE_PASSWORD=secret\n");
        Map<String, String> all = SettingsFiles.with(Map.of(
                "LAMBDAFS_SETTINGS_FILE",
                settings + ", " + password,
                "LAMBDAFS_SUPERUSER",
                "environment",
                "PORT",
                "1"));

        assertThat(all)
                .containsEntry("LAMBDAFS_DEPLOYMENTS", "4")
                .containsEntry("LAMBDAFS_STORE_PASSWORD", "secret")
                .containsEntry("LAMBDAFS_SUPERUSER", "environment")
                .containsEntry("PORT", "1");
    }

    @Test
    void withoutFiles_theEnvironmentIsAsItWas() {
        assertThat(SettingsFiles.with(Map.of("A", "b"))).containsExactly(Map.entry("A", "b"));
    }

    @Test
    void whatIsNoSetting_orIsThereTwice_orCannotBeRead_isNamed() throws IOException {
        String one = file("one", "LAMBDAFS_DEPLOYMENTS=4\n");
        String two = file("two", "LAMBDAFS_DEPLOYMENTS=5\n");
        String other = file("other", "PORT=80\n");

        assertRefused(one + "," + two, "LAMBDAFS_DEPLOYMENTS: remove it from one");
        assertRefused(other, "has the key PORT");
        assertRefused(file("nested", "LAMBDAFS_SETTINGS_FILE=" + one + "\n"), "has the key LAMBDAFS_SETTINGS_FILE");
        assertRefused("/nowhere/at/all", "mount a properties file there");
    }

    private static void assertRefused(String files, String sentence) {
        assertThatThrownBy(() -> SettingsFiles.with(Map.of("LAMBDAFS_SETTINGS_FILE", files)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(sentence);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }
}
