package io.lambdafs.cli.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ClientPropertiesFileTest {
    private static final String ACCOUNT = "/home/account";

    @Test
    void fileThatIsNamed_isTheOne() {
        Map<String, String> environment =
                Map.of("LAMBDAFS_CLIENT_PROPERTIES_FILE", "/elsewhere/file", "HOME", "/home/other");

        assertThat(ClientPropertiesFile.of(environment, ACCOUNT)).isEqualTo(Path.of("/elsewhere/file"));
    }

    @Test
    void home_goesBeforeTheAccounts() {
        assertThat(ClientPropertiesFile.of(Map.of("HOME", "/home/other"), ACCOUNT))
                .isEqualTo(Path.of("/home/other/.lambdafs/client.properties"));
        assertThat(ClientPropertiesFile.of(Map.of("HOME", ""), ACCOUNT))
                .isEqualTo(Path.of("/home/account/.lambdafs/client.properties"));
        assertThat(ClientPropertiesFile.of(Map.of(), ACCOUNT))
                .isEqualTo(Path.of("/home/account/.lambdafs/client.properties"));
    }
}
