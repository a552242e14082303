package io.lambdafs.runtime.storetool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.CommittedTransaction;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators learn of a store's changes. */
final class StoreToolTest {
    private static final Attributes ATTRIBUTES = new Attributes("user", "group", new Permission(0755), 1, 0);

    private final MetadataStore store = new InMemoryMetadataStore(InstantSource.system());
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final StoreTool tool =
            new StoreTool(new PrintStream(printed, true, StandardCharsets.UTF_8), InstantSource.system());
    private WriterId writer = new WriterId(1);

    @BeforeEach
    void register() {
        writer = store.registerWriter("test");
    }

    private void insert(long id, String name) {
        try (Transaction tx = store.beginWrite(writer)) {
            tx.inodes().insert(new Directory(new INodeId(id), new INodeKey(INodeId.ROOT, Name.of(name)), ATTRIBUTES));
            tx.commit();
        }
    }

    private List<JsonNode> lines() throws Exception {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : printed.toString(StandardCharsets.UTF_8).lines().toList()) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }

    @Test
    void changes_areJsonLines_afterTheNumberThatIsKnown() throws Exception {
        insert(20_001, "a\"b");
        insert(20_002, "ö");
        tool.run(List.of("changes", "oldest", "10", "false"), store);
        assertThat(lines()).hasSize(2);
        JsonNode first = lines().get(0);
        assertThat(first.path("time").asText()).endsWith("Z");
        JsonNode change = first.path("changes").path(0);
        assertThat(change.path("table").asText()).isEqualTo("inodes");
        assertThat(change.path("id").asLong()).isEqualTo(20_001);
        assertThat(change.path("parent").asLong()).isEqualTo(INodeId.ROOT.value());
        assertThat(change.path("name").asText()).isEqualTo("a\"b");
        assertThat(change.path("change").asText()).isEqualTo("written");
        printed.reset();
        tool.run(List.of("changes", first.path("number").asText(), "10", "false"), store);
        assertThat(lines()).hasSize(1);
        assertThat(lines().get(0).path("changes").path(0).path("name").asText()).isEqualTo("ö");
        printed.reset();
        tool.run(List.of("changes", "newest", "10", "false"), store);
        assertThat(lines()).isEmpty();
    }

    @Test
    void follower_waitsAtTheEnd_andMissesNothing_untilItsLimit() {
        insert(20_001, "a");
        ChangeFeed feed = store.changeFeed().orElseThrow();
        List<CommittedTransaction> read = new ArrayList<>();
        AtomicInteger pauses = new AtomicInteger();
        new ChangeReading("oldest", 3, true)
                .run(
                        feed,
                        read::add,
                        () -> false,
                        pause -> insert(20_002 + pauses.get(), "b" + pauses.incrementAndGet()));
        assertThat(read).hasSize(3);
        assertThat(pauses).hasValue(2);
        assertThat(read.stream().map(CommittedTransaction::number).toList())
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void follower_endsWhenItIsStopped() {
        List<CommittedTransaction> read = new ArrayList<>();
        AtomicInteger pauses = new AtomicInteger();
        new ChangeReading("newest", Long.MAX_VALUE, true)
                .run(
                        store.changeFeed().orElseThrow(),
                        read::add,
                        () -> pauses.get() == 3,
                        pause -> pauses.incrementAndGet());
        assertThat(read).isEmpty();
        assertThat(pauses).hasValue(3);
    }

    @Test
    void numberThatNoCommitHas_andOtherWords_areRefused() {
        StoreException refused = catchThrowableOfType(
                StoreException.class, () -> tool.run(List.of("changes", "1000000", "10", "false"), store));
        assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE);
        for (List<String> wrong : List.of(
                List.of("changes", "-1", "10", "false"),
                List.of("changes", "yesterday", "10", "false"),
                List.of("changes", "1", "0", "false"),
                List.of("changes"),
                List.<String>of())) {
            assertThat(catchThrowableOfType(IllegalArgumentException.class, () -> tool.run(wrong, store)))
                    .as(wrong.toString())
                    .isNotNull();
        }
    }

    @Test
    void storeWithoutMaintenance_saysSo() {
        StoreException refused = catchThrowableOfType(StoreException.class, () -> tool.run(List.of("figures"), store));
        assertThat(refused).hasMessageContaining("a server of its own");
    }
}
