package io.lambdafs.testkit.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What every fuzz target must pass: its seeds, the inputs that once did harm, and random ones that are the same each time. With
 * the tag {@code fuzz}, Jazzer looks for others for as many seconds as the property {@code fuzz.seconds} says.
 */
public abstract class FuzzContract {
    private static final long SEED = 20_261_127;
    private static final String USUAL_SECONDS = "60";

    /** The class with the method {@code fuzzerTestOneInput}. */
    protected abstract Class<?> target();

    /** Calls that method. */
    protected abstract void run(byte[] input);

    /** Inputs that reach much of the code. */
    protected abstract List<byte[]> seeds();

    /** How many random inputs are tried: a few seconds' worth. */
    protected abstract int randomInputs();

    @Test
    final void seeds_doNoHarm() {
        assertThat(seeds()).isNotEmpty();
        seeds().forEach(this::runNamed);
    }

    @Test
    final void inputsThatOnceDidHarm_doNone() {
        KeptInputs.of(target()).forEach((name, input) -> {
            try {
                run(input);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("the kept input " + name + " does harm: " + e, e);
            }
        });
    }

    @Test
    final void randomInputs_doNoHarm() {
        RandomInputs inputs = new RandomInputs(known(), new Random(SEED));
        for (int i = 0; i < randomInputs(); i++) {
            runNamed(inputs.next());
        }
    }

    @Test
    @Tag("fuzz")
    final void jazzer_findsNoHarm() throws Exception {
        Jazzer jazzer = new Jazzer(
                target(), Path.of("target", "fuzz", target().getSimpleName()).toAbsolutePath());
        boolean nothing =
                jazzer.findsNothing(known(), Long.parseLong(System.getProperty("fuzz.seconds", USUAL_SECONDS)));
        assertThat(nothing)
                .as("an input does harm: see %s and %s", jazzer.log(), jazzer.findings())
                .isTrue();
    }

    private List<byte[]> known() {
        List<byte[]> all = new ArrayList<>(seeds());
        all.addAll(KeptInputs.of(target()).values());
        return all;
    }

    private void runNamed(byte[] input) {
        try {
            run(input);
        } catch (RuntimeException | Error e) {
            throw new AssertionError("the input " + HexFormat.of().formatHex(input) + " does harm: " + e, e);
        }
    }
}
