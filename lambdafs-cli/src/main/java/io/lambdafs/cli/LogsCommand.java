package io.lambdafs.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the end of logs. */
@Command(
        mixinStandardHelpOptions = true,
        name = "logs",
        description = "Shows the end of a component's log, or lists the logs.")
final class LogsCommand implements Runnable {
    /** No more of a log is read. */
    private static final int MOST_BYTES = 16 << 20;

    @Mixin
    private DataDirectoryOption dataDirectory = new DataDirectoryOption();

    @Parameters(
            arity = "0..1",
            paramLabel = "COMPONENT",
            description =
                    "platform, rocks, postgres, zookeeper, datanode0 …, gateway0 …, or namenode0 … for the latest instance.")
    private @Nullable String component;

    @Option(names = "--lines", paramLabel = "N", description = "How many lines; default ${DEFAULT-VALUE}.")
    private int lines = 50;

    @Override
    public void run() {
        DataDirectory data = dataDirectory.directory();
        data.requireExists();
        List<Path> logs = logs(data);
        Console console = Console.standard();
        if (component == null) {
            logs.forEach(log -> console.line(log.toString()));
            return;
        }
        String wanted = component;
        Path log = find(logs, wanted)
                .orElseThrow(() -> new CliException("there is no log of '" + wanted + "'; there are: "
                        + logs.stream().map(LogsCommand::name).distinct().collect(Collectors.joining(", "))));
        console.line("==> " + log);
        tail(log).forEach(console::line);
    }

    private static Optional<Path> find(List<Path> logs, String wanted) {
        return logs.stream()
                .filter(log -> name(log).equals(wanted) || name(log).startsWith(wanted + "-"))
                .max(Comparator.comparing(log -> log.toFile().lastModified()));
    }

    private static String name(Path log) {
        String name = String.valueOf(log.getFileName());
        return name.substring(0, name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.'));
    }

    private static List<Path> logs(DataDirectory data) {
        List<Path> logs = new ArrayList<>();
        for (String directory : List.of("logs", "postgres", "platform")) {
            if (!Files.isDirectory(data.of(directory))) {
                continue;
            }
            try (Stream<Path> files = Files.walk(data.of(directory), 2)) {
                files.filter(file -> file.toString().matches(".*\\.(log|err)"))
                        .sorted()
                        .forEach(logs::add);
            } catch (IOException | UncheckedIOException unreadable) {
                // PostgreSQL's own directory is closed to others.
            }
        }
        return logs;
    }

    /* A log may be larger than the memory. */
    private static byte[] end(Path log) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(log)) {
            channel.position(Math.max(0, channel.size() - MOST_BYTES));
            return Channels.newInputStream(channel).readNBytes(MOST_BYTES);
        }
    }

    private List<String> tail(Path log) {
        try {
            List<String> all =
                    new String(end(log), StandardCharsets.UTF_8).lines().toList();
            return all.subList(Math.max(0, all.size() - lines), all.size());
        } catch (IOException e) {
            throw new CliException("cannot read " + log + " (" + e + ")", e);
        }
    }
}
