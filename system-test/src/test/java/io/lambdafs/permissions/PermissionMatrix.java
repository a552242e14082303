package io.lambdafs.permissions;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Each call by each user under all rights and on a file and a directory, and how it ended.
 *
 * <p>Its {@code main} prints the outcomes of a file system, whose address it takes: that is how those of HDFS were recorded.
 */
public final class PermissionMatrix implements AutoCloseable {
    /** Owner of the places; in the owning group; in another group; named in entries, in the other group, too. */
    private static final Map<String, String> USERS =
            Map.of("alice", "staff", "bob", "staff", "carol", "users", "dave", "users");

    /** Stands for whoever started the file system. */
    private static final String SUPERUSER = "superuser";

    private static final String ROOT = "/permission-matrix";
    private static final FsPermission ALL = new FsPermission((short) 0777);
    private static final int AT_ONCE = 8;

    private final Map<String, DistributedFileSystem> users = new LinkedHashMap<>();
    private final DistributedFileSystem superuser;

    PermissionMatrix(URI address, Configuration configuration) throws IOException {
        Configuration settings = new Configuration(configuration);
        settings.set("fs.permissions.umask-mode", "000");
        superuser = open(address, settings, UserGroupInformation.getLoginUser());
        users.put(SUPERUSER, superuser);
        for (Map.Entry<String, String> user : new TreeMap<>(USERS).entrySet()) {
            users.put(
                    user.getKey(),
                    open(address, settings, UserGroupInformation.createUserForTesting(user.getKey(), new String[] {
                        user.getValue()
                    })));
        }
    }

    private static DistributedFileSystem open(URI address, Configuration settings, UserGroupInformation user)
            throws IOException {
        try {
            return (DistributedFileSystem)
                    user.doAs((PrivilegedExceptionAction<FileSystem>) () -> FileSystem.newInstance(address, settings));
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Prints the outcomes at an address: of all probes, or of those with the names that follow. */
    public static void main(String[] args) throws Exception {
        Configuration configuration = new Configuration();
        try (PermissionMatrix matrix = new PermissionMatrix(URI.create(args[0]), configuration)) {
            List<String> names = List.of(args).subList(1, args.length);
            List<Probe> probes = Probe.all().stream()
                    .filter(probe -> names.isEmpty() || names.contains(probe.name()))
                    .toList();
            matrix.run(probes, (name, outcome) -> {
                System.out.println(name + " => " + outcome);
                return true;
            });
        }
    }

    /** How each call ended, by its name. */
    Map<String, String> outcomes() throws IOException {
        Map<String, String> outcomes = new LinkedHashMap<>();
        run(Probe.all(), (name, outcome) -> {
            outcomes.put(name, outcome);
            return true;
        });
        return outcomes;
    }

    /** Those of these calls that end otherwise than recorded, the first ones if there are more than so many. */
    List<String> differences(List<Probe> probes, Map<String, String> recorded, int most) throws IOException {
        List<String> different = new ArrayList<>();
        run(probes, (name, outcome) -> {
            String wanted = recorded.getOrDefault(name, "not recorded");
            if (!RecordedOutcomes.areAlike(name, wanted, outcome)) {
                different.add(name + " => " + outcome + ", but recorded is: " + wanted);
            }
            return different.size() < most;
        });
        return different;
    }

    /** Takes what calls came to, in one order; whether more of them are to be made. */
    @FunctionalInterface
    private interface Outcomes {
        boolean take(String name, String outcome);
    }

    private void run(List<Probe> probes, Outcomes outcomes) throws IOException {
        clear();
        Map<String, Future<String>> running = new LinkedHashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (Probe probe : probes) {
                for (Rights rights : probe.reserved() ? Rights.all().subList(0, 1) : Rights.all()) {
                    for (boolean directory : new boolean[] {false, true}) {
                        for (String user : probe.reserved() ? USERS.keySet() : users.keySet()) {
                            String name = probe.name() + " | " + (directory ? "directory" : "file") + " | "
                                    + rights.name() + " | " + user;
                            int number = running.size();
                            running.put(name, threads.submit(() -> outcome(number, rights, probe, directory, user)));
                        }
                    }
                }
            }
            for (Map.Entry<String, Future<String>> each : running.entrySet()) {
                if (!outcomes.take(each.getKey(), each.getValue().get())) {
                    return;
                }
            }
        } catch (ExecutionException | InterruptedException e) {
            throw new IOException("a place could not be prepared", e);
        } finally {
            end(threads);
            clear();
        }
    }

    private void clear() throws IOException {
        SnapshottableDirectoryStatus[] found = superuser.getSnapshottableDirListing();
        for (SnapshottableDirectoryStatus each : found == null ? new SnapshottableDirectoryStatus[0] : found) {
            if (each.getFullPath().toString().startsWith(ROOT + "/")) {
                FeatureProbes.endSnapshots(superuser, each.getFullPath());
            }
        }
        superuser.delete(new Path(ROOT), true);
    }

    private static void end(ExecutorService threads) throws IOException {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IOException("calls do not come to an end");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private String outcome(int number, Rights rights, Probe probe, boolean directory, String user) throws IOException {
        Place place = new Place(new Path(ROOT + "/" + number), directory);
        prepare(place, rights);
        probe.setUp().on(superuser, place);
        String outcome;
        try {
            outcome = String.valueOf(probe.call().on(fileSystem(user), place));
        } catch (IOException | UncheckedIOException e) {
            outcome = e.getClass().getSimpleName() + ": " + firstLine(String.valueOf(e.getMessage()));
        }
        probe.tearDown().on(superuser, place);
        return outcome.replace(place.root().toUri().getPath(), "");
    }

    private DistributedFileSystem fileSystem(String user) {
        return requireNonNull(users.get(user));
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }

    private void prepare(Place place, Rights rights) throws IOException {
        superuser.mkdirs(place.elsewhere(), ALL);
        superuser.create(new Path(place.elsewhere(), "free")).close();
        superuser.setPermission(new Path(place.elsewhere(), "free"), ALL);
        superuser.mkdirs(place.parent(), ALL);
        List<Path> made = new ArrayList<>(List.of(place.above(), place.parent()));
        if (place.directory()) {
            superuser.mkdirs(place.inside(), ALL);
            made.add(place.inside());
        } else {
            superuser.create(place.target()).close();
        }
        made.add(place.target());
        Path second = new Path(place.parent(), "second");
        superuser.create(second).close();
        superuser.setPermission(second, ALL);
        superuser.setXAttr(place.target(), "user.given", new byte[] {7}, EnumSet.of(XAttrSetFlag.CREATE));
        for (Path path : made) {
            superuser.setOwner(path, "alice", "staff");
        }
        set(place.target(), rights.target(), rights.targetAcl());
        set(place.parent(), rights.parent(), rights.parentAcl());
        set(place.above(), rights.above(), "");
    }

    private void set(Path path, int mode, String entries) throws IOException {
        superuser.setPermission(path, new FsPermission((short) mode));
        if (!entries.isEmpty()) {
            superuser.modifyAclEntries(path, AclEntry.parseAclSpec(entries, true));
        }
    }

    @Override
    public void close() throws IOException {
        for (DistributedFileSystem user : users.values()) {
            user.close();
        }
    }
}
