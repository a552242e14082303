package io.lambdafs.shell;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * A program that runs the commands of a transcript with Hadoop's shell and prints the transcript that results.
 *
 * <p>A line {@code $ -ls /} is a command; {@code $ alice: -ls /} is one of another user (alice is in the group users, all
 * others in staff); {@code $ echo some words | -put -
 * /f} has input; {@code $ snapshotDiff /d s1 s2} is a command of another of Hadoop's tools. All other lines that begin with {@code #} or are empty are kept, the rest is what was printed when it
 * was recorded, and ignored. {@code {local}} stands for a directory with the local files that the commands need.
 *
 * <p>Runs on the class path of a stock client, hence needs nothing but Hadoop's and Java's own classes.
 */
final class ShellSession {
    private static final Pattern COMMAND = Pattern.compile("\\$ (?:(?<user>[a-z]+): )?(?:echo (?<input>[^|]*) \\| )?"
            + "(?:(?<tool>dfsadmin|lsSnapshottableDir|snapshotDiff|storagepolicies)(?: |$))?(?<arguments>.*)");
    private static final Map<String, String> TOOLS = Map.of(
            "dfsadmin", "org.apache.hadoop.hdfs.tools.DFSAdmin",
            "lsSnapshottableDir", "org.apache.hadoop.hdfs.tools.snapshot.LsSnapshottableDir",
            "snapshotDiff", "org.apache.hadoop.hdfs.tools.snapshot.SnapshotDiff",
            "storagepolicies", "org.apache.hadoop.hdfs.tools.StoragePolicyAdmin");
    private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    private final PrintStream transcript;
    private final Path local;

    private ShellSession(PrintStream transcript, Path local) {
        this.transcript = transcript;
        this.local = local;
    }

    /** Reads a transcript from stdin and writes the new one to stdout; the argument is an empty directory. */
    public static void main(String[] arguments) throws Exception {
        List<String> lines = new ArrayList<>();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            lines.add(line);
        }
        Path local = Path.of(arguments[0]);
        writeLocalFiles(local);
        ShellSession session = new ShellSession(new PrintStream(System.out, true, StandardCharsets.UTF_8), local);
        for (String line : lines) {
            session.take(line);
        }
    }

    private static void writeLocalFiles(Path local) throws IOException {
        Files.createDirectories(local.resolve("tree/sub"));
        Files.writeString(local.resolve("tree/one.txt"), "one\n");
        Files.writeString(local.resolve("tree/sub/two.txt"), "two\ntwo\n");
        Files.writeString(local.resolve("empty.txt"), "");
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= 500; i++) {
            lines.append("this is line ").append(i).append('\n');
        }
        Files.writeString(local.resolve("lines.txt"), lines.toString());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(local.resolve("packed.gz")))) {
            out.write("packed words\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    private void take(String line) throws Exception {
        Matcher command = COMMAND.matcher(line);
        if (line.isEmpty() || line.startsWith("#")) {
            transcript.println(line);
        } else if (command.matches()) {
            transcript.println(line);
            run(command);
        }
    }

    private void run(Matcher command) throws Exception {
        String input = command.group("input");
        System.setIn(new ByteArrayInputStream((input == null ? "" : input + "\n").getBytes(StandardCharsets.UTF_8)));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        System.setOut(stream);
        System.setErr(stream);
        List<String> arguments = arguments(command.group("arguments"));
        String user = command.group("user");
        int status = user == null
                ? run(command.group("tool"), arguments)
                : UserGroupInformation.createUserForTesting(user, groups(user))
                        .doAs((PrivilegedExceptionAction<Integer>) () -> run(command.group("tool"), arguments));
        String text = printed.toString(StandardCharsets.UTF_8);
        transcript.print(text.isEmpty() || text.endsWith("\n") ? text : text + "\\\n");
        transcript.println("[" + status + "]");
    }

    private static String[] groups(String user) {
        return new String[] {user.equals("alice") ? "users" : "staff"};
    }

    private List<String> arguments(String text) {
        List<String> arguments = new ArrayList<>();
        Matcher argument = ARGUMENT.matcher(text.replace("{local}", local.toString()));
        while (argument.find()) {
            arguments.add(argument.group(1) != null ? argument.group(1) : argument.group(2));
        }
        return arguments;
    }

    private static Object constructed(Class<?> tool, Configuration configuration) throws Exception {
        try {
            return tool.getConstructor(Configuration.class).newInstance(configuration);
        } catch (NoSuchMethodException e) {
            return tool.getConstructor().newInstance();
        }
    }

    private static int run(String tool, List<String> arguments) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set("dfs.replication", "1");
        if (tool != null) {
            Tool made = (Tool) constructed(Class.forName(TOOLS.get(tool)), configuration);
            return ToolRunner.run(configuration, made, arguments.toArray(new String[0]));
        }
        FsShell shell = new FsShell(configuration);
        try {
            return shell.run(arguments.toArray(new String[0]));
        } finally {
            shell.close();
        }
    }
}
