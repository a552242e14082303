package io.lambdafs.cli.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.subtree.ConsistencyLevel;
import io.lambdafs.wire.subtree.DurabilityLevel;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies as people write them. */
final class PolicyFileTest {
    /** As the paper prints it, without commas. */
    private static final String BATCHFS = """
            {
              "allocated_inodes": "100000"
              "interfere_policy": "block"
              "consistency": "append_client_journal+volatile_apply"
              "durability": "local_persist"
            }
            """;

    @TempDir
    private Path directory;

    @Test
    void yaml_hasKeysAndValues() {
        SubtreePolicy policy = PolicyFile.parse("""
                # for the nightly job
                preset: batchfs
                allocated_inodes: 5000
                interfere_policy: block
                sync_seconds: 10
                """);
        assertThat(policy.allocatedInodes()).isEqualTo(5000);
        assertThat(policy.blocksOthers()).isTrue();
        assertThat(policy.syncSeconds()).isEqualTo(10);
        assertThat(policy.consistencyLevel()).isEqualTo(ConsistencyLevel.WEAK);
        assertThat(policy.durabilityLevel()).isEqualTo(DurabilityLevel.LOCAL);
    }

    @Test
    void paperForm_isUnderstood_withAndWithoutCommas() {
        SubtreePolicy policy = PolicyFile.parse(BATCHFS);
        assertThat(policy.allocatedInodes()).isEqualTo(100_000);
        assertThat(policy.blocksOthers()).isTrue();
        assertThat(PolicyFile.parse(BATCHFS.replace("\"\n  \"", "\",\n  \""))).isEqualTo(policy);
        assertThat(PolicyFile.parse(BATCHFS.replace("append_client_journal+", "Append Client Journal + ")))
                .isEqualTo(policy);
    }

    @Test
    void emptyFile_isTheDefault() {
        assertThat(PolicyFile.parse("")).isEqualTo(SubtreePolicy.DEFAULT);
        assertThat(PolicyFile.parse("# nothing\n")).isEqualTo(SubtreePolicy.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "consistency: append_client_journal+rpcs | together make no sense",
                "consitency: rpcs | There is no key \"consitency\"",
                "preset: [a, b] | The key \"preset\" needs a word or a number",
                "durability: | The key \"durability\" needs a word or a number",
                "'- a' | A policy is a map of keys and values",
                "'preset: posix\nb: {' | This is not YAML",
                "'preset: posix\npreset: hdfs' | This is not YAML",
                "'preset: posix\n---\npreset: hdfs' | This is not YAML",
            })
    void whatIsNoPolicy_isRefusedWithASentence(String text, String why) {
        assertThatThrownBy(() -> PolicyFile.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void messages_nameTheFile() throws IOException {
        Path file = directory.resolve("p.yml");
        assertThatThrownBy(() -> PolicyFile.read(file)).hasMessage("There is no file " + file);
        Files.writeString(file, "preset: fast");
        assertThatThrownBy(() -> PolicyFile.read(file)).hasMessageStartingWith(file + ": There is no preset \"fast\"");
        Files.writeString(file, "#".repeat(70_000));
        assertThatThrownBy(() -> PolicyFile.read(file)).hasMessageContaining("too many for a policy");
    }
}
