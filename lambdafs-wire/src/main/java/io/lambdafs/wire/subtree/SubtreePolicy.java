package io.lambdafs.wire.subtree;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is asked of the consistency and the durability of a directory and all below it, with the keys and words of the Cudele
 * paper and some more. Immutable; every instance makes sense.
 *
 * <p>Beside each other, {@code consistency: append_client_journal+volatile_apply} and {@code durability: local_persist} run as
 * {@code append_client_journal+local_persist+volatile_apply}: what was made durable is applied. {@code preset} stands for a
 * consistency and a durability, which these keys override.
 */
public final class SubtreePolicy {
    /** The most bytes of {@link #toText}. */
    public static final int MAX_TEXT_BYTES = 2000;

    /** The policy of a directory for which nobody has set one: what the file system does anyway. */
    public static final SubtreePolicy DEFAULT = parse(Collections.emptyMap());

    private static final String STREAM = "stream";
    private static final String NONE = "none";
    private static final String BLOCK = "block";
    private static final String RECOVER = "recover";

    private final Map<PolicyKey, String> values;
    private final Composition consistency;
    private final Composition durability;
    private final Semantics semantics;

    private SubtreePolicy(Map<PolicyKey, String> values, Composition consistency, Composition durability) {
        this.values = values;
        this.consistency = consistency;
        this.durability = durability;
        semantics = Semantics.of(consistency, durability);
    }

    /**
     * The policy with these values of keys; of keys that are missing, the defaults.
     *
     * @throws IllegalArgumentException with a sentence if a key, a word or a preset is unknown, a number is out of its bounds, or
     *     the mechanisms together make no sense
     */
    public static SubtreePolicy parse(Map<String, String> given) {
        Map<PolicyKey, String> said = new HashMap<>();
        given.forEach((word, value) -> {
            PolicyKey key = PolicyKey.ofWord(word);
            said.put(key, key.checked(requireNonNull(value, word)));
        });
        String preset = said.remove(PolicyKey.PRESET);
        if (preset != null) {
            said.putIfAbsent(PolicyKey.CONSISTENCY, Preset.ofWord(preset).consistency());
            said.putIfAbsent(PolicyKey.DURABILITY, Preset.ofWord(preset).durability());
        }
        Composition consistency = Composition.parse(said.getOrDefault(PolicyKey.CONSISTENCY, Mechanism.RPCS.word()));
        Composition durability =
                Composition.parse(said.getOrDefault(PolicyKey.DURABILITY, durabilityWith(consistency)));
        Map<PolicyKey, String> values = new LinkedHashMap<>();
        for (PolicyKey key : PolicyKey.values()) {
            if (key != PolicyKey.PRESET) {
                values.put(key, said.getOrDefault(key, key.byDefault()));
            }
        }
        values.put(PolicyKey.CONSISTENCY, consistency.toString());
        values.put(PolicyKey.DURABILITY, durability.toString());
        return new SubtreePolicy(Collections.unmodifiableMap(values), consistency, durability);
    }

    /* The paper's default, stream, is for requests. Of a journal, and of what says its durability itself, it is what is said. */
    private static String durabilityWith(Composition consistency) {
        boolean said = consistency.has(Mechanism.APPEND_CLIENT_JOURNAL)
                || consistency.mechanisms().stream().anyMatch(Mechanism::persists)
                || consistency.has(Mechanism.STREAM);
        return said ? NONE : STREAM;
    }

    /**
     * Reads {@link #toText}'s text, or one that a person wrote like it: a line {@code key: value} for each key.
     *
     * @throws IllegalArgumentException with a sentence if it is none, is too long, has a key twice or is refused by {@link #parse}
     */
    public static SubtreePolicy ofText(String text) {
        return parse(keys(text));
    }

    /** The keys and values of a text that {@link #ofText} reads. */
    static Map<String, String> keys(String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length > MAX_TEXT_BYTES) {
            throw new IllegalArgumentException("A policy has more than " + MAX_TEXT_BYTES + " bytes.");
        }
        Map<String, String> given = new LinkedHashMap<>();
        for (String line : text.split("\n")) {
            if (line.trim().isEmpty()) {
                continue;
            }
            int colon = line.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException("The line \"" + line.trim() + "\" is not \"key: value\".");
            }
            String key = line.substring(0, colon).trim();
            if (given.put(key, line.substring(colon + 1).trim()) != null) {
                throw new IllegalArgumentException("The key \"" + key + "\" occurs twice.");
            }
        }
        return given;
    }

    /**
     * This policy, with another consistency and another durability.
     *
     * @throws IllegalArgumentException with a sentence if the two make no sense
     */
    public SubtreePolicy with(String otherConsistency, String otherDurability) {
        Map<String, String> given = new HashMap<>();
        values.forEach((key, value) -> given.put(key.word(), value));
        given.put(PolicyKey.CONSISTENCY.word(), otherConsistency);
        given.put(PolicyKey.DURABILITY.word(), otherDurability);
        return parse(given);
    }

    /** A line {@code key: value} for every key but {@code preset}, in one order: equal policies have equal texts. */
    public String toText() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey().word() + ": " + entry.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /** Whether a client works on the subtree apart from the namespace. */
    public boolean isDecoupled() {
        return consistency.has(Mechanism.APPEND_CLIENT_JOURNAL);
    }

    /** What the policy says under {@code consistency}. */
    public Composition consistency() {
        return consistency;
    }

    /** What the policy says under {@code durability}. */
    public Composition durability() {
        return durability;
    }

    public ConsistencyLevel consistencyLevel() {
        return semantics.consistency();
    }

    public DurabilityLevel durabilityLevel() {
        return semantics.durability();
    }

    /** All mechanisms in the order in which they run. */
    public List<Mechanism> mechanisms() {
        return semantics.mechanisms();
    }

    /** All mechanisms in the order in which they run, with those together that run at once. */
    public List<List<Mechanism>> stages() {
        return semantics.stages();
    }

    /** For how many files and directories a decoupled subtree gets inode numbers. */
    public int allocatedInodes() {
        return number(PolicyKey.ALLOCATED_INODES);
    }

    /** Whether others are refused in a decoupled subtree. */
    public boolean blocksOthers() {
        return BLOCK.equals(values.get(PolicyKey.INTERFERE_POLICY));
    }

    /** For how many seconds a decoupled subtree is held for a client that says nothing. */
    public int leaseSeconds() {
        return number(PolicyKey.LEASE_SECONDS);
    }

    /** After how many operations what has been done is merged; 0 for no such limit. */
    public int syncOperations() {
        return number(PolicyKey.SYNC_OPERATIONS);
    }

    /** After how many seconds what has been done is merged; 0 for no such limit. */
    public int syncSeconds() {
        return number(PolicyKey.SYNC_SECONDS);
    }

    /** Whether work that can be had again is merged when the client has not been heard of for {@link #leaseSeconds}. */
    public boolean recoversOnLeaseEnd() {
        return RECOVER.equals(values.get(PolicyKey.ON_LEASE_END));
    }

    private int number(PolicyKey key) {
        return Integer.parseInt(values.getOrDefault(key, key.byDefault()));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SubtreePolicy && ((SubtreePolicy) other).values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return toText().trim().replace("\n", ", ");
    }
}
