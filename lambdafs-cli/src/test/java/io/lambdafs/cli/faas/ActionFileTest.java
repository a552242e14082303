package io.lambdafs.cli.faas;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ActionFileTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "blog.py, '', python, python:3", "blog.ZIP, '', python, python:3", "blog.jar, '', java, java:17",
        "blog.sh, '', native, blackbox", "blog, '', native, blackbox", "blog.py, loop, loop, blackbox"
    })
    void nameTellsTheKind_unlessItIsSaid(String name, String said, String kind, String openWhisk) throws Exception {
        ActionFile file = ActionFile.read(Files.writeString(directory.resolve(name), "text"), said);
        assertThat(file.kind()).isEqualTo(kind);
        assertThat(file.openWhiskKind()).isEqualTo(openWhisk);
    }

    @Test
    void text_staysText_andAllElseIsBase64() throws Exception {
        Path text = Files.writeString(directory.resolve("text.py"), "print('\u00e9')");
        assertThat(ActionFile.read(text, "")).isEqualTo(new ActionFile("python", "print('\u00e9')", false));
        for (byte[] bytes : new byte[][] {{(byte) 0xff, 1}, "a\0b".getBytes(StandardCharsets.UTF_8)}) {
            Path binary = Files.write(directory.resolve("binary"), bytes);
            assertThat(ActionFile.read(binary, ""))
                    .isEqualTo(new ActionFile("native", Base64.getEncoder().encodeToString(bytes), true));
        }
    }
}
