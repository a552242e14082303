package io.lambdafs.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each subcommand of {@code lambdafs hdfs} does what it does on HDFS, or ends with an error that says why it cannot. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class HdfsSubcommandsTest {
    /** What {@code hdfs --help} of Hadoop 3.5.0 lists; its script is in no jar that could be asked. */
    private static final Set<String> OF_HADOOP =
            Set.of(("balancer cacheadmin classpath crypto datanode debug dfs dfsadmin"
                            + " dfsrouter dfsrouteradmin diskbalancer ec envvars fetchdt fsck fsImageValidation getconf groups"
                            + " haadmin httpfs jmxget journalnode lsSnapshot lsSnapshottableDir mover namenode nfs3 oev oiv"
                            + " oiv_legacy portmap secondarynamenode snapshotDiff sps storagepolicies version zkfc")
                    .split(" "));

    private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| (`[a-zA-Z0-9_` ]+`) \\|");
    private static final Path HOME = new Path("/hdfs");
    private static final int FIELDS = 3;

    /**
     * A line of the table.
     *
     * @param cheap whether it is run with every build
     * @param status how it ends
     * @param command with its arguments
     * @param says a part of what it prints; a dash for nothing
     */
    private record Expected(boolean cheap, int status, String command, String says) {
        static Expected parse(String line) {
            boolean cheap = line.startsWith("!");
            String[] fields = (cheap ? line.substring(1) : line)
                    .replace("{user}", System.getProperty("user.name"))
                    .split(" \\| ", FIELDS);
            return new Expected(cheap, Integer.parseInt(fields[0]), fields[1], fields[2]);
        }

        String subcommand() {
            return command.split(" ")[0];
        }
    }

    @BeforeEach
    void write() throws IOException {
        try (FileSystem fs = SharedStack.get().newClient();
                FSDataOutputStream out = fs.create(new Path(HOME, "file"))) {
            out.writeBytes("content\n");
        }
    }

    @AfterEach
    void remove() throws IOException {
        try (FileSystem fs = SharedStack.get().newClient()) {
            fs.delete(HOME, true);
        }
    }

    @Test
    void everySubcommand_isTried_andHasARowInTheDocumentation() throws IOException {
        Set<String> tried = table().stream().map(Expected::subcommand).collect(Collectors.toSet());

        assertThat(tried).containsExactlyInAnyOrderElementsOf(OF_HADOOP);
        assertThat(documented()).containsExactlyInAnyOrderElementsOf(OF_HADOOP);
    }

    @Test
    void subcommandsWithoutAProgram_answerOrSayWhyNot() throws IOException {
        run(table().stream().filter(Expected::cheap).toList());
        Stack.Result none = SharedStack.get().tryRun("hdfs", "nonsense");
        assertThat(none.status()).isEqualTo(1);
        assertThat(none.errors()).contains("hdfs has no subcommand 'nonsense'");
    }

    /** Each is a process of its own, as it is for its user. */
    @Test
    @Tag("long")
    void hadoopsPrograms_answerOrSayWhyNot() throws IOException {
        run(table().stream().filter(expected -> !expected.cheap()).toList());
    }

    private static void run(List<Expected> table) throws IOException {
        SoftAssertions subcommands = new SoftAssertions();
        for (Expected expected : table) {
            Stack.Result result = SharedStack.get()
                    .tryRun(Stream.concat(
                                    Stream.of("hdfs"),
                                    Stream.of(expected.command().split(" ")))
                            .toArray(String[]::new));
            String said = result.output() + result.errors();
            subcommands
                    .assertThat(result.status())
                    .as("%s: %s", expected.command(), said)
                    .isEqualTo(expected.status());
            if (expected.says().equals("-")) {
                subcommands.assertThat(said).as(expected.command()).isBlank();
            } else {
                subcommands.assertThat(said).as(expected.command()).contains(expected.says());
            }
        }
        subcommands.assertAll();
    }

    private static List<Expected> table() throws IOException {
        return Files.readAllLines(CheckoutSources.root().resolve("system-test/src/test/resources/shell/hdfs.txt"))
                .stream()
                .filter(line -> !line.startsWith("#"))
                .map(Expected::parse)
                .toList();
    }

    private static Set<String> documented() throws IOException {
        String page = Files.readString(CheckoutSources.root().resolve("docs/hadoop-compatibility.md"));
        String section = page.substring(page.indexOf("## hdfs\n"));
        return DOCUMENTED
                .matcher(section.substring(0, section.indexOf("\n## ")))
                .results()
                .flatMap(row -> Stream.of(row.group(1).replace("`", "").split(" ")))
                .collect(Collectors.toSet());
    }
}
