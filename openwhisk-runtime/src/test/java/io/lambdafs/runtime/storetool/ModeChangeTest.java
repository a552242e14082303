package io.lambdafs.runtime.storetool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.authentication.DelegationToken;
import io.lambdafs.authentication.DelegationTokens;
import io.lambdafs.authentication.KeptServiceKey;
import io.lambdafs.authentication.SecurityMode;
import io.lambdafs.authentication.ServiceKeys;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Transaction;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.wire.authentication.DelegationTokenId;
import io.lambdafs.wire.authentication.ServiceKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ModeChangeTest {
    @TempDir
    private Path directory;

    private Instant now = Instant.EPOCH;
    private final MetadataStore store = new InMemoryMetadataStore(InstantSource.system());
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final StoreTool tool = new StoreTool(new PrintStream(printed, true, StandardCharsets.UTF_8), () -> now);

    private String file() {
        return directory.resolve("key").toString();
    }

    private ServiceKey written() throws IOException {
        return ServiceKey.parse(Files.readString(Path.of(file())));
    }

    private List<Integer> numbers() {
        try (Transaction tx = store.beginRead()) {
            return new ServiceKeys(tx).all().stream().map(ServiceKey::number).toList();
        }
    }

    private SecurityMode mode() {
        try (Transaction tx = store.beginRead()) {
            return SecurityMode.recorded(tx);
        }
    }

    @Test
    void secureMode_hasOneKey_whichOnlyTheOwnerOfTheFileCanRead() throws Exception {
        assertThat(mode()).isEqualTo(SecurityMode.SIMPLE);
        tool.run(List.of("secure", file()), store);
        assertThat(mode()).isEqualTo(SecurityMode.SECURE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(file()))))
                .isEqualTo("rw-------");
        ServiceKey key = written();
        Files.delete(Path.of(file()));

        tool.run(List.of("secure", file()), store);

        assertThat(written().text()).isEqualTo(key.text());
        assertThat(numbers()).containsExactly(1);
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void keyOfAFile_becomesTheFirst_andAnotherOneIsRefusedLater() throws Exception {
        String text = ServiceKey.random(1).text();
        Files.writeString(Path.of(file()), text + "\n");
        tool.run(List.of("adopt-key", file()), store);
        tool.run(List.of("adopt-key", file()), store);
        assertThat(mode()).isEqualTo(SecurityMode.SECURE);
        try (Transaction tx = store.beginRead()) {
            assertThat(new ServiceKeys(tx).all()).extracting(ServiceKey::text).containsExactly(text);
        }
        Files.writeString(Path.of(file()), ServiceKey.random(2).text());
        assertThatThrownBy(() -> tool.run(List.of("adopt-key", file()), store))
                .hasMessageContaining("has other service keys");
        Files.writeString(Path.of(file()), "nothing");
        assertThatThrownBy(() -> tool.run(List.of("adopt-key", file()), store))
                .hasMessageContaining("holds no service key");
    }

    @Test
    void replacedKey_hasAnEnd_whichComesNoLaterWhenAnotherIsReplaced() throws Exception {
        tool.run(List.of("secure", file()), store);
        assertThat(ends()).containsExactly(KeptServiceKey.NO_END);
        tool.run(List.of("replace-key", file(), "10"), store);
        assertThat(written().number()).isEqualTo(2);
        assertThat(numbers()).containsExactly(1, 2);
        assertThat(ends()).containsExactly(600_000L, KeptServiceKey.NO_END);

        now = now.plusSeconds(60);
        tool.run(List.of("replace-key", file(), "10"), store);
        assertThat(ends()).containsExactly(600_000L, 660_000L, KeptServiceKey.NO_END);

        now = Instant.ofEpochMilli(600_000);
        tool.run(List.of("replace-key", file(), "10"), store);
        assertThat(numbers()).as("without what has ended").containsExactly(2, 3, 4);
        tool.run(List.of("replace-key", file(), "0"), store);
        assertThat(numbers()).containsExactly(5);
    }

    @Test
    void keysThatStillCount_areNoMoreThanTheStoreKeeps() throws Exception {
        tool.run(List.of("secure", file()), store);
        for (int i = 1; i < ServiceKeys.MOST; i++) {
            tool.run(List.of("replace-key", file(), "10"), store);
        }
        assertThatThrownBy(() -> tool.run(List.of("replace-key", file(), "10"), store))
                .hasMessageContaining("--old-keys-minutes 0");
        assertThat(numbers()).hasSize(ServiceKeys.MOST).endsWith(written().number());
    }

    private List<Long> ends() {
        try (Transaction tx = store.beginRead()) {
            return new ServiceKeys(tx)
                    .kept().stream().map(KeptServiceKey::endsMillis).toList();
        }
    }

    @Test
    void simpleMode_hasNeitherKeysNorTokens() throws Exception {
        assertThatThrownBy(() -> tool.run(List.of("replace-key", file(), "10"), store))
                .hasMessageContaining("simple mode");
        tool.run(List.of("secure", file()), store);
        DelegationTokenId id = new DelegationTokenId("alice", "yarn", "", 1, Long.MAX_VALUE, 3);
        try (Transaction tx = store.beginWrite(store.registerWriter("test"))) {
            new DelegationTokens(tx).put(new DelegationToken(id, new byte[32], Long.MAX_VALUE, List.of("staff")));
            tx.commit();
        }

        tool.run(List.of("simple"), store);

        assertThat(mode()).isEqualTo(SecurityMode.SIMPLE);
        try (Transaction tx = store.beginRead()) {
            assertThat(new DelegationTokens(tx).find(3)).isEmpty();
        }
    }
}
