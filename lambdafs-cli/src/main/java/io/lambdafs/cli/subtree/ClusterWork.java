package io.lambdafs.cli.subtree;

import static java.util.Objects.requireNonNull;

import io.lambdafs.client.subtree.MergeResult;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The cluster that a subcommand works with, and where it writes what it has done. */
final class ClusterWork {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final Configuration configuration;
    private final PrintStream out;

    ClusterWork(Configuration configuration, PrintStream out) {
        this.configuration = configuration;
        this.out = out;
    }

    /**
     * Refuses a command line that has both of two things, or neither.
     *
     * @param names of both, for the message
     */
    static void requireOne(@Nullable CommandSpec spec, @Nullable Object one, @Nullable Object other, String names) {
        if ((one == null) == (other == null)) {
            throw new ParameterException(requireNonNull(spec, "spec").commandLine(), "Say either " + names);
        }
    }

    /** What a subcommand does. */
    interface Work {
        void with(FileSystem fileSystem) throws IOException;
    }

    /** Does it with a file system that nobody else in this process has. */
    int run(Work work) throws IOException {
        try (FileSystem fileSystem = FileSystem.newInstance(configuration)) {
            work.with(fileSystem);
        }
        return 0;
    }

    void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }

    /** What a merge has done. */
    void merged(String what, MergeResult result) {
        line(
                "%s %d files and directories %s",
                what, result.inodes(), result.isAtomic() ? "at one moment" : "in several parts");
        if (result.replacedCount() > 0) {
            line("%d files and directories of others were in their place and are gone:", result.replacedCount());
            result.replaced().forEach(path -> line("  %s", path));
            if (result.replacedCount() > result.replaced().size()) {
                line("  …");
            }
        }
    }

    /** A time of this machine's zone. */
    static String time(long millis) {
        return TIME.format(Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault()));
    }
}
