package io.lambdafs.client.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.client.subtree.disk.JournalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal and its file. */
final class JournalLogTest {
    private static final long NUMBER = 7;

    @TempDir
    private Path directory;

    private Path path() {
        return directory.resolve("7.journal");
    }

    private static void write(JournalLog log, int id) throws IOException {
        log.next().setPermission(id, 0700);
        log.written();
    }

    private List<byte[]> found() throws IOException {
        return JournalFile.read(path(), NUMBER);
    }

    @Test
    void persistAfterAFailedRewrite_writesAllThatIsLeft() throws IOException {
        JournalLog log = new JournalLog(JournalFile.create(path(), NUMBER));
        write(log, 1);
        log.persist();
        write(log, 2);
        log.persist();
        write(log, 3);
        Path obstacle = directory.resolve("7.journal.next");
        Files.createDirectory(obstacle);
        log.merged(2, 2);
        assertThatThrownBy(log::rewriteFile).isInstanceOf(IOException.class);
        assertThat(found()).hasSize(2);
        Files.delete(obstacle);
        log.persist();
        assertThat(found()).containsExactlyElementsOf(log.takeable()).hasSize(1);
        write(log, 4);
        log.persist();
        assertThat(found()).containsExactlyElementsOf(log.takeable()).hasSize(2);
        log.close();
    }

    @Test
    void tornEnd_isLeftOutByAReader_andCutByTheNextWriter() throws IOException {
        JournalLog log = new JournalLog(JournalFile.create(path(), NUMBER));
        write(log, 1);
        log.persist();
        log.close();
        long whole = Files.size(path());
        Files.write(path(), new byte[] {0, 0, 0, 9, 1, 2}, StandardOpenOption.APPEND);
        assertThat(found()).hasSize(1);
        assertThat(Files.size(path())).isEqualTo(whole + 6);

        List<byte[]> chunks = new ArrayList<>();
        JournalFile file = JournalFile.open(path(), NUMBER, whole, chunks::add);
        assertThat(Files.size(path())).isEqualTo(whole);
        file.append(chunks.get(0));
        assertThat(found()).hasSize(2);
        file.close();
    }

    @Test
    void frameThatCouldNotBeCutAway_isOverwrittenByTheNext() throws IOException {
        JournalFile file = JournalFile.create(path(), NUMBER);
        file.append(new byte[] {1});
        Files.write(path(), new byte[100], StandardOpenOption.APPEND);
        file.append(new byte[] {2});
        assertThat(found()).containsExactly(new byte[] {1}, new byte[] {2});
        file.close();
    }

    @Test
    void journalThatEnded_leavesNoFile() throws IOException {
        JournalLog log = new JournalLog(JournalFile.create(path(), NUMBER));
        log.close();
        log.remove();
        assertThat(path()).doesNotExist();
    }

    /** Java closes a file whose writer is interrupted. */
    @Test
    void interruptOfAWriter_losesNothing() throws IOException {
        JournalLog log = new JournalLog(JournalFile.create(path(), NUMBER));
        write(log, 1);
        log.persist();
        write(log, 2);
        Thread.currentThread().interrupt();
        assertThatThrownBy(log::persist).isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
        log.persist();
        assertThat(found()).containsExactlyElementsOf(log.takeable()).hasSize(2);
        write(log, 3);
        log.persist();
        assertThat(found()).hasSize(3);
        log.close();
    }

    /** A change succeeds although the disk is full: it is in memory. Only a persist tells. */
    @Test
    void changesWhileTheFileCannotBeWritten_areKept() throws IOException {
        JournalLog log = new JournalLog(JournalFile.create(path(), NUMBER));
        log.persist();
        Path obstacle = directory.resolve("7.journal.next");
        Files.createDirectory(obstacle);
        log.merged(0, 0);
        for (int i = 0; i < 500_000; i++) {
            write(log, i);
        }
        assertThat(log.bytes()).isGreaterThan(64 * 16_000);
        assertThatThrownBy(log::persist).isInstanceOf(IOException.class);
        assertThat(found()).isEmpty();
        Files.delete(obstacle);
        log.persist();
        assertThat(found()).containsExactlyElementsOf(log.takeable());
        log.close();
    }
}
