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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
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

    /** Prints the outcomes at an address. */
    public static void main(String[] args) throws Exception {
        Configuration configuration = new Configuration();
        try (PermissionMatrix matrix = new PermissionMatrix(URI.create(args[0]), configuration)) {
            matrix.outcomes().forEach((name, outcome) -> System.out.println(name + " => " + outcome));
        }
    }

    /** How each call ended, by its name. */
    Map<String, String> outcomes() throws IOException {
        superuser.delete(new Path(ROOT), true);
        Map<String, Future<String>> running = new LinkedHashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (Rights rights : Rights.all()) {
                for (Probe probe : Probe.all()) {
                    for (boolean directory : new boolean[] {false, true}) {
                        for (String user : users.keySet()) {
                            String name = probe.name() + " | " + (directory ? "directory" : "file") + " | "
                                    + rights.name() + " | " + user;
                            int number = running.size();
                            running.put(name, threads.submit(() -> outcome(number, rights, probe, directory, user)));
                        }
                    }
                }
            }
            Map<String, String> outcomes = new LinkedHashMap<>();
            for (Map.Entry<String, Future<String>> each : running.entrySet()) {
                outcomes.put(each.getKey(), each.getValue().get());
            }
            return outcomes;
        } catch (ExecutionException | InterruptedException e) {
            throw new IOException("a place could not be prepared", e);
        } finally {
            threads.shutdownNow();
            superuser.delete(new Path(ROOT), true);
        }
    }

    private String outcome(int number, Rights rights, Probe probe, boolean directory, String user) throws IOException {
        Place place = new Place(new Path(ROOT + "/" + number), directory);
        prepare(place, rights);
        String outcome;
        try {
            outcome = String.valueOf(probe.call().on(fileSystem(user), place));
        } catch (IOException | UncheckedIOException e) {
            outcome = e.getClass().getSimpleName() + ": " + firstLine(String.valueOf(e.getMessage()));
        }
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
