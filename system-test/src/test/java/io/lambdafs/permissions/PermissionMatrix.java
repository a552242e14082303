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
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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

    /** Stands for the user who started the file system. */
    private static final String SUPERUSER = "superuser";

    private static final String ROOT = "/permission-matrix";
    private static final FsPermission ALL = new FsPermission((short) 0777);
    private static final int AT_ONCE = 8;

    /** For calls beside which nothing is done. */
    static final Beside NOTHING_BESIDE = new Beside() {
        @Override
        public void begins(String name) {}

        @Override
        public void ended() {}
    };

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
            matrix.run(matrix.cases(probes), NOTHING_BESIDE, (name, outcome) -> {
                System.out.println(name + " => " + outcome);
                return true;
            });
        }
    }

    /** All calls of these probes. */
    List<PermissionCase> cases(List<Probe> probes) {
        return PermissionCase.all(probes, users.keySet(), SUPERUSER);
    }

    /** How each call ended, by its name. */
    Map<String, String> outcomes() throws IOException {
        Map<String, String> outcomes = new ConcurrentHashMap<>();
        run(cases(Probe.all()), NOTHING_BESIDE, (name, outcome) -> {
            outcomes.put(name, outcome);
            return true;
        });
        return outcomes;
    }

    /**
     * Those of these calls that end otherwise than recorded, the first ones that are found if there are more than so many.
     *
     * @param beside what is done beside each call
     */
    List<String> differences(List<PermissionCase> cases, Beside beside, Map<String, String> recorded, int most)
            throws IOException {
        Queue<String> different = new ConcurrentLinkedQueue<>();
        run(cases, beside, (name, outcome) -> {
            String wanted = recorded.getOrDefault(name, "not recorded");
            if (!RecordedOutcomes.areAlike(name, wanted, outcome)) {
                different.add(name + " => " + outcome + ", but recorded is: " + wanted);
            }
            return different.size() < most;
        });
        return different.stream().sorted().limit(most).toList();
    }

    /** Takes what calls came to, from several threads; whether more of them are to be made. */
    @FunctionalInterface
    private interface Outcomes {
        boolean take(String name, String outcome);
    }

    /** Is told in the calling thread that a call begins, and that it has ended. */
    interface Beside {
        void begins(String name);

        void ended();
    }

    private void run(List<PermissionCase> cases, Beside beside, Outcomes outcomes) throws IOException {
        clear();
        Calls calls = new Calls(beside, outcomes);
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (List<PermissionCase> atOnePlace : PermissionCase.byPlace(cases)) {
                running.add(threads.submit(() -> {
                    calls.make(atOnePlace);
                    return atOnePlace;
                }));
            }
            for (Future<?> each : running) {
                each.get();
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

    /**
     * Makes calls. A place takes long to prepare, so one is used for as many calls as leave it as it was: those that only read, and those that
     * are refused.
     */
    private final class Calls {
        private final Beside beside;
        private final Outcomes outcomes;
        private final AtomicInteger places = new AtomicInteger();
        private final AtomicBoolean enough = new AtomicBoolean();

        Calls(Beside beside, Outcomes outcomes) {
            this.beside = beside;
            this.outcomes = outcomes;
        }

        /** Makes calls that need the same place, until it has been enough. */
        void make(List<PermissionCase> cases) throws IOException {
            Optional<CallLocation> present = Optional.empty();
            for (int i = 0; i < cases.size() && !enough.get(); i++) {
                PermissionCase each = cases.get(i);
                CallLocation place = present.isPresent() ? present.get() : prepared(each);
                boolean changed = call(each, place);
                if (changed || i == cases.size() - 1) {
                    each.probe().tearDown().on(superuser, place);
                }
                present = changed ? Optional.empty() : Optional.of(place);
            }
        }

        private CallLocation prepared(PermissionCase first) throws IOException {
            CallLocation place = new CallLocation(new Path(ROOT + "/" + places.incrementAndGet()), first.directory());
            prepare(place, first.rights());
            first.probe().setUp().on(superuser, place);
            return place;
        }

        /** Whether the place may have changed. */
        private boolean call(PermissionCase each, CallLocation place) {
            String outcome;
            boolean changed = !each.probe().reading();
            beside.begins(each.name());
            try {
                outcome = String.valueOf(each.probe().call().on(fileSystem(each.user()), place));
            } catch (IOException | UncheckedIOException e) {
                outcome = e.getClass().getSimpleName() + ": " + firstLine(String.valueOf(e.getMessage()));
                changed = false;
            } finally {
                beside.ended();
            }
            if (!outcomes.take(each.name(), outcome.replace(place.root().toUri().getPath(), ""))) {
                enough.set(true);
            }
            return changed;
        }
    }

    private DistributedFileSystem fileSystem(String user) {
        return requireNonNull(users.get(user));
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }

    private void prepare(CallLocation place, Rights rights) throws IOException {
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
