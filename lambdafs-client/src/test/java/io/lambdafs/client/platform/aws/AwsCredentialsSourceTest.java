package io.lambdafs.client.platform.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AwsCredentialsSourceTest {
    @TempDir
    private Path home;

    @Test
    void theEnvironment_comesFirst() throws Exception {
        file("[default]\naws_access_key_id = FILE\naws_secret_access_key = secret\n");
        AwsCredentials credentials = source(Map.of(
                        "AWS_ACCESS_KEY_ID", "ID", "AWS_SECRET_ACCESS_KEY", "secret", "AWS_SESSION_TOKEN", "token"))
                .get();

        assertThat(credentials.accessKeyId()).isEqualTo("ID");
        assertThat(credentials.sessionToken()).isEqualTo("token");
        assertThat(credentials).hasToString("AwsCredentials[ID]");
    }

    @Test
    void aProfileOfTheFile_isRead_eachTime() throws Exception {
        file("""
                # a comment
                [default]
                aws_access_key_id=ONE
                aws_secret_access_key=one

                [other]
                aws_access_key_id = TWO
                aws_secret_access_key = a=b
                aws_session_token = t
                """);
        assertThat(source(Map.of()).get().accessKeyId()).isEqualTo("ONE");
        assertThat(source(Map.of()).get().sessionToken()).isNull();
        AwsCredentialsSource other = source(Map.of("AWS_PROFILE", "other"));
        assertThat(other.get().secretAccessKey()).isEqualTo("a=b");

        file("[other]\naws_access_key_id=THREE\naws_secret_access_key=three\n");
        assertThat(other.get().accessKeyId()).isEqualTo("THREE");
        assertThat(other.get().sessionToken()).isNull();
    }

    @Test
    void whatIsMissing_isNamed() throws Exception {
        assertThatThrownBy(() -> source(Map.of()).get())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("set AWS_ACCESS_KEY_ID")
                .hasMessageContaining("aws configure");
        assertThatThrownBy(() -> source(Map.of("AWS_ACCESS_KEY_ID", "ID")).get())
                .hasMessageContaining("AWS_SECRET_ACCESS_KEY");
        file("[default]\naws_access_key_id=ONE\naws_secret_access_key=one\n");
        assertThatThrownBy(() -> source(Map.of("AWS_PROFILE", "nobody")).get())
                .hasMessageContaining("profile nobody of " + home);
    }

    private void file(String text) throws IOException {
        Files.writeString(Files.createDirectories(home.resolve(".aws")).resolve("credentials"), text);
    }

    private AwsCredentialsSource source(Map<String, String> environment) {
        return new AwsCredentialsSource(environment, home.toString());
    }
}
