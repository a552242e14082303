package io.lambdafs.cli;

import io.lambdafs.cli.process.ClassArchive;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The class archives of daemons. No training run makes them: a daemon that starts without an archive writes it when it
 * is stopped, and later starts use it.
 */
final class DaemonArchives {
    private final Distribution distribution;
    /** Where archives are written. They are for all stacks of this distribution, of which more than one may do so. */
    private final Path recordings;

    DaemonArchives(Distribution distribution, DataDirectory data) {
        this.distribution = distribution;
        recordings = data.of("run");
    }

    /**
     * Options for a daemon that is about to be started.
     *
     * @param kind of daemon; of those of a kind that run together, at most one may record
     */
    List<String> options(String kind, String classPath, boolean mayRecord) {
        boolean records = mayRecord && removeHalves(kind);
        ClassArchive archive = distribution.classArchive(kind, classPath);
        if (archive.exists()) {
            return archive.use();
        }
        return records && archive.canBeKept()
                ? ClassArchive.recordInto(recordings.resolve(archive.file().getFileName()))
                : List.of();
    }

    /** One that was killed while it wrote has left half of an archive. Says whether there is none. */
    private boolean removeHalves(String kind) {
        try {
            for (Path half : recorded(kind)) {
                Files.delete(half);
            }
            return true;
        } catch (IOException slower) {
            return false;
        }
    }

    /** Keeps what a daemon of this kind has written, if it has; it has ended by itself. */
    void keep(String kind) {
        try {
            for (Path written : recorded(kind)) {
                ClassArchive archive = distribution.classArchiveNamed(String.valueOf(written.getFileName()));
                // It may come from another file system, from which nothing moves in one step.
                Files.move(written, archive.fresh());
                archive.keep(archive.fresh());
            }
        } catch (IOException slower) {
            return;
        }
    }

    private List<Path> recorded(String kind) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(recordings, kind + "-*.jsa")) {
            List<Path> found = new ArrayList<>();
            files.forEach(found::add);
            return found;
        }
    }
}
