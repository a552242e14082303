package io.lambdafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said to wrong command lines. */
final class MainTest {
    private final PrintStream realErrors = System.err;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    @BeforeEach
    void capture() {
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        System.setProperty("lambdafs.home", directory.toString());
    }

    @AfterEach
    void release() {
        System.setErr(realErrors);
        System.clearProperty("lambdafs.home");
    }

    @Test
    void nothing_getsTheUsage() {
        assertThat(Main.run()).isEqualTo(2);
        assertThat(said()).contains("quickstart").contains("dfsadmin");
    }

    @Test
    void unknownCommand_isNamed() {
        assertThat(Main.run("strat")).isEqualTo(2);
        assertThat(said()).contains("strat");
    }

    @Test
    void unknownOption_isNamed() {
        assertThat(Main.run("start", "--deployment", "4")).isEqualTo(2);
        assertThat(said()).contains("--deployment");
    }

    @Test
    void valueThatIsNoNumber_isNamed() {
        assertThat(Main.run("start", "--datanodes", "many")).isEqualTo(2);
        assertThat(said()).contains("many").contains("--datanodes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--deployments",
                "--instance-concurrency",
                "--instance-cpu-millis",
                "--pool-cpu-millis",
                "--max-instances",
                "--idle-millis",
                "--stem-cells"
            })
    void nonsenseAboutScaling_isNamed_andChangesNothing(String option) {
        Path data = directory.resolve("data");
        for (String nonsense : new String[] {"nonsense", "-1", "", "1.5", "99999999999"}) {
            errors.reset();
            assertThat(Main.run("start", option, nonsense, "--data-dir", data.toString()))
                    .as(nonsense)
                    .isIn(1, 2);
            assertThat(said()).contains(option);
            assertThat(data).doesNotExist();
        }
    }

    @Test
    void valueOutOfBounds_isOneSentenceAndChangesNothing() {
        Path data = directory.resolve("data");
        assertThat(Main.run("start", "--deployments", "0", "--data-dir", data.toString()))
                .isEqualTo(1);
        assertThat(said().strip()).isEqualTo("lambdafs: --deployments must be between 1 and 1024, not 0");
        assertThat(data).doesNotExist();
    }

    @Test
    void commandsOnNothing_sayHowToBegin() {
        for (String command : new String[] {"stop", "status", "conf", "logs", "reset"}) {
            errors.reset();
            assertThat(Main.run(command, "--data-dir", directory.resolve("none").toString()))
                    .isEqualTo(1);
            assertThat(said()).contains("there is no stack in").contains("lambdafs start");
        }
    }

    @Test
    void commandsOnTheStoreOfNothing_sayHowToBegin() {
        for (String[] command : new String[][] {{"changes", "--since", "0"}, {"backup", "b"}, {"restore", "b"}}) {
            errors.reset();
            List<String> line = new ArrayList<>(List.of(command));
            line.addAll(List.of("--data-dir", directory.resolve("none").toString()));
            assertThat(Main.run(line.toArray(String[]::new))).isEqualTo(1);
            assertThat(said()).contains("there is no stack in").contains("lambdafs start");
        }
    }

    @Test
    void changesFromNowhere_namesTheOption() {
        assertThat(Main.run("changes", "--follow")).isEqualTo(2);
        assertThat(said()).contains("--since");
    }

    private String said() {
        return errors.toString(StandardCharsets.UTF_8);
    }
}
