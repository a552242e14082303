package io.lambdafs.store.sql.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The account that the server runs under: the present user, or an ordinary one when that is root, because PostgreSQL
 * refuses to run as root.
 */
final class ServerAccount {
    /** Which of these exists is used; PostgreSQL wants its user to have a name. */
    private static final List<String> CANDIDATES = List.of("postgres", "nobody", "daemon");

    private static final Path SET_PRIVILEGES = Path.of("/usr/bin/setpriv");

    /** Numbers of capabilities that let a process pass through directories that are closed to its user. */
    private static final Map<String, Integer> PASSAGES = Map.of("dac_read_search", 2, "dac_override", 1);

    private final Optional<Ids> drop;

    private ServerAccount(Optional<Ids> drop) {
        this.drop = drop;
    }

    /** A user and a group by their numbers. */
    private record Ids(int user, int group) {}

    /** For the present user; a data directory that exists keeps its owner. */
    static ServerAccount forData(Path pgdata) throws IOException {
        if (!isRoot()) {
            return new ServerAccount(Optional.empty());
        }
        if (!Files.isExecutable(SET_PRIVILEGES)) {
            throw new EmbeddedPostgresException("PostgreSQL does not run as root, and " + SET_PRIVILEGES
                    + " is missing to run it as another user: install util-linux, or run this as an ordinary user.");
        }
        if (Files.exists(pgdata)) {
            int user = (Integer) Files.getAttribute(pgdata, "unix:uid");
            int group = (Integer) Files.getAttribute(pgdata, "unix:gid");
            if (user != 0) {
                return new ServerAccount(Optional.of(new Ids(user, group)));
            }
        }
        return new ServerAccount(Optional.of(ordinaryUser()));
    }

    private static boolean isRoot() throws IOException {
        Path self = Path.of("/proc/self");
        return Files.exists(self)
                ? Integer.valueOf(0).equals(Files.getAttribute(self, "unix:uid"))
                : "root".equals(System.getProperty("user.name"));
    }

    private static Ids ordinaryUser() throws IOException {
        List<String> accounts = Files.readAllLines(Path.of("/etc/passwd"));
        for (String candidate : CANDIDATES) {
            for (String account : accounts) {
                String[] fields = account.split(":", -1);
                if (fields.length > 3 && fields[0].equals(candidate)) {
                    return new Ids(Integer.parseInt(fields[2]), Integer.parseInt(fields[3]));
                }
            }
        }
        throw new EmbeddedPostgresException("PostgreSQL does not run as root, and there is none of the users "
                + CANDIDATES + " to run it as: run this as an ordinary user.");
    }

    /** Makes a directory that only the server's user may enter. */
    void own(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
        if (drop.isPresent()) {
            Files.setAttribute(directory, "unix:uid", drop.get().user());
            Files.setAttribute(directory, "unix:gid", drop.get().group());
        }
    }

    /** The command, run as the server's user, who has to reach these places. */
    List<String> command(List<String> command, List<Path> places) throws IOException {
        if (drop.isEmpty()) {
            return command;
        }
        List<String> full = new ArrayList<>(List.of(
                SET_PRIVILEGES.toString(),
                "--reuid=" + drop.get().user(),
                "--regid=" + drop.get().group(),
                "--clear-groups",
                "--no-new-privs"));
        if (!places.stream().allMatch(ServerAccount::isOpenToAll)) {
            String passage = availablePassage();
            full.add("--inh-caps=-all,+" + passage);
            full.add("--ambient-caps=-all,+" + passage);
            // Without this bit access(2), by which programs look for their own files, ignores the capability.
            full.add("--securebits=+no_setuid_fixup");
        }
        full.add("--");
        full.addAll(command);
        return full;
    }

    private static boolean isOpenToAll(Path place) {
        for (Path at = place.toAbsolutePath().getParent(); at != null; at = at.getParent()) {
            try {
                if (!Files.getPosixFilePermissions(at).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                    return false;
                }
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }

    private static String availablePassage() throws IOException {
        long permitted = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("CapBnd:"))
                .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).trim(), 16))
                .findFirst()
                .orElse(0);
        return List.of("dac_read_search", "dac_override").stream()
                .filter(name -> (permitted >> PASSAGES.getOrDefault(name, 0) & 1) != 0)
                .findFirst()
                .orElseThrow(() -> new EmbeddedPostgresException(
                        "PostgreSQL does not run as root, and its user cannot reach the data directory: choose one"
                                + " outside of root's home, for instance --data-dir /var/lib/lambdafs."));
    }
}
