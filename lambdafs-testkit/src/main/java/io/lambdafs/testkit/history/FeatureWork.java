package io.lambdafs.testkit.history;

import io.lambdafs.testkit.history.FeatureOperation.AllowSnapshot;
import io.lambdafs.testkit.history.FeatureOperation.CheckAccess;
import io.lambdafs.testkit.history.FeatureOperation.CreateSnapshot;
import io.lambdafs.testkit.history.FeatureOperation.DeleteSnapshot;
import io.lambdafs.testkit.history.FeatureOperation.GetAcl;
import io.lambdafs.testkit.history.FeatureOperation.GetUsage;
import io.lambdafs.testkit.history.FeatureOperation.GetXAttrs;
import io.lambdafs.testkit.history.FeatureOperation.ListSnapshots;
import io.lambdafs.testkit.history.FeatureOperation.ModifyAcl;
import io.lambdafs.testkit.history.FeatureOperation.RemoveAcl;
import io.lambdafs.testkit.history.FeatureOperation.RemoveXAttr;
import io.lambdafs.testkit.history.FeatureOperation.SetAcl;
import io.lambdafs.testkit.history.FeatureOperation.SetQuota;
import io.lambdafs.testkit.history.FeatureOperation.SetXAttr;
import io.lambdafs.testkit.history.FileOperation.Ls;
import io.lambdafs.testkit.history.FileOperation.Stat;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What a client does with the features of inodes: extended attributes and access control lists in every part, quotas in the first
 * part alone, and snapshots of the second one alone. What a snapshot keeps does not count for a quota, and no snapshot has to
 * follow a directory that is moved out of its part.
 */
final class FeatureWork {
    private static final String LIMITED = "/p0";
    private static final List<String> PERMISSIONS = List.of("---", "--x", "r-x", "rwx", "rwx", "rw-");
    private static final List<String> ATTRIBUTES = List.of("user.a", "user.b");
    private static final List<String> SNAPSHOTS = List.of("s0", "s1", "s2");

    private final RandomGenerator random;
    private final int client;
    private int written;

    FeatureWork(RandomGenerator random, int client) {
        this.random = random;
        this.client = client;
    }

    /** Changes extended attributes, or tells of them. */
    FileOperation attributes(String path) {
        String name = one(ATTRIBUTES);
        return switch (random.nextInt(8)) {
            case 0, 1, 2, 3 -> new SetXAttr(path, name, client + "-" + ++written, random.nextInt(4) == 0);
            case 4 -> new RemoveXAttr(path, name);
            default -> new GetXAttrs(path);
        };
    }

    /** Changes access control lists, tells of them, or depends on them. */
    FileOperation rights(String path, boolean directory) {
        String named = "user:" + HotDirectories.STRANGER + ":" + one(PERMISSIONS);
        String handedDown = directory && random.nextInt(3) == 0
                ? "default:user:" + HotDirectories.STRANGER + ":" + one(PERMISSIONS)
                : "";
        return switch (random.nextInt(12)) {
            case 0 -> {
                String owner = "user::rwx,group::" + one(PERMISSIONS) + ",other::" + one(PERMISSIONS);
                yield new SetAcl(path, owner + "," + named + (handedDown.isEmpty() ? "" : "," + handedDown));
            }
            case 1, 2, 3 -> new ModifyAcl(path, handedDown.isEmpty() ? named : handedDown);
            case 4 -> new RemoveAcl(path);
            case 5 -> new GetAcl(path);
            default -> new CheckAccess(path, HotDirectories.STRANGER, 1 << random.nextInt(3));
        };
    }

    /**
     * What the part alone has: limits, or snapshots, or neither, and then something is read.
     *
     * @param directory some directory in the part
     * @param below some path in it
     */
    FileOperation ofPart(String part, String directory, String below) {
        return switch (part) {
            case LIMITED -> limits(random.nextInt(3) == 0 ? part : directory, part);
            case HotDirectories.SNAPSHOTTABLE -> snapshots(below.substring(part.length()));
            default -> new Stat(below);
        };
    }

    private FileOperation limits(String directory, String part) {
        return switch (random.nextInt(8)) {
            case 0 -> new SetQuota(directory, -1);
            case 1, 2, 3 ->
                new SetQuota(directory, directory.equals(part) ? 4 + random.nextInt(7) : 1 + random.nextInt(5));
            default -> new GetUsage(directory);
        };
    }

    private FileOperation snapshots(String below) {
        String name = one(SNAPSHOTS);
        String shown = HotDirectories.SNAPSHOTTABLE + "/.snapshot/" + name;
        return switch (random.nextInt(20)) {
            case 0 -> new AllowSnapshot(HotDirectories.SNAPSHOTTABLE);
            case 1, 2, 3, 4 -> new CreateSnapshot(HotDirectories.SNAPSHOTTABLE, name);
            case 5, 6, 7 -> new DeleteSnapshot(HotDirectories.SNAPSHOTTABLE, name);
            case 8, 9 -> new ListSnapshots(HotDirectories.SNAPSHOTTABLE);
            case 10, 11, 12, 13 -> new Ls(random.nextBoolean() ? shown : shown + below);
            case 14 -> new GetXAttrs(shown + below);
            case 15 -> new GetAcl(shown + below);
            default -> new Stat(shown + below);
        };
    }

    /**
     * What shows a change. Without it the checker would have to keep in mind each order of changes that nobody has looked at, and
     * their number doubles with each change.
     */
    static List<FileOperation> look(FeatureOperation changed) {
        String path = changed.path();
        if (changed instanceof SetXAttr || changed instanceof RemoveXAttr) {
            return List.of(new GetXAttrs(path));
        } else if (changed instanceof SetAcl || changed instanceof ModifyAcl || changed instanceof RemoveAcl) {
            return List.of(new GetAcl(path));
        } else if (changed instanceof SetQuota) {
            return List.of(new GetUsage(path));
        } else if (changed instanceof CreateSnapshot created) {
            return List.of(new Ls(path + "/.snapshot/" + created.name()));
        }
        return List.of();
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }
}
