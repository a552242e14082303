package io.lambdafs.secure;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which groups a machine's users have, as {@code id} says in processes that find this one first. Hadoop asks it where its mapping of groups is
 * {@value #MAPPING}. Users who are not in here are those of the real machine.
 */
final class MachineGroups {
    static final String MAPPING = "org.apache.hadoop.security.ShellBasedUnixGroupsMapping";

    private final Path directory;
    private final Map<String, String> groups = new TreeMap<>();

    /** A machine of which {@code directory} is the first place of programs. */
    MachineGroups(Path directory) throws IOException {
        this.directory = directory;
        Path program = Files.writeString(directory.resolve("id"), """
                #!/usr/bin/env bash
                groups=$(awk -v user="${!#}" '$1 == user { sub(/^[^ ]+ /, ""); print }' '%s')
                case "$1:$groups" in
                  -gn:?*) echo "${groups%%%% *}" ;;
                  -Gn:?*) echo "$groups" ;;
                  *) PATH=${PATH#*:}; exec id "$@" ;;
                esac
                """.formatted(file()));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        write();
    }

    private Path file() {
        return directory.resolve("groups");
    }

    /** Has a user be in these groups, with spaces between them, the primary one first. */
    MachineGroups with(String user, String names) throws IOException {
        groups.put(user, names);
        write();
        return this;
    }

    private void write() throws IOException {
        StringBuilder lines = new StringBuilder();
        groups.forEach(
                (user, names) -> lines.append(user).append(' ').append(names).append('\n'));
        Path fresh = Files.writeString(directory.resolve("groups.new"), lines);
        Files.move(fresh, file(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The places of programs of processes on this machine. */
    String path() {
        return directory + File.pathSeparator + System.getenv("PATH");
    }
}
