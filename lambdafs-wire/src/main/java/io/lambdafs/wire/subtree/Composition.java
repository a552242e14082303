package io.lambdafs.wire.subtree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Mechanisms in the order in which they run: stages, one after the other, each of mechanisms that run in parallel.
 *
 * <p>{@code +} goes from one stage to the next, {@code ||} stands within a stage and so binds stronger: {@code a+b||c} is
 * {@code a}, and then {@code b} and {@code c} at once. There are no parentheses. No mechanism runs twice. Immutable.
 */
public final class Composition {
    /** No mechanism at all, written {@code none}. */
    public static final Composition NONE = new Composition(Collections.emptyList());

    private static final String NO_MECHANISM = "none";
    private static final int MOST_CHARS = 500;

    private final List<List<Mechanism>> stages;

    private Composition(List<List<Mechanism>> stages) {
        this.stages = Collections.unmodifiableList(stages);
    }

    /** These, one after the other. */
    static Composition inSequence(Mechanism... mechanisms) {
        List<List<Mechanism>> stages = new ArrayList<>();
        for (Mechanism mechanism : mechanisms) {
            stages.add(Collections.singletonList(mechanism));
        }
        return new Composition(stages);
    }

    /**
     * Reads what a policy says.
     *
     * @throws IllegalArgumentException with a sentence if it is no composition, or has a mechanism twice
     */
    static Composition parse(String text) {
        String trimmed = text.trim();
        if (trimmed.length() > MOST_CHARS) {
            throw new IllegalArgumentException(
                    "A composition has " + trimmed.length() + " characters, more than " + MOST_CHARS + ".");
        }
        if (trimmed.equals(NO_MECHANISM)) {
            return NONE;
        }
        List<List<Mechanism>> stages = new ArrayList<>();
        Set<Mechanism> met = EnumSet.noneOf(Mechanism.class);
        for (String stage : trimmed.split("\\+", -1)) {
            List<Mechanism> parallel = new ArrayList<>();
            for (String word : stage.split("\\|\\|", -1)) {
                parallel.add(once(met, word, trimmed));
            }
            Collections.sort(parallel);
            stages.add(Collections.unmodifiableList(parallel));
        }
        return new Composition(stages);
    }

    private static Mechanism once(Set<Mechanism> met, String word, String text) {
        if (word.trim().isEmpty()) {
            throw new IllegalArgumentException("A mechanism is missing in \"" + text
                    + "\": write mechanisms with + (one after the other) or || (at once) between them, or none.");
        }
        Mechanism mechanism = Mechanism.ofWord(word);
        if (!met.add(mechanism)) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is a cycle: " + mechanism + " occurs twice, and each mechanism runs once.");
        }
        return mechanism;
    }

    /** These stages, and then those. */
    Composition then(Composition other) {
        List<List<Mechanism>> all = new ArrayList<>(stages);
        all.addAll(other.stages);
        return new Composition(all);
    }

    /** The stages before this one. */
    Composition before(int stage) {
        return new Composition(new ArrayList<>(stages.subList(0, stage)));
    }

    /** The stages from this one on. */
    Composition from(int stage) {
        return new Composition(new ArrayList<>(stages.subList(stage, stages.size())));
    }

    /** The number of the stage that has this mechanism; the number of stages if none has. */
    int stageOf(Mechanism mechanism) {
        int stage = 0;
        while (stage < stages.size() && !stages.get(stage).contains(mechanism)) {
            stage++;
        }
        return stage;
    }

    /** The stages in the order in which they run. */
    public List<List<Mechanism>> stages() {
        return stages;
    }

    public boolean has(Mechanism mechanism) {
        return stageOf(mechanism) < stages.size();
    }

    /** All mechanisms, those of earlier stages first. */
    public List<Mechanism> mechanisms() {
        List<Mechanism> all = new ArrayList<>();
        stages.forEach(all::addAll);
        return Collections.unmodifiableList(all);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Composition && ((Composition) other).stages.equals(stages);
    }

    @Override
    public int hashCode() {
        return stages.hashCode();
    }

    /** As it is written in a policy. */
    @Override
    public String toString() {
        return stages.isEmpty()
                ? NO_MECHANISM
                : stages.stream()
                        .map(stage -> stage.stream().map(Mechanism::word).collect(Collectors.joining("||")))
                        .collect(Collectors.joining("+"));
    }
}
