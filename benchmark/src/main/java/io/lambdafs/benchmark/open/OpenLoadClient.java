package io.lambdafs.benchmark.open;

import io.lambdafs.benchmark.load.FileSystemWork;
import io.lambdafs.benchmark.load.LoadCaller;
import io.lambdafs.benchmark.load.LoadNamespace;
import io.lambdafs.benchmark.load.Tree;
import io.lambdafs.benchmark.load.Work;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * The program of the process that carries an open load. Its arguments are settings {@code key=value} over those of its configuration. Reads commands
 * from its standard input and answers each with one line, {@code ok …} or {@code failed …}; ends with its input.
 *
 * <ul>
 *   <li>{@code tree NAME DIRECTORIES FILES}: makes the directories of a tree of this name, with so many files in each
 *   <li>{@code sweep}: reads everything in the tree once
 *   <li>{@code run WORK CALLERS MILLIS SCHEDULE DRAIN FILE}: runs a schedule from a moment on, given in milliseconds since 1970, and works off
 *       what is left for DRAIN seconds; the answer is a {@link RunSummary}, and the seconds are in the file
 *   <li>{@code verify}: compares the namespace with what the callers of all runs were told; the answer is four numbers, those of {@link LoadNamespace}
 *   <li>{@code once}: asks for the status of a file; the answer is how many nanoseconds it took
 * </ul>
 */
public final class OpenLoadClient {
    private final FileSystem fs;
    private final List<LoadCaller> callers = new ArrayList<>();
    private FileSystemWork works;
    private long runs;

    private OpenLoadClient(FileSystem fs) {
        this.fs = fs;
        this.works = new FileSystemWork(fs, new Tree(0, 0));
    }

    /** Takes settings, {@code key=value}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Configuration configuration = new Configuration();
        for (String arg : args) {
            String[] parts = arg.split("=", 2);
            if (parts.length != 2) {
                throw new IllegalArgumentException("a setting is key=value, not '" + arg + "'");
            }
            configuration.set(parts[0], parts[1]);
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (FileSystem fs = FileSystem.newInstance(configuration)) {
            OpenLoadClient client = new OpenLoadClient(fs);
            out.println("ok ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                try {
                    out.println("ok " + client.execute(line.split(" ", -1)));
                } catch (IOException | RuntimeException e) {
                    out.println("failed " + String.valueOf(e).replace('\n', ' '));
                }
            }
        }
    }

    private String execute(String[] words) throws IOException, InterruptedException {
        return switch (words[0]) {
            case "tree" -> makeTree(new Tree(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3])));
            case "sweep" -> sweep();
            case "run" -> run(words);
            case "verify" -> verify();
            case "once" -> once();
            default -> throw new IllegalArgumentException("no command is called " + words[0]);
        };
    }

    private String makeTree(Tree tree) throws IOException, InterruptedException {
        works = new FileSystemWork(fs, tree);
        Each.of(tree.directories(), works::makeDirectory);
        Each.of(tree.files(), works::create);
        return "made";
    }

    /** Reads every directory and file once, so that a system with caches has all of them there afterwards. */
    private String sweep() throws IOException, InterruptedException {
        Each.of(works.tree().directories(), works::list);
        Each.of(works.tree().files(), works::stat);
        return "swept";
    }

    private String run(String[] words) throws IOException, InterruptedException {
        int number = Integer.parseInt(words[2]);
        long begin = System.nanoTime()
                + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(words[3]) - System.currentTimeMillis());
        Schedule schedule = Schedule.parse(words[4]);
        Work work = works.named(words[1], TimeUnit.SECONDS.toMillis(schedule.seconds()));
        runs++;
        List<LoadCaller> own = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            LoadCaller caller = new LoadCaller(runs, i, number);
            own.add(caller);
            work.prepare(caller);
        }
        callers.addAll(own);
        OpenLoop loop = new OpenLoop(work, own, schedule, Integer.parseInt(words[5]));
        try (CounterSamples counters = CounterSamples.from(begin)) {
            Seconds seconds = loop.run(begin);
            ClientSecond.write(Path.of(words[6]), ClientSecond.of(schedule, seconds, counters));
            return RunSummary.of(schedule, seconds, loop.errors()).toLine();
        }
    }

    private String verify() throws IOException {
        LoadNamespace found = LoadNamespace.compare(fs, works.tree(), callers);
        return found.expected() + " " + found.unsure() + " " + found.lost() + " " + found.extra();
    }

    private String once() throws IOException {
        long begin = System.nanoTime();
        works.stat(works.tree().files().get(0));
        return Long.toString(System.nanoTime() - begin);
    }
}
