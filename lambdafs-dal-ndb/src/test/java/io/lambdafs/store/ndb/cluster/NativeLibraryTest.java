package io.lambdafs.store.ndb.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said where the client library is not as it should be. */
final class NativeLibraryTest {
    @TempDir
    private Path directory;

    @Test
    void missingFile_isNamed() {
        assertThat(refusal(directory)).contains("no file " + directory.resolve("libndbclient.so"));
    }

    @Test
    void missingDirectory_isNamed() {
        Path missing = directory.resolve("missing");
        assertThat(refusal(missing)).contains("cannot read the directory " + missing);
    }

    @Test
    void fileThatIsNoLibrary_isNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("libndbclient.so.6.1.0"), "text");
        assertThat(refusal(directory)).contains(file.toString());
    }

    private static String refusal(Path named) {
        StoreException refused = catchThrowableOfType(
                StoreException.class, () -> NdbLibrary.load(Map.of(NdbLibrary.DIRECTORY_VARIABLE, named.toString())));
        assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE);
        assertThat(refused).hasMessageContaining("NDB_LIBRARY_PATH").hasMessageContaining("Install");
        return String.valueOf(refused.getMessage());
    }
}
