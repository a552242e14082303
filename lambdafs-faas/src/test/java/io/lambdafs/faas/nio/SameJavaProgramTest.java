package io.lambdafs.faas.nio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.faas.posix.TestVolume;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.store.volume.CacheUpdate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same Java program does the same in a local directory and in a volume. */
final class SameJavaProgramTest {
    private static final int CALLS = 150;
    private static final Set<PosixFilePermission> ALL = Set.of(PosixFilePermission.values());

    @TempDir
    private Path local;

    @Test
    void randomCalls_answerAsInALocalDirectory() throws IOException {
        requireSeeds(1, 150);
    }

    @Test
    @Tag("long")
    void manyRandomCalls_answerAsInALocalDirectory() throws IOException {
        requireSeeds(1_000, 3_000);
    }

    /** Files of a volume are made with the permissions that this mask leaves. */
    private void requireUsualMask() throws IOException {
        Path probe = Files.createFile(local.resolve("probe"), PosixFilePermissions.asFileAttribute(ALL));
        String left = PosixFilePermissions.toString(Files.getPosixFilePermissions(probe));
        assumeTrue(
                left.equals("rwxr-xr-x"),
                "not compared with local files: this needs a umask of 022, which leaves " + left);
    }

    private void requireSeeds(int first, int count) throws IOException {
        requireUsualMask();
        for (int seed = first; seed < first + count; seed++) {
            Random random = new Random(seed);
            List<JavaCall> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                calls.add(JavaCall.any(random));
            }
            if (firstDifference(calls) >= 0) {
                throw new AssertionError("seed " + seed + ":\n" + shrunk(calls));
            }
        }
    }

    /** The number of the first call that does something else; -1 if there is none. */
    private int firstDifference(List<JavaCall> calls) throws IOException {
        Path directory = Files.createTempDirectory(local, "same");
        VolumeFiles files = new TestVolume(4096).instance(CacheUpdate.EAGER);
        Path root = FaasFileSystem.over(files).getPath("/");
        files.begin();
        for (int i = 0; i < calls.size(); i++) {
            if (i % 10 == 9) {
                assertThat(files.commit()).isInstanceOf(VolumeFiles.End.Committed.class);
                files.begin();
            }
            if (!calls.get(i).in(directory).equals(calls.get(i).in(root))) {
                return i;
            }
        }
        return -1;
    }

    /** A sequence as short as leaving out single calls makes it, with what both answered. */
    private String shrunk(List<JavaCall> calls) throws IOException {
        List<JavaCall> shortest = new ArrayList<>(calls.subList(0, firstDifference(calls) + 1));
        for (int i = shortest.size() - 2; i >= 0; i--) {
            List<JavaCall> without = new ArrayList<>(shortest);
            without.remove(i);
            if (firstDifference(without) >= 0) {
                shortest = without;
            }
        }
        Path directory = Files.createTempDirectory(local, "same");
        VolumeFiles files = new TestVolume(4096).instance(CacheUpdate.EAGER);
        Path root = FaasFileSystem.over(files).getPath("/");
        files.begin();
        StringBuilder text = new StringBuilder();
        for (JavaCall call : shortest) {
            text.append(call)
                    .append(": ")
                    .append(call.in(directory))
                    .append(" / ")
                    .append(call.in(root))
                    .append('\n');
        }
        return text.toString();
    }
}
