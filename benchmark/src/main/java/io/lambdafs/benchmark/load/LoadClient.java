package io.lambdafs.benchmark.load;

import io.lambdafs.benchmark.echo.EchoClient;
import io.lambdafs.benchmark.echo.EchoSizes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The program of the process whose calls are measured. Reads commands from its standard input and answers each with one
 * line, {@code ok …} or {@code failed …}; ends with its input.
 *
 * <ul>
 *   <li>{@code tree DIRECTORIES FILES}: makes the directories, with so many files in each
 *   <li>{@code same-tree DIRECTORIES FILES}: works with a tree that another client of the same file system has made
 *   <li>{@code below NAME}: from now on uses a tree, and makes things, in this directory of {@code /benchmark}
 *   <li>{@code stay}: gives {@link SignOfLife} from now on
 *   <li>{@code sweep}: reads everything in the tree once
 *   <li>{@code prepare WORK CALLERS MILLIS}: makes what so many callers need for so long
 *   <li>{@code run MILLIS}: has them work; the answer is a {@link LoadResult}
 *   <li>{@code mkdirs PATH}, {@code rename PATH PATH}, {@code delete PATH}: once; the answer is how many nanoseconds it took
 *   <li>what {@link FeatureCommands} knows, with the same answer
 * </ul>
 */
public final class LoadClient {
    private static final int MAKERS = 32;

    private final ClosedLoop loop = new ClosedLoop();
    private final RoundCommands round = new RoundCommands(loop);
    private final FileSystem fs;
    private final SignOfLife life;
    private final FeatureCommands features;
    private final Map<String, FileSystemWork> worksBelow = new HashMap<>();
    private String below = "";
    private FileSystemWork works;

    private LoadClient(FileSystem fs, SignOfLife life) {
        this.fs = fs;
        this.life = life;
        this.features = new FeatureCommands(fs, loop);
        this.works = new FileSystemWork(fs, new Tree(0, 0));
    }

    /** Takes no argument for the file system of the configuration, or the port of an echo. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 1) {
            try (EchoClient echo = EchoClient.connect(Integer.parseInt(args[0]));
                    ClosedLoop loop = new ClosedLoop()) {
                RoundCommands round = new RoundCommands(loop);
                obey(words -> words[0].equals("run")
                        ? round.run(words)
                        : round.prepare(Tree.ROOT, echoing(echo, EchoSizes.of(words[1])), words));
            }
            return;
        }
        Configuration configuration = new Configuration();
        // Over TCP whenever there is a connection; the setting means nothing to other systems.
        configuration.set("lambdafs.client.http-replacement-probability", "0");
        try (FileSystem fs = FileSystem.newInstance(configuration);
                SignOfLife life = new SignOfLife(fs)) {
            LoadClient client = new LoadClient(fs, life);
            obey(words -> {
                life.check();
                return client.execute(words);
            });
            client.loop.close();
        }
    }

    private static Work echoing(EchoClient echo, EchoSizes sizes) {
        return caller -> echo.call(caller.number(), sizes);
    }

    /** Carries out a command. */
    @FunctionalInterface
    private interface Command {
        String execute(String[] words) throws IOException, InterruptedException;
    }

    private static void obey(Command command) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        out.println("ok ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            try {
                out.println("ok " + command.execute(line.split(" ", -1)));
            } catch (IOException | RuntimeException e) {
                out.println("failed " + String.valueOf(e).replace('\n', ' '));
            }
        }
    }

    private String execute(String[] words) throws IOException, InterruptedException {
        return switch (words[0]) {
            case "tree" -> makeTree(tree(words));
            case "same-tree" -> workWith(tree(words));
            case "below" -> goBelow(words[1]);
            case "sweep" -> sweep(works.tree());
            case "stay" -> stay();
            case "prepare" ->
                round.prepare(
                        below.isEmpty() ? Tree.ROOT : new Path(Tree.ROOT, below),
                        works.named(words[1], Long.parseLong(words[3])),
                        words);
            case "run" -> round.run(words);
            default -> once(words);
        };
    }

    private Tree tree(String[] words) {
        return new Tree(
                below.isEmpty() ? "tree" : below + "/tree", Integer.parseInt(words[1]), Integer.parseInt(words[2]));
    }

    private String goBelow(String name) {
        below = name;
        works = worksBelow.getOrDefault(name, new FileSystemWork(fs, new Tree(0, 0)));
        return name;
    }

    private String once(String[] words) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Path path = new Path(words[1]);
        boolean done = switch (words[0]) {
            case "mkdirs" -> fs.mkdirs(path);
            case "rename" -> fs.rename(path, new Path(words[2]));
            case "delete" -> fs.delete(path, true);
            default -> features.execute(words);
        };
        if (!done) {
            throw new IOException(words[0] + " " + path + " had no effect");
        }
        return Long.toString(System.nanoTime() - begin);
    }

    private String stay() {
        life.begin();
        return "staying";
    }

    private String workWith(Tree tree) {
        works = new FileSystemWork(fs, tree);
        worksBelow.put(below, works);
        return "known";
    }

    private String makeTree(Tree tree) throws IOException, InterruptedException {
        workWith(tree);
        loop.forEach(tree.directories(), MAKERS, works::makeDirectory);
        loop.forEach(tree.files(), MAKERS, works::create);
        return "made";
    }

    /** Reads every directory and file once, so that a system with caches has all of them there afterwards. */
    private String sweep(Tree tree) throws IOException, InterruptedException {
        loop.forEach(tree.directories(), MAKERS, works::list);
        loop.forEach(tree.files(), MAKERS, works::stat);
        loop.forEach(tree.files(), MAKERS, works::open);
        return "swept";
    }
}
