package io.lambdafs.cli.top;

import static java.util.Objects.requireNonNull;

import io.lambdafs.metrics.Change;
import io.lambdafs.metrics.Samples;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows what a stack does, again and again. */
@Command(
        mixinStandardHelpOptions = true,
        name = "top",
        description = "Shows operations, latencies, instances, cache and rounds of each function, until SIGINT.")
public final class TopCommand implements Callable<Integer> {
    private static final double LEAST_SECONDS = 0.1;
    private static final double MOST_SECONDS = 3600;
    private static final double NANOS = 1e9;
    private static final String CLEAR = "\u001b[H\u001b[2J\u001b[3J";

    private static final Pattern TERMINAL = Pattern.compile("/dev/(?:pts/\\d+|tty\\w*|console)");

    private final MetricsSource.Finder stacks;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "The stack's data directory.")
    private @Nullable Path dataDirectory;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            description = "The time between two refreshes, which is also the time over which rates are; default 2.")
    private double interval = 2;

    @Option(names = "--once", description = "Shows one picture, after one interval, and ends.")
    private boolean once;

    @Option(names = "-n", paramLabel = "COUNT", description = "Ends after so many pictures.")
    private long count = Long.MAX_VALUE;

    /** A command about a stack that is found here. */
    public TopCommand(MetricsSource.Finder stacks) {
        this.stacks = stacks;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!(interval >= LEAST_SECONDS && interval <= MOST_SECONDS) || count < 1) {
            throw new ParameterException(
                    requireNonNull(spec, "spec").commandLine(),
                    "--interval must be within " + LEAST_SECONDS + ".." + MOST_SECONDS + " seconds, and -n at least 1");
        }
        MetricsSource source = stacks.find(Optional.ofNullable(dataDirectory));
        // UTF-8 whatever the locale says.
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        show(source, out, once ? 1 : count);
        return 0;
    }

    private void show(MetricsSource source, PrintStream out, long pictures) throws InterruptedException {
        boolean clears = pictures > 1 && isTerminal();
        long begin = System.nanoTime();
        Samples before = Samples.parse(source.read());
        for (long shown = 0; shown < pictures; shown++) {
            TimeUnit.NANOSECONDS.sleep((long) (interval * NANOS));
            Samples after = Samples.parse(source.read());
            long now = System.nanoTime();
            StringBuilder text = new StringBuilder(clears ? CLEAR : "");
            text.append("λFS  ")
                    .append(LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS))
                    .append("   ");
            new Picture(new Change(before, after, (now - begin) / NANOS))
                    .lines()
                    .forEach(line -> text.append(line).append('\n'));
            out.println(text);
            out.flush();
            before = after;
            begin = now;
        }
    }

    /** Whether standard output is a terminal, as Linux tells; elsewhere it is taken for none. */
    private static boolean isTerminal() {
        try {
            return TERMINAL.matcher(
                            Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString())
                    .matches();
        } catch (IOException | UnsupportedOperationException notLinux) {
            return false;
        }
    }
}
