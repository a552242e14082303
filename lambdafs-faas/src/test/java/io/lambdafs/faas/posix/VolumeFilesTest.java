package io.lambdafs.faas.posix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.volume.Assertion;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.testkit.store.ForgetfulVolumeStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What transactions on the files of a volume do, and what they refuse. */
final class VolumeFilesTest {
    private final TestVolume volume = new TestVolume(4096);
    private final VolumeFiles one = volume.instance(CacheUpdate.EAGER);
    private final VolumeFiles other = volume.instance(CacheUpdate.INVALIDATE);

    private static void write(PosixCalls files, String path, String text) {
        long handle = files.open(At.root(path), OpenFlags.WRONLY | OpenFlags.CREAT | OpenFlags.TRUNC, 0644);
        byte[] bytes = text.getBytes(UTF_8);
        assertThat(files.write(handle, bytes, 0, bytes.length)).isEqualTo(bytes.length);
        files.release(handle);
    }

    private static String read(PosixCalls files, String path) {
        long handle = files.open(At.root(path), OpenFlags.RDONLY, 0);
        byte[] bytes = new byte[100_000];
        int length = files.read(handle, bytes, 0, bytes.length);
        files.release(handle);
        return new String(bytes, 0, length, UTF_8);
    }

    private static void requireCommitted(VolumeFiles files) {
        assertThat(files.commit()).isInstanceOf(VolumeFiles.End.Committed.class);
    }

    private static void requireLost(VolumeFiles files) {
        assertThat(files.commit()).isInstanceOf(VolumeFiles.End.Lost.class);
    }

    private void given(String path, String text) {
        one.begin();
        write(one, path, text);
        requireCommitted(one);
    }

    private static void requireErrno(Errno errno, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        PosixException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }

    @Test
    void whatIsWritten_isSeenAfterTheCommitByThoseWhoBeginThen() {
        one.begin();
        other.begin();
        write(one, "a", "hello");
        assertThat(read(one, "a")).isEqualTo("hello");
        requireErrno(Errno.ENOENT, () -> read(other, "a"));
        requireCommitted(one);
        requireErrno(Errno.ENOENT, () -> read(other, "a"));
        requireCommitted(other);
        other.begin();
        assertThat(read(other, "a")).isEqualTo("hello");
    }

    @Test
    void aTransactionThatIsRolledBack_leavesNothing() {
        one.begin();
        write(one, "a", "hello");
        one.rollBack();
        one.begin();
        requireErrno(Errno.ENOENT, () -> read(one, "a"));
    }

    @Test
    void aFileOfAnEarlierTransaction_canOnlyBeClosed() {
        one.begin();
        long file = one.open(At.root("a"), OpenFlags.RDWR | OpenFlags.CREAT, 0644);
        requireCommitted(one);
        one.begin();
        requireErrno(Errno.ESTALE, () -> one.writeAt(file, 0, new byte[1], 0, 1));
        requireErrno(Errno.ESTALE, () -> one.readAt(file, 0, new byte[1], 0, 1));
        requireErrno(Errno.ESTALE, () -> one.stat(file));
        one.release(file);
        requireErrno(Errno.EBADF, () -> one.stat(file));
        assertThat(read(one, "a")).isEmpty();
    }

    @Test
    void aDirectoryOfAnEarlierTransaction_isStillAPlace() {
        given("a", "hello");
        one.begin();
        long root = one.open(At.root("/"), OpenFlags.RDONLY | OpenFlags.DIRECTORY, 0);
        one.rollBack();
        one.begin();
        assertThat(one.stat(new At(root, ByteString.of("a")), true).size()).isEqualTo(5);
    }

    @Test
    void aDirectoryThatWasMadeInALostTransaction_isStale() {
        one.begin();
        one.mkdir(At.root("d"), 0755);
        long directory = one.open(At.root("d"), OpenFlags.RDONLY | OpenFlags.DIRECTORY, 0);
        one.rollBack();
        one.begin();
        requireErrno(Errno.ESTALE, () -> one.open(new At(directory, ByteString.of("x")), OpenFlags.CREAT, 0644));
    }

    @ParameterizedTest
    @EnumSource(CacheUpdate.class)
    void aCache_isRightAfterOthersHaveCommitted(CacheUpdate update) {
        VolumeFiles cached = volume.instance(update);
        given("a", "first");
        given("b", "stays");
        cached.begin();
        assertThat(read(cached, "a")).isEqualTo("first");
        assertThat(read(cached, "b")).isEqualTo("stays");
        requireCommitted(cached);
        given("a", "second, longer");
        cached.begin();
        assertThat(read(cached, "a")).isEqualTo("second, longer");
        assertThat(read(cached, "b")).isEqualTo("stays");
    }

    @Test
    void twoThatReadAndWriteTheSame_areNotBothCommitted() {
        given("n", "1");
        one.begin();
        other.begin();
        write(one, "n", read(one, "n") + "1");
        write(other, "n", read(other, "n") + "2");
        requireCommitted(one);
        requireLost(other);
        other.begin();
        write(other, "n", read(other, "n") + "2");
        requireCommitted(other);
        one.begin();
        assertThat(read(one, "n")).isEqualTo("112");
    }

    @Test
    void filesInOneDirectory_areMadeAtTheSameTime() {
        one.begin();
        other.begin();
        write(one, "a", "1");
        write(other, "b", "2");
        requireCommitted(one);
        requireCommitted(other);
    }

    @Test
    void aListing_conflictsWithANewName() {
        one.begin();
        other.begin();
        long directory = one.open(At.root("."), OpenFlags.RDONLY, 0);
        assertThat(one.list(directory, 0, 10)).hasSize(2);
        write(one, "count", "0");
        write(other, "new", "");
        requireCommitted(other);
        requireLost(one);
    }

    @Test
    void anAppend_doesNotConflictWithAReadThatDidNotReachTheEnd() {
        given("log", "0123456789");
        one.begin();
        other.begin();
        long handle = one.open(At.root("log"), OpenFlags.RDONLY, 0);
        assertThat(one.readAt(handle, 2, new byte[4], 0, 4)).isEqualTo(4);
        write(one, "seen", "2345");
        // Into another block, so that only the length tells.
        long appending = other.open(At.root("log"), OpenFlags.WRONLY, 0);
        other.writeAt(appending, 5000, new byte[] {1}, 0, 1);
        requireCommitted(other);
        requireCommitted(one);
    }

    @Test
    void aReadThatReachedTheEnd_conflictsWithAnAppend() {
        given("log", "0123456789");
        one.begin();
        other.begin();
        long handle = one.open(At.root("log"), OpenFlags.RDONLY, 0);
        assertThat(one.readAt(handle, 2, new byte[40], 0, 40)).isEqualTo(8);
        write(one, "seen", "all");
        long appending = other.open(At.root("log"), OpenFlags.WRONLY, 0);
        other.writeAt(appending, 5000, new byte[] {1}, 0, 1);
        requireCommitted(other);
        requireLost(one);
    }

    /** Without the assertion of a least length, the reader of zeros would not notice that they are gone. */
    @Test
    void aReadInAHole_conflictsWithATruncation() {
        assertThat(readInAHoleIsLost(volume)).isTrue();
        assertThat(readInAHoleIsLost(new TestVolume(
                        4096,
                        store -> new ForgetfulVolumeStore(
                                store, assertion -> !(assertion instanceof Assertion.LengthAtLeast)))))
                .isFalse();
    }

    private static boolean readInAHoleIsLost(TestVolume volume) {
        VolumeFiles reader = volume.instance(CacheUpdate.EAGER);
        VolumeFiles cutter = volume.instance(CacheUpdate.EAGER);
        reader.begin();
        write(reader, "a", "x");
        reader.truncate(At.root("a"), 100_000);
        requireCommitted(reader);
        reader.begin();
        long handle = reader.open(At.root("a"), OpenFlags.RDONLY, 0);
        assertThat(reader.readAt(handle, 50_000, new byte[10], 0, 10)).isEqualTo(10);
        write(reader, "b", "ten zeros");
        cutter.begin();
        cutter.truncate(At.root("a"), 1);
        requireCommitted(cutter);
        return reader.commit() instanceof VolumeFiles.End.Lost;
    }

    @Test
    void aFileWithoutAName_isReadUntilItIsClosed() {
        given("a", "text");
        one.begin();
        long handle = one.open(At.root("a"), OpenFlags.RDWR, 0);
        one.unlink(At.root("a"));
        assertThat(one.stat(handle).links()).isZero();
        byte[] into = new byte[4];
        assertThat(one.read(handle, into, 0, 4)).isEqualTo(4);
        assertThat(new String(into, UTF_8)).isEqualTo("text");
        one.write(handle, into, 0, 4);
        assertThat(one.stat(handle).size()).isEqualTo(8);
        requireCommitted(one);
        one.begin();
        requireErrno(Errno.ENOENT, () -> one.stat(At.root("a"), true));
        requireErrno(Errno.ESTALE, () -> one.stat(handle));
    }

    @Test
    void aHole_isReadAsZerosAndTakesNoRoom() {
        long end = 10L << 30;
        one.begin();
        long handle = one.open(At.root("large"), OpenFlags.RDWR | OpenFlags.CREAT, 0644);
        one.writeAt(handle, end, new byte[] {7}, 0, 1);
        byte[] into = new byte[10_000];
        Arrays.fill(into, (byte) 1);
        assertThat(one.readAt(handle, end - 9_999, into, 0, 10_000)).isEqualTo(10_000);
        assertThat(into[9_999]).isEqualTo((byte) 7);
        assertThat(into[0]).isZero();
        requireCommitted(one);
        other.begin();
        assertThat(other.stat(At.root("large"), true).size()).isEqualTo(end + 1);
        long far = other.open(At.root("large"), OpenFlags.RDONLY, 0);
        assertThat(other.readAt(far, 12_345, into, 0, 100)).isEqualTo(100);
        assertThat(other.readAt(far, end, into, 0, 100)).isEqualTo(1);
        assertThat(into[0]).isEqualTo((byte) 7);
    }

    @Test
    void aDirectoryIsNotMovedBelowItself_alsoNotByTwoAtATime() {
        one.begin();
        one.mkdir(At.root("a"), 0755);
        one.mkdir(At.root("b"), 0755);
        one.mkdir(At.root("a/c"), 0755);
        requireErrno(Errno.EINVAL, () -> one.rename(At.root("a"), At.root("a/c/a"), true));
        requireCommitted(one);
        one.begin();
        other.begin();
        one.rename(At.root("a"), At.root("b/a"), true);
        other.rename(At.root("b"), At.root("a/b"), true);
        requireCommitted(one);
        requireLost(other);
        one.begin();
        assertThat(one.path(one.open(At.root("b/a/c"), OpenFlags.RDONLY, 0)).text())
                .isEqualTo("/b/a/c");
    }

    @Test
    void aDirectoryThatIsRemoved_conflictsWithANewFileInIt() {
        one.begin();
        one.mkdir(At.root("d"), 0755);
        requireCommitted(one);
        one.begin();
        other.begin();
        one.rmdir(At.root("d"));
        write(other, "d/a", "");
        requireCommitted(other);
        requireLost(one);
    }

    @Test
    void links_leadWithinTheVolumeAndNotOut() {
        given("a", "text");
        one.begin();
        one.mkdir(At.root("d"), 0755);
        one.symlink(ByteString.of("../a"), At.root("d/l"));
        one.symlink(ByteString.of(TestVolume.MOUNT + "/a"), At.root("d/absolute"));
        one.symlink(ByteString.of("/etc/passwd"), At.root("d/out"));
        one.symlink(ByteString.of("loop"), At.root("loop"));
        assertThat(read(one, "d/l")).isEqualTo("text");
        assertThat(read(one, "d/absolute")).isEqualTo("text");
        assertThat(read(one, "../../../a")).isEqualTo("text");
        requireErrno(Errno.EXDEV, () -> read(one, "d/out"));
        requireErrno(Errno.ELOOP, () -> read(one, "loop"));
        requireErrno(Errno.ENOTDIR, () -> read(one, "a/b"));
    }

    @Test
    void names_areAnyBytes() {
        byte[] odd = new byte[255];
        Arrays.fill(odd, (byte) 0xfe);
        one.begin();
        At at = new At(At.ROOT, ByteString.owning(odd));
        one.release(one.open(at, OpenFlags.CREAT | OpenFlags.WRONLY, 0600));
        requireErrno(
                Errno.ENAMETOOLONG, () -> one.stat(new At(At.ROOT, ByteString.owning(Arrays.copyOf(odd, 256))), true));
        requireCommitted(one);
        other.begin();
        List<DirectoryEntry> all = other.list(other.open(At.root("/"), OpenFlags.RDONLY, 0), 0, 10);
        assertThat(all.get(2).name()).isEqualTo(ByteString.owning(odd));
    }

    @Test
    void aCallerWithoutPermission_isRefused() {
        one.begin();
        write(one, "secret", "x");
        one.chmod(At.root("secret"), true, 0600);
        one.mkdir(At.root("closed"), 0700);
        write(one, "closed/a", "x");
        requireCommitted(one);
        VolumeFiles stranger =
                volume.instance(CacheUpdate.EAGER, new Credentials(1000, 1000, Set.of()), TransactionLimits.defaults());
        stranger.begin();
        requireErrno(Errno.EACCES, () -> read(stranger, "secret"));
        requireErrno(Errno.EACCES, () -> read(stranger, "closed/a"));
        requireErrno(Errno.EACCES, () -> write(stranger, "mine", "x"));
        requireErrno(Errno.EPERM, () -> stranger.chmod(At.root("secret"), true, 0777));
    }

    @Test
    void aTransactionThatIsTooLarge_isRefusedAndStoresNothing() {
        VolumeFiles small =
                volume.instance(CacheUpdate.EAGER, Credentials.ROOT, new TransactionLimits(100, 10 * 4096, 0));
        small.begin();
        write(small, "fits", "x");
        long handle = small.open(At.root("large"), OpenFlags.WRONLY | OpenFlags.CREAT, 0644);
        byte[] much = new byte[20 * 4096];
        requireErrno(Errno.EFBIG, () -> small.write(handle, much, 0, much.length));
        requireErrno(Errno.ECANCELED, () -> small.stat(handle));
        assertThatThrownBy(small::commit).hasMessageContaining("at most 40960 bytes");
        small.begin();
        requireErrno(Errno.ENOENT, () -> small.stat(At.root("fits"), true));
    }

    @Test
    void aTransactionOfWhichOlderVersionsAreGone_isLost() {
        given("a", "first");
        one.begin();
        for (int i = 0; i < 40; i++) {
            if (i == 20) {
                volume.pass(Duration.ofMinutes(30));
            }
            other.begin();
            write(other, "a", "version " + i);
            requireCommitted(other);
        }
        requireErrno(Errno.ECANCELED, () -> read(one, "a"));
        requireLost(one);
        one.begin();
        assertThat(read(one, "a")).isEqualTo("version 39");
    }

    @Test
    void callsOutsideOfATransaction_fail() {
        requireErrno(Errno.EIO, () -> one.stat(At.root("a"), true));
    }
}
