package io.lambdafs.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * What a daemon runs.
 *
 * @param kind which class path it has
 * @param main its class
 * @param heapMb the most memory for objects, in megabytes
 * @param records whether it may record a class archive, which at most one of those of a kind may that run together
 * @param busy whether it works so much that it pays to compile it well
 */
record DaemonProgram(String kind, String main, int heapMb, boolean records, boolean busy) {
    static DaemonProgram light(String kind, String main, int heapMb, boolean records) {
        return new DaemonProgram(kind, main, heapMb, records, false);
    }

    static DaemonProgram busy(String kind, String main, int heapMb, boolean records) {
        return new DaemonProgram(kind, main, heapMb, records, true);
    }

    /** The command line of a process that runs it. */
    List<String> command(Distribution distribution, DaemonArchives archives, String classPath, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(distribution.java());
        command.addAll(busy ? distribution.busyJvm(heapMb) : distribution.smallJvm(heapMb));
        command.addAll(archives.options(kind, classPath, records));
        command.addAll(List.of(
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
                "-cp",
                classPath,
                main));
        command.addAll(arguments);
        return command;
    }

    /** Keeps what one of them has recorded, which has ended by itself. */
    void keepArchive(DaemonArchives archives) {
        if (records) {
            archives.keep(kind);
        }
    }
}
