package io.lambdafs.wire.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubtreePolicyTest {
    private static SubtreePolicy of(String... keysAndValues) {
        Map<String, String> given = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            given.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return SubtreePolicy.parse(given);
    }

    @Test
    void emptyPolicy_isWhatTheFileSystemDoesAnyway() {
        assertThat(SubtreePolicy.DEFAULT.toText()).isEqualTo("""
                        consistency: rpcs
                        durability: stream
                        allocated_inodes: 100
                        interfere_policy: allow
                        lease_seconds: 600
                        sync_operations: 0
                        sync_seconds: 0
                        on_lease_end: recover
                        """);
        assertThat(SubtreePolicy.DEFAULT.isDecoupled()).isFalse();
        assertThat(SubtreePolicy.DEFAULT.blocksOthers()).isFalse();
        assertThat(SubtreePolicy.DEFAULT.recoversOnLeaseEnd()).isTrue();
    }

    /** The paper's table II, with the paper's defaults where it leaves a durability away. */
    @ParameterizedTest
    @CsvSource({
        "append_client_journal, none, INVISIBLE, NONE, append_client_journal",
        "append_client_journal+volatile_apply, none, WEAK, NONE, append_client_journal volatile_apply",
        "rpcs, none, STRONG, NONE, rpcs",
        "append_client_journal, local_persist, INVISIBLE, LOCAL, append_client_journal local_persist",
        "append_client_journal+volatile_apply, local_persist, WEAK, LOCAL,"
                + " append_client_journal local_persist volatile_apply",
        "rpcs, local_persist, STRONG, LOCAL, rpcs local_persist",
        "append_client_journal, global_persist, INVISIBLE, GLOBAL, append_client_journal global_persist",
        "append_client_journal+volatile_apply, global_persist, WEAK, GLOBAL,"
                + " append_client_journal global_persist volatile_apply",
        "rpcs, stream, STRONG, GLOBAL, rpcs stream",
    })
    void everyCellOfTheTable_isAccepted(
            String consistency,
            String durability,
            ConsistencyLevel consistencyLevel,
            DurabilityLevel durabilityLevel,
            String mechanisms) {
        SubtreePolicy policy = of("consistency", consistency, "durability", durability);
        assertThat(policy.consistencyLevel()).isEqualTo(consistencyLevel);
        assertThat(policy.durabilityLevel()).isEqualTo(durabilityLevel);
        assertThat(policy.mechanisms()).extracting(Mechanism::word).containsExactly(mechanisms.split(" "));
        assertThat(policy.isDecoupled()).isEqualTo(consistencyLevel != ConsistencyLevel.STRONG);
        SubtreePolicy inOneLine = of("consistency", mechanisms.replace(' ', '+'), "durability", "none");
        assertThat(inOneLine.stages()).isEqualTo(policy.stages());
        assertThat(SubtreePolicy.ofText(policy.toText())).isEqualTo(policy).hasSameHashCodeAs(policy);
    }

    @ParameterizedTest
    @CsvSource({
        "posix, STRONG, GLOBAL",
        "hdfs, WEAK, GLOBAL",
        "batchfs, WEAK, LOCAL",
        "deltafs, INVISIBLE, LOCAL",
        "ramdisk, INVISIBLE, NONE",
    })
    void presets_areCellsOfTheTable(String preset, ConsistencyLevel consistency, DurabilityLevel durability) {
        SubtreePolicy policy = of("preset", preset);
        assertThat(policy.consistencyLevel()).isEqualTo(consistency);
        assertThat(policy.durabilityLevel()).isEqualTo(durability);
    }

    @Test
    void keysBesideAPreset_overrideIt() {
        SubtreePolicy policy = of(
                "durability", "global_persist", "preset", "batchfs", "interfere_policy", "block", "sync_seconds", "7");
        assertThat(policy.consistency()).hasToString("append_client_journal+volatile_apply");
        assertThat(policy.durability()).hasToString("global_persist");
        assertThat(policy.blocksOthers()).isTrue();
        assertThat(policy.syncSeconds()).isEqualTo(7);
        assertThat(policy.toText()).doesNotContain("preset");
    }

    @Test
    void parallel_bindsStrongerThanSequence() {
        SubtreePolicy policy =
                of("consistency", "append_client_journal + volatile_apply || local_persist||global_persist");
        assertThat(policy.stages()).hasSize(2);
        assertThat(policy.stages().get(1))
                .containsExactlyInAnyOrder(Mechanism.VOLATILE_APPLY, Mechanism.LOCAL_PERSIST, Mechanism.GLOBAL_PERSIST);
        assertThat(of("consistency", "append_client_journal", "durability", "global_persist||local_persist"))
                .isEqualTo(of("consistency", "append_client_journal", "durability", "local_persist || global_persist"));
    }

    @Test
    void thePapersSpelling_isUnderstood() {
        assertThat(of("consistency", "Append Client Journal+Volatile Apply", "durability", "Local Persist"))
                .isEqualTo(of("preset", "batchfs"));
        assertThat(of("consistency", "RPCs")).isEqualTo(SubtreePolicy.DEFAULT);
    }

    @Test
    void nonvolatileApply_takesWhatPersistsBesideItOrBefore() {
        assertThat(of("consistency", "append_client_journal+nonvolatile_apply", "durability", "global_persist")
                        .mechanisms())
                .containsExactly(
                        Mechanism.APPEND_CLIENT_JOURNAL, Mechanism.GLOBAL_PERSIST, Mechanism.NONVOLATILE_APPLY);
        assertThat(of("consistency", "append_client_journal+local_persist+nonvolatile_apply")
                        .consistencyLevel())
                .isEqualTo(ConsistencyLevel.WEAK);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "append_client_journal+rpcs; none; both say how",
                "rpcs||append_client_journal; none; both say how",
                "rpcs+volatile_apply; stream; needs a journal",
                "rpcs+nonvolatile_apply; none; needs a journal",
                "volatile_apply; none; needs a journal",
                "none; local_persist; says nothing of how",
                "none; none; says nothing of how",
                "stream; none; says nothing of how",
                "local_persist+rpcs; none; rpcs comes first",
                "rpcs; global_persist; needs a journal",
                "rpcs; stream+local_persist; stream is durable everywhere",
                "rpcs; stream+global_persist; needs a journal",
                "append_client_journal; stream; stream goes with rpcs",
                "append_client_journal+nonvolatile_apply; none; must run before it",
                "append_client_journal+nonvolatile_apply+local_persist; none; must run before it",
                "append_client_journal+nonvolatile_apply||global_persist; none; must run before it",
                "append_client_journal+volatile_apply+nonvolatile_apply; local_persist; applied once",
                "append_client_journal||volatile_apply; none; comes first",
                "volatile_apply+append_client_journal; none; comes first",
                "append_client_journal+append_client_journal; none; is a cycle",
                "append_client_journal+local_persist; local_persist; a cycle",
                "append_client_journal+local_persist+volatile_apply+local_persist; none; is a cycle",
                "append_client_journal; append_client_journal; is not a mechanism of durability",
                "append_client_journal; volatile_apply; is not a mechanism of durability",
                "append_client_journal+; none; A mechanism is missing",
                "append_client_journal|local_persist; none; There is no mechanism",
                "(append_client_journal); none; There is no mechanism",
                "''; none; A mechanism is missing",
                "append_client_journal; save; There is no mechanism \"save\"",
            })
    void compositionsWithoutSense_areRefusedWithASentence(String consistency, String durability, String words) {
        assertThatThrownBy(() -> of("consistency", consistency, "durability", durability))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words)
                .hasMessageEndingWith(".");
    }

    @ParameterizedTest
    @CsvSource({
        "allocated_inodes, 0, from 1 to 1000000",
        "allocated_inodes, 1000001, from 1 to 1000000",
        "allocated_inodes, -1, from 1 to 1000000",
        "allocated_inodes, 99999999999999999999, from 1 to 1000000",
        "allocated_inodes, many, from 1 to 1000000",
        "lease_seconds, 9, from 10 to 86400",
        "lease_seconds, 86401, from 10 to 86400",
        "sync_operations, -1, from 0 to",
        "sync_seconds, 1.5, from 0 to",
        "interfere_policy, Block!, allow or block",
        "on_lease_end, retry, recover or discard",
        "preset, zfs, There is no preset",
        "inodes, 5, There is no key",
        "Consistency, rpcs, There is no key",
    })
    void unknownKeysAndValues_areRefusedWithASentence(String key, String value, String words) {
        assertThatThrownBy(() -> of(key, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words)
                .hasMessageEndingWith(".");
    }

    @Test
    void boundsThemselves_areAccepted() {
        SubtreePolicy policy = of("allocated_inodes", "1000000", "lease_seconds", "00086400", "sync_operations", "1");
        assertThat(policy.allocatedInodes()).isEqualTo(1_000_000);
        assertThat(policy.leaseSeconds()).isEqualTo(86_400);
        assertThat(policy.syncOperations()).isEqualTo(1);
        assertThat(of("lease_seconds", "10", "allocated_inodes", "1").leaseSeconds())
                .isEqualTo(10);
    }

    @Test
    void text_isBoundedAndHasEachKeyOnce() {
        assertThatThrownBy(() -> SubtreePolicy.ofText("preset: posix\npreset: hdfs\n"))
                .hasMessage("The key \"preset\" occurs twice.");
        assertThatThrownBy(() -> SubtreePolicy.ofText("preset")).hasMessageContaining("is not \"key: value\"");
        assertThatThrownBy(() -> SubtreePolicy.ofText(String.join("", Collections.nCopies(2001, " "))))
                .hasMessageContaining("more than 2000 bytes");
        String longest = of(
                        "consistency",
                        "append_client_journal+nonvolatile_apply",
                        "durability",
                        "local_persist||global_persist",
                        "allocated_inodes",
                        "1000000")
                .toText();
        assertThat(longest.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(400);
        assertThat(SubtreePolicy.ofText("").toText()).isEqualTo(SubtreePolicy.DEFAULT.toText());
    }
}
