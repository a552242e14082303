package io.lambdafs.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Commands with what they printed, without what differs from run to run: dates, the user, the file system's address. */
record ShellTranscript(List<Entry> entries) {
    private static final Pattern DATE =
            Pattern.compile("\\b20(2[1-9]|[3-9]\\d)-\\d\\d-\\d\\d( \\d\\d:\\d\\d(:\\d\\d)?)?");
    private static final Pattern FILE_SYSTEM = Pattern.compile("hdfs://[a-z0-9.]+(:\\d+)?");

    ShellTranscript {
        entries = List.copyOf(entries);
    }

    /** A command and what it printed, its exit code last. */
    record Entry(String command, String output) {}

    /** The text of a resource. */
    static String resource(String name) throws IOException {
        try (InputStream in = ShellTranscript.class.getResourceAsStream("/shell/" + name)) {
            if (in == null) {
                throw new IOException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Reads a transcript in which this user is the one who started the system. */
    static ShellTranscript of(String text, String user) {
        List<Entry> entries = new ArrayList<>();
        String command = "";
        StringBuilder output = new StringBuilder();
        for (String line : text.lines().toList()) {
            if (line.startsWith("$ ")) {
                add(entries, command, output);
                command = line;
                output.setLength(0);
            } else if (!line.startsWith("#")) {
                output.append(normalized(line, user)).append('\n');
            }
        }
        add(entries, command, output);
        return new ShellTranscript(entries);
    }

    private static void add(List<Entry> entries, String command, StringBuilder output) {
        if (!command.isEmpty()) {
            entries.add(new Entry(command, output.toString().strip()));
        }
    }

    /** The widths of columns depend on the user's name, hence every run of spaces counts as one. */
    private static String normalized(String line, String user) {
        String text = DATE.matcher(line).replaceAll("<date>");
        text = FILE_SYSTEM.matcher(text).replaceAll("<fs>");
        text = text.replaceAll("(?<=[ =:/])" + Pattern.quote(user) + "(?=[ :,'/]|$)", "<user>");
        return text.replaceAll(" +", " ");
    }
}
