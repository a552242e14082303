package io.lambdafs.client.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.authentication.ServiceKey;
import io.lambdafs.wire.authentication.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServiceKeyFileTest {
    @TempDir
    private Path directory;

    private final AtomicLong now = new AtomicLong(5);
    private final ServiceKey first = ServiceKey.random(1);
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = write(first.text() + "\n");
    }

    private Path write(String text) throws IOException {
        Path written = Files.writeString(directory.resolve("key"), text);
        Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rw-------"));
        return written;
    }

    private ServiceKeyFile open() throws IOException {
        return ServiceKeyFile.open(file, now::get);
    }

    private static int number(SigningKey key) {
        byte[] identifier = key.credential().identifier();
        return identifier[3];
    }

    @Test
    void keyOfTheFile_signs_andAReplacedOneIsReadSoon() throws IOException {
        ServiceKeyFile keys = open();
        assertThat(number(Objects.requireNonNull(keys.current()))).isEqualTo(1);
        write(ServiceKey.random(2).text());
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));

        assertThat(number(Objects.requireNonNull(keys.current()))).isEqualTo(1);
        now.addAndGet(TimeUnit.SECONDS.toNanos(3));

        assertThat(number(Objects.requireNonNull(keys.current()))).isEqualTo(2);
    }

    @Test
    void fileThatOthersCanRead_isRefused() throws IOException {
        for (String mode : new String[] {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-"}) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
            assertThatThrownBy(this::open).as(mode).hasMessageContaining("chmod 600");
        }
    }

    @Test
    void fileWithoutAKey_isRefused() throws IOException {
        for (String text : new String[] {"", "1", "1:short", "0:" + first.text().substring(2), first.text() + "x"}) {
            write(text);
            assertThatThrownBy(this::open)
                    .as(text)
                    .isInstanceOf(Exception.class)
                    .hasMessageContaining("key");
        }
        write("x".repeat(2000));
        assertThatThrownBy(this::open).hasMessageContaining("too long");
    }

    @Test
    void text_saysTheKey_andNothingElseDoes() {
        assertThat(ServiceKey.parse(first.text()).text()).isEqualTo(first.text());
        assertThat(first.toString() + first.signing())
                .doesNotContain(first.text().substring(2));
    }
}
