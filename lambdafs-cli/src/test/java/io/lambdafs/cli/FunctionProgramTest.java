package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JVM of a function instance. */
final class FunctionProgramTest {
    private static final int EXITED_BY_THE_JVM = 3;

    @TempDir
    private Path home;

    @Test
    void secondCompiler_isThereIfItIsAskedFor() {
        Distribution distribution = new Distribution(home);
        assertThat(FunctionProgram.jvmOptions(distribution, false)).contains("-XX:TieredStopAtLevel=1");
        assertThat(FunctionProgram.jvmOptions(distribution, true))
                .noneMatch(option -> option.startsWith("-XX:TieredStopAtLevel"))
                .contains("-XX:+ExitOnOutOfMemoryError");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void outOfMemory_endsTheInstance_thoughItsThreadsCatchEverything(boolean fullCompiler)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FunctionProgram.jvmOptions(new Distribution(home), fullCompiler));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Hoarder.class.getName()));
        Process instance = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(instance.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(instance.exitValue()).isEqualTo(EXITED_BY_THE_JVM);
        } finally {
            instance.destroyForcibly();
        }
    }

    /** Keeps all that it gets, and survives every error of its own. */
    static final class Hoarder {
        private Hoarder() {}

        public static void main(String[] args) {
            List<byte[]> kept = new ArrayList<>();
            while (true) {
                try {
                    kept.add(new byte[1 << 20]);
                } catch (OutOfMemoryError caught) {
                    System.exit(kept.isEmpty() ? 1 : 0);
                }
            }
        }
    }
}
