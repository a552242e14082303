package io.lambdafs.cli.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;

/** Whether there is room on the disk of the data directory. */
final class DiskCheck implements Check {
    private static final long MB = 1L << 20;

    /** The engine takes no more writes when twice its write buffer is left, by default 128 MB. */
    private static final long LEAST_MB = 512;

    private static final long SOON_MB = 2048;
    private static final double SOON_SHARE = 0.03;

    @Override
    public String name() {
        return "disk";
    }

    @Override
    public void run(ExaminedStack stack, Findings findings) {
        try {
            FileStore disk = Files.getFileStore(stack.dataDirectory());
            judge(
                    disk.getUsableSpace() / MB,
                    disk.getTotalSpace() / MB,
                    stack.dataDirectory().toString(),
                    findings);
        } catch (IOException e) {
            findings.error(
                    "the disk of " + stack.dataDirectory() + " does not report how full it is (" + e.getMessage() + ")",
                    "See whether the disk is mounted and the directory can be read.");
        }
    }

    /** Says what so much room means. */
    static void judge(long usableMb, long totalMb, String directory, Findings findings) {
        String left = usableMb + " of " + totalMb + " MB are free on the disk of " + directory;
        String remedy = "Delete what is not needed on this disk, or move the data directory to a larger one."
                + " The engine refuses writes before the disk is full.";
        if (usableMb < LEAST_MB) {
            findings.error(left, remedy);
        } else if (usableMb < SOON_MB || usableMb < totalMb * SOON_SHARE) {
            findings.warning(left, remedy);
        } else {
            findings.ok(left);
        }
    }
}
