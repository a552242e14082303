package io.lambdafs.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.cli.admin.AdminMain;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No subcommand of {@code dfsadmin} does nothing and ends with 0: each of them is run on a running system. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class AdminSubcommandsTest {
    private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| (`-[^|]*)\\|");
    private static final Pattern SUBCOMMAND = Pattern.compile("`(-[a-zA-Z]+)`");
    private static final int FIELDS = 3;

    /**
     * A line of the table.
     *
     * @param status how it ends
     * @param command with its arguments
     * @param says a part of what it prints; a dash for nothing
     */
    private record Expected(int status, String command, String says) {
        static Expected parse(String line) {
            String[] fields = line.split(" \\| ", FIELDS);
            return new Expected(Integer.parseInt(fields[0]), fields[1], fields[2]);
        }

        String subcommand() {
            return command.split(" ")[0];
        }
    }

    @Test
    void everySubcommand_answersOrSaysWhyNot() throws Exception {
        List<Expected> table = table();
        Set<String> tried = table.stream().map(Expected::subcommand).collect(Collectors.toSet());
        assertThat(tried).containsExactlyInAnyOrderElementsOf(documented());
        SoftAssertions subcommands = new SoftAssertions();
        try (Stack stack = Stack.start(1, 1);
                FileSystem fs = stack.newClient()) {
            fs.mkdirs(new Path("/d"));
            try (FSDataOutputStream out = fs.create(new Path("/f"))) {
                out.write(1);
            }
            String pool = ((DistributedFileSystem) fs)
                    .getClient()
                    .getLocatedBlocks("/f", 0)
                    .get(0)
                    .getBlock()
                    .getBlockPoolId();
            String dataNode = ((DistributedFileSystem) fs).getDataNodeStats()[0].getIpcAddr(false);
            Configuration configuration = new Configuration(stack.hadoopConfiguration());
            // Hadoop's cache knows a file system by its name, which the stacks of other tests in this process share.
            configuration.setBoolean("fs.hdfs.impl.disable.cache", true);
            for (Expected expected : table) {
                String command =
                        expected.command().replace("{datanode}", dataNode).replace("{pool}", pool);
                Stack.Result result = run(configuration, command.split(" "));
                String said = result.output() + result.errors();
                subcommands
                        .assertThat(result.status())
                        .as("%s: %s", command, said)
                        .isEqualTo(expected.status());
                if (expected.says().equals("-")) {
                    subcommands.assertThat(said).as(command).isEmpty();
                } else {
                    subcommands.assertThat(said).as(command).contains(expected.says());
                }
            }
        }
        subcommands.assertAll();
    }

    /** Hadoop's own subcommands write to the standard streams of this process. */
    private static Stack.Result run(Configuration configuration, String... command) throws Exception {
        PrintStream realOut = System.out;
        PrintStream realErr = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (PrintStream output = new PrintStream(out, true, StandardCharsets.UTF_8);
                PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8)) {
            System.setOut(output);
            System.setErr(errors);
            int status = AdminMain.run(configuration, output, errors, command);
            return new Stack.Result(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(realOut);
            System.setErr(realErr);
        }
    }

    private static List<Expected> table() throws IOException {
        return Files.readAllLines(CheckoutSources.root().resolve("system-test/src/test/resources/shell/dfsadmin.txt"))
                .stream()
                .filter(line -> !line.startsWith("#"))
                .map(Expected::parse)
                .toList();
    }

    /** The subcommands that the documentation names; another test compares them with Hadoop's. */
    private static Set<String> documented() throws IOException {
        String page = Files.readString(CheckoutSources.root().resolve("docs/hadoop-compatibility.md"));
        String section = page.substring(page.indexOf("## dfsadmin"));
        return DOCUMENTED
                .matcher(section.substring(0, section.indexOf("\n## ")))
                .results()
                .map(MatchResult::group)
                .map(row -> row.substring(0, row.indexOf('|', 1)))
                .flatMap(row -> SUBCOMMAND.matcher(row).results())
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }
}
