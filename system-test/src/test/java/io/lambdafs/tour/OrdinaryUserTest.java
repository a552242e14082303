package io.lambdafs.tour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lambdafs.system.CopiedDistribution;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole stack of a user without rights, its own PostgreSQL among it. All other tests show it too where they are not run by
 * root.
 */
@Tag("long")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class OrdinaryUserTest {
    private static final String USER = "nobody";
    private static final String SETPRIV = "/usr/bin/setpriv";

    @TempDir
    private Path directory;

    @Test
    void stack_startsServesAndStops() throws Exception {
        assumeThat(said("id", "-u"))
                .as("run by an ordinary user, so that every other test shows it")
                .isEqualTo("0");
        assumeThat(Path.of(SETPRIV))
                .as("setpriv, with which root becomes another user")
                .exists();
        assumeThat(said("id", "-u", USER)).as("the id of the user " + USER).matches("[1-9]\\d*");
        Path home = Files.createDirectory(directory.resolve("home"));
        CopiedDistribution copy = CopiedDistribution.into(home);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Stack stack = Stack.unstarted(1, 1, "--store", "embedded-postgres").with(launcher(copy, home))) {
            said("chown", "-R", USER, home.toString(), stack.dataDir().toString());

            stack.startAgain();
            stack.run("dfs", "-mkdir", "-p", "/a/b");
            stack.run("dfs", "-put", copy.command().toString(), "/a/b/file");

            assertThat(stack.run("dfs", "-ls", "/a/b")).contains(" " + USER + " ");
            assertThat(stack.run("dfs", "-cat", "/a/b/file")).isEqualTo(Files.readString(copy.command()));
            for (String component : List.of("postgres", "zookeeper", "platform", "datanode0")) {
                assertThat(ProcessHandle.of(stack.pid(component))
                                .orElseThrow()
                                .info()
                                .user())
                        .as(component)
                        .contains(USER);
            }
            stack.run("stop");
            assertThat(stack.tryRun("status").output()).doesNotContainPattern("(?m)^\\w+ +running ");
        }
    }

    private static Stack.Launcher launcher(CopiedDistribution copy, Path home) throws IOException {
        return new Stack.Launcher(
                List.of(
                        SETPRIV,
                        "--reuid=" + said("id", "-u", USER),
                        "--regid=" + said("id", "-g", USER),
                        "--clear-groups",
                        "--inh-caps=-all",
                        "--no-new-privs",
                        copy.command().toString()),
                Map.of(
                        "HOME",
                        home.toString(),
                        "XDG_CACHE_HOME",
                        home.resolve(".cache").toString()));
    }

    /** What a command says; empty if it fails. */
    private static String said(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            return process.waitFor() == 0 ? text : "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
