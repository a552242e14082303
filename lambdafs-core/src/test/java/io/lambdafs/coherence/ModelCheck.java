package io.lambdafs.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs the verifier on a model of {@code docs/protocols}. Where its tools are missing, the test is skipped, and the console says so once. */
final class ModelCheck {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** How the script ends where spin or a C compiler is not there. */
    static final int TOOL_MISSING = 3;

    private static final long MINUTES = 5;
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private ModelCheck() {}

    /**
     * Checks a model.
     *
     * @param check the name of the model, and the definitions that give its bounds
     * @return 0 if nothing is violated, 1 if something is
     */
    static int verdict(String check) throws IOException, InterruptedException {
        List<String> words = List.of(check.split(" "));
        List<String> command = new ArrayList<>();
        command.add(ROOT.resolve(".mvn/check-model.sh").toString());
        command.add(ROOT.resolve("docs/protocols/" + words.get(0) + ".pml").toString());
        command.addAll(words.subList(1, words.size()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(check + " takes too long");
        }
        boolean missing = process.exitValue() == TOOL_MISSING;
        if (missing && SAID.compareAndSet(false, true)) {
            sayOnConsole("The models are not checked: " + printed.strip() + "\n");
        }
        assumeTrue(!missing, printed);
        assertThat(process.exitValue()).as(check + "\n" + printed).isIn(0, 1);
        return process.exitValue();
    }

    /* What tests print goes to files; the process's own error output does not. */
    private static void sayOnConsole(String line) throws IOException {
        new FileOutputStream(FileDescriptor.err).write(line.getBytes(StandardCharsets.UTF_8));
    }
}
