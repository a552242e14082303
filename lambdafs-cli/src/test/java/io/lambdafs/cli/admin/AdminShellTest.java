package io.lambdafs.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What needs no cluster: refusals, and the table of subcommands. Answers are shown over a running stack. */
final class AdminShellTest {
    private static final Path PAGE = Path.of("../docs/hadoop-compatibility.md");
    private static final Pattern SUBCOMMAND = Pattern.compile("(?m)^\\t\\[(-[a-zA-Z]+)");
    private static final Pattern DOCUMENTED = Pattern.compile("`(-[a-zA-Z]+)`");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource({
        "-finalizeUpgrade, nothing to finalize",
        "-upgrade finalize, nothing to finalize",
        "-saveNamespace, no image to save",
        "-saveNamespace -beforeShutdown, no image to save",
        "-rollEdits, no edit log",
        "-restoreFailedStorage check, metadata is in the store",
        "-fetchImage /tmp, no image to fetch",
        "-metasave file.txt, the file file.txt",
        "-refreshNodes, Stop a DataNode",
        "-refreshServiceAcl, service-level authorization",
        "-refreshUserToGroupsMappings, keep no groups",
        "-refreshSuperUserGroupsConfiguration, proxy users",
        "-refreshCallQueue, call queue"
    })
    void subcommandWithNothingToDo_saysSoAndFails(String command, String reason) throws Exception {
        AdminShell shell = new AdminShell(new Configuration(false), print(out), print(err));

        assertThat(shell.run(command.split(" "))).isEqualTo(1);
        assertThat(text(out)).isEmpty();
        assertThat(text(err)).contains(reason).hasLineCount(1);
    }

    /** Hadoop's own, which has no address to ask, does nothing and succeeds: that is why they are overridden. */
    @Test
    void documentation_namesEverySubcommandOnce() throws Exception {
        List<String> documented = documented();
        assertThat(documented).doesNotHaveDuplicates();
        assertThat(documented).containsExactlyInAnyOrderElementsOf(subcommands());
        assertThat(documented).hasSize(36);
    }

    private static Set<String> subcommands() throws ReflectiveOperationException {
        Field usage = DFSAdmin.class.getDeclaredField("commonUsageSummary");
        usage.setAccessible(true);
        Set<String> subcommands = new TreeSet<>();
        Matcher subcommand = SUBCOMMAND.matcher((String) usage.get(null));
        while (subcommand.find()) {
            subcommands.add(subcommand.group(1));
        }
        return subcommands;
    }

    private static List<String> documented() throws IOException {
        String page = Files.readString(PAGE);
        String section = page.substring(page.indexOf("## dfsadmin"));
        return section.substring(0, section.indexOf("\n## "))
                .lines()
                .filter(line -> line.startsWith("| `-"))
                .map(line -> line.substring(0, line.indexOf('|', 1)))
                .flatMap(cell -> DOCUMENTED.matcher(cell).results().map(found -> found.group(1)))
                .toList();
    }

    private static PrintStream print(ByteArrayOutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream from) {
        return from.toString(StandardCharsets.UTF_8);
    }
}
