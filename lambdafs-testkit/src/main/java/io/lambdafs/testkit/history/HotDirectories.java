package io.lambdafs.testkit.history;

import io.lambdafs.testkit.history.Answer.Attributes;
import io.lambdafs.testkit.history.FileOperation.Chmod;
import io.lambdafs.testkit.history.FileOperation.Complete;
import io.lambdafs.testkit.history.FileOperation.Create;
import io.lambdafs.testkit.history.FileOperation.Delete;
import io.lambdafs.testkit.history.FileOperation.Ls;
import io.lambdafs.testkit.history.FileOperation.Mkdir;
import io.lambdafs.testkit.history.FileOperation.Move;
import io.lambdafs.testkit.history.FileOperation.Open;
import io.lambdafs.testkit.history.FileOperation.Rename;
import io.lambdafs.testkit.history.FileOperation.SetTimes;
import io.lambdafs.testkit.history.FileOperation.Stat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * What one client does in a history: all sorts of operations on few names in few directories, so that clients meet all the time.
 *
 * <p>Each top-level directory is a part that the checker can look at by itself, with a dozen names at three levels. The first are
 * the busiest. In the first one directories have quotas, and of the second one there are snapshots. Directories are renamed inside of them and, between neighbours among the later ones, from one to the other. Used
 * by one thread.
 */
public final class HotDirectories {
    /** The part of which snapshots are taken. */
    public static final String SNAPSHOTTABLE = "/p1";

    /** A user who owns nothing and is in no group. */
    public static final String STRANGER = "alice";

    /** Times after now: readers renew a time of access that is long past, and no model of a history expects that. */
    private static final long FUTURE_MILLIS = 4_000_000_000_000L;

    private static final List<String> FILES = List.of("a", "b", "s/a", "s/b", "t/a", "t/b", "s/u/a", "t/u/a");
    private static final List<String> DIRECTORIES = List.of("s", "t", "s/u", "t/u");
    private static final int SEPARATE_PARTS = 2;

    private final RandomGenerator random;
    private final int client;
    private final int parts;
    private final List<Choice> choices = new ArrayList<>();
    private final int totalWeight;
    private final FeatureWork features;
    private int written;

    /**
     * The work of one client.
     *
     * @param client a number of its own
     * @param parts how many top-level directories there are
     */
    public HotDirectories(RandomGenerator random, int client, int parts) {
        this.random = random;
        this.client = client;
        this.parts = parts;
        features = new FeatureWork(random, client);
        add(24, part -> new Stat(any(part)));
        add(15, part -> new Ls(random.nextInt(3) == 0 ? part : directory(part)));
        add(10, part -> new Open(file(part)));
        add(13, part -> new Create(file(part), 0600 + random.nextInt(64), random.nextInt(10) < 3, holder()));
        add(10, part -> new Mkdir(directory(part), 0700 + random.nextInt(64), random.nextInt(10) < 4));
        add(7, part -> new Move(file(part), file(part), random.nextInt(10) < 4));
        add(6, part -> new Move(directory(part), directory(neighbour(part)), random.nextInt(10) < 4));
        add(3, part -> new Rename(any(part), any(part)));
        add(5, part -> new Delete(file(part), false));
        add(4, part -> new Delete(directory(part), random.nextInt(10) < 6));
        add(5, part -> new Chmod(any(part), 0700 + random.nextInt(64)));
        add(4, part -> new SetTimes(any(part), FUTURE_MILLIS + ++written + client * 1_000_000L));
        add(9, part -> features.attributes(any(part)));
        add(
                13,
                part -> random.nextInt(3) == 0
                        ? features.rights(random.nextInt(2) == 0 ? part : directory(part), true)
                        : features.rights(file(part), false));
        add(20, part -> features.ofPart(part, directory(part), any(part)));
        totalWeight = choices.stream().mapToInt(Choice::weight).sum();
    }

    /** The name under which this client writes files. */
    public String holder() {
        return "history-client-" + client;
    }

    /** The top-level directories. */
    public static List<String> parts(int count) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add("/p" + i);
        }
        return parts;
    }

    /** Every path that a client may name in a part. */
    public static List<String> paths(String part) {
        List<String> paths = new ArrayList<>(List.of(part));
        DIRECTORIES.forEach(name -> paths.add(part + "/" + name));
        FILES.forEach(name -> paths.add(part + "/" + name));
        return paths;
    }

    /** What to do next. */
    public FileOperation next() {
        int at = random.nextInt(totalWeight);
        for (Choice choice : choices) {
            at -= choice.weight();
            if (at < 0) {
                return choice.operation().apply(part());
            }
        }
        throw new AssertionError("weights do not add up");
    }

    /** Closes the file that was created, which is sometimes left open, and looks at what else was changed. */
    public List<FileOperation> after(FileOperation operation, Answer answer) {
        if (operation instanceof FeatureOperation change && answer instanceof Answer.Done) {
            return FeatureWork.look(change);
        }
        if (operation instanceof Create create && answer instanceof Answer.Status status && random.nextInt(10) < 9) {
            Attributes created = status.attributes();
            return created == null ? List.of() : List.of(new Complete(create.path(), created.id(), holder()));
        }
        return List.of();
    }

    private void add(int weight, Function<String, FileOperation> operation) {
        choices.add(new Choice(weight, operation));
    }

    /** The first parts more often than the later ones. */
    private String part() {
        return "/p" + Math.min(random.nextInt(parts), random.nextInt(parts));
    }

    private String neighbour(String part) {
        int number = Integer.parseInt(part.substring(2));
        int other = number ^ 1;
        return number < SEPARATE_PARTS || other >= parts || random.nextInt(4) > 0 ? part : "/p" + other;
    }

    private String file(String part) {
        return part + "/" + FILES.get(random.nextInt(FILES.size()));
    }

    private String directory(String part) {
        return part + "/" + DIRECTORIES.get(random.nextInt(DIRECTORIES.size()));
    }

    private String any(String part) {
        int chance = random.nextInt(10);
        return chance == 0 ? part : chance < 4 ? directory(part) : file(part);
    }

    /** A kind of operation with how often it comes. */
    private record Choice(int weight, Function<String, FileOperation> operation) {}
}
