package io.lambdafs.testkit.ndb;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * NDB's programs by their names.
 *
 * @param servers the directory of {@code ndb_mgmd} and {@code ndbmtd}; in packages the other programs are in {@code bin} beside it
 */
record NdbPrograms(Path servers) {
    /** Where a program is; a file that need not exist. */
    Path find(String name) {
        Path beside = servers.resolve(name);
        return Files.exists(beside) ? beside : servers.resolveSibling("bin").resolve(name);
    }
}
