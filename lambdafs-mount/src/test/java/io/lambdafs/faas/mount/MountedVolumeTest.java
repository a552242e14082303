package io.lambdafs.faas.mount;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.faas.mount.MountedVolume.Owner;
import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.faas.posix.TimeChange;
import io.lambdafs.faas.posix.VolumeFiles;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a mount does with a volume, without the kernel. */
final class MountedVolumeTest {
    private static final Owner ROOT = new Owner(0, 0);

    private final EngineVolume engine = new EngineVolume();
    private final MountedVolume mount = new MountedVolume(engine, new Random(1));
    private final MountedVolume other = new MountedVolume(engine, new Random(2));

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private long create(String path, String text) {
        long handle = mount.create(path, OpenFlags.RDWR, 0644, ROOT);
        mount.file(handle).write(bytes(text), 0);
        mount.file(handle).flush();
        return handle;
    }

    private static String read(MountedVolume by, String path) {
        long handle = by.open(path, OpenFlags.RDONLY);
        String text = read(by.file(handle));
        by.release(handle);
        return text;
    }

    private static String read(OpenedFile file) {
        byte[] into = new byte[100];
        return new String(into, 0, file.read(into, into.length, 0), UTF_8);
    }

    private static void requireErrno(Errno errno, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        PosixException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }

    @Test
    void whatIsWritten_othersSeeWhenItIsFlushed_andTheWriterAtOnce() {
        long handle = create("/f", "one");
        OpenedFile file = mount.file(handle);
        file.write(bytes("two and more"), 0);
        assertThat(read(file)).isEqualTo("two and more");
        assertThat(file.stat().size()).isEqualTo(12);
        assertThat(read(other, "/f")).isEqualTo("one");
        assertThat(read(mount, "/f")).isEqualTo("two and more");
        assertThat(mount.stat("/f").size()).isEqualTo(12);
        assertThat(other.stat("/f").size()).isEqualTo(3);
        file.flush();
        assertThat(read(other, "/f")).isEqualTo("two and more");
    }

    @Test
    void whatIsNotFlushed_isLostWithTheHandle() {
        long handle = create("/f", "one");
        mount.file(handle).write(bytes("two"), 0);
        mount.release(handle);
        assertThat(read(mount, "/f")).isEqualTo("one");
        requireErrno(Errno.EBADF, () -> mount.file(handle));
    }

    @Test
    void fileThatIsEmptiedWhenItIsOpened_isSeenAsItWasUntilTheFlush() {
        mount.release(create("/f", "a long old text"));
        long handle = mount.open("/f", OpenFlags.WRONLY | OpenFlags.TRUNC);
        assertThat(read(other, "/f")).isEqualTo("a long old text");
        mount.file(handle).write(bytes("new"), 0);
        assertThat(read(other, "/f")).isEqualTo("a long old text");
        mount.file(handle).flush();
        assertThat(read(other, "/f")).isEqualTo("new");
    }

    @Test
    void changes_areMadeAgainOverWhatAFasterTransactionHasLeft() {
        mount.release(create("/f", "aaaaaa"));
        long one = mount.open("/f", OpenFlags.RDWR);
        long two = other.open("/f", OpenFlags.RDWR);
        mount.file(one).write(bytes("11"), 0);
        mount.file(one).truncate(4);
        assertThat(read(mount.file(one))).isEqualTo("11aa");
        other.file(two).write(bytes("2"), 3);
        other.file(two).truncate(20);
        other.file(two).flush();
        mount.file(one).flush();
        assertThat(read(other, "/f")).isEqualTo("11a2");
    }

    @Test
    void appends_ofSeveral_areAllThere() {
        mount.release(create("/log", ""));
        long one = mount.open("/log", OpenFlags.WRONLY | OpenFlags.APPEND);
        long two = other.open("/log", OpenFlags.WRONLY | OpenFlags.APPEND);
        for (int i = 0; i < 3; i++) {
            mount.file(one).write(bytes("a" + i + "\n"), 0);
            other.file(two).write(bytes("b" + i + "\n"), 0);
            mount.file(one).flush();
            other.file(two).flush();
        }
        assertThat(read(mount, "/log").lines())
                .containsExactlyInAnyOrder("a0", "a1", "a2", "b0", "b1", "b2")
                .filteredOn(line -> line.startsWith("a"))
                .isSorted();
    }

    @Test
    void fileThatWasDeletedMeanwhile_isStale() {
        long handle = create("/f", "one");
        mount.file(handle).write(bytes("two"), 0);
        other.unlink("/f");
        requireErrno(Errno.ESTALE, () -> mount.file(handle).flush());
        requireErrno(Errno.ESTALE, () -> mount.file(handle).stat());
        requireErrno(Errno.ENOENT, () -> mount.stat("/f"));
    }

    @Test
    void largeFile_isCommittedInParts() {
        long handle = mount.create("/big", OpenFlags.WRONLY, 0644, ROOT);
        byte[] part = new byte[1 << 20];
        int parts = 2 * OpenInode.MOST_PENDING / part.length;
        for (int i = 0; i < parts; i++) {
            mount.file(handle).write(part, (long) i * part.length);
        }
        assertThat(other.stat("/big").size()).isBetween((long) OpenInode.MOST_PENDING / 2, (parts - 1L) * part.length);
        mount.file(handle).flush();
        assertThat(other.stat("/big").size()).isEqualTo((long) parts * part.length);
    }

    @Test
    void attributes_areSetAfterWhatWasWrittenBefore() {
        long handle = create("/f", "one");
        mount.file(handle).write(bytes("two"), 0);
        mount.setModified("/f", new TimeChange(false, 77));
        mount.chmod("/f", 0600);
        assertThat(read(other, "/f")).isEqualTo("two");
        mount.file(handle).flush();
        assertThat(other.stat("/f").modifiedNanos()).isEqualTo(77);
        assertThat(other.stat("/f").mode()).isEqualTo(0600);
    }

    @Test
    void moved_theHandleStaysWithTheFile() {
        long handle = create("/f", "one");
        other.rename("/f", "/g");
        mount.file(handle).write(bytes("two"), 0);
        mount.file(handle).flush();
        assertThat(read(mount, "/g")).isEqualTo("two");
    }

    @Test
    void whoMakesAFile_ownsIt_unlessTheDirectoryGivesItsGroup() {
        mount.mkdir("/d", 02775, new Owner(1000, 50));
        mount.release(mount.create("/d/f", OpenFlags.WRONLY, 0600, new Owner(1001, 1001)));
        assertThat(mount.stat("/d").uid()).isEqualTo(1000);
        assertThat(mount.stat("/d/f").uid()).isEqualTo(1001);
        assertThat(mount.stat("/d/f").gid()).isEqualTo(50);
        mount.symlink("f", "/d/l", new Owner(7, 8));
        assertThat(mount.stat("/d/l").uid()).isEqualTo(7);
        assertThat(mount.readlink("/d/l")).isEqualTo("f");
    }

    @Test
    void functionsConflict_withWhatAMountHasWritten() {
        mount.release(create("/f", "one"));
        VolumeFiles function = engine.open(0);
        function.begin();
        long read = function.open(At.root("/f"), OpenFlags.RDONLY, 0);
        function.read(read, new byte[10], 0, 10);
        function.mkdir(At.root("/decided"), 0755);
        long handle = mount.open("/f", OpenFlags.WRONLY);
        mount.file(handle).write(bytes("two"), 0);
        mount.file(handle).flush();
        assertThat(function.commit()).isInstanceOf(VolumeFiles.End.Lost.class);
    }

    @Test
    void filesThatAreOpen_areBounded() {
        mount.release(create("/f", "one"));
        requireErrno(Errno.EMFILE, () -> {
            for (int i = 0; i < 5000; i++) {
                mount.open("/f", OpenFlags.RDONLY);
            }
        });
    }
}
