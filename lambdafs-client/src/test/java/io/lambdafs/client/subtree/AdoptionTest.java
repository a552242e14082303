package io.lambdafs.client.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.MergeRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subtree that several processes use one after the other, each of which is a set of overlays here. */
final class AdoptionTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    private static final NewFile FILE = new NewFile(0644, false, true, 1, 128);

    @TempDir
    private Path directory;

    private final CountedCluster cluster = new CountedCluster();
    private int processes;

    @BeforeEach
    void decouple() throws IOException {
        OneProcess first = process();
        LocalHold hold = first.local.keep(lease(), CountedCluster.SINCE, "");
        DecoupledSubtree.mount(first.overlays, cluster, lease(), hold, List.of())
                .close();
    }

    private DecoupledLease lease() throws IOException {
        return Merger.decode(
                cluster.call(DecouplingMethods.RENEW, CountedCluster.ROOT, new byte[0]), DecoupledLease::decode);
    }

    /** One process, by what it shares. */
    private final class OneProcess {
        final Overlays overlays;
        final LocalSubtrees local = new LocalSubtrees(directory.resolve("states"), "cluster", "ann", SHORT);

        OneProcess(Overlays overlays) {
            this.overlays = overlays;
            overlays.useLocal(local);
            overlays.offer(cluster);
        }

        Overlay overlay() throws IOException {
            MountedOverlay found = overlays.covering("/out/some");
            if (found == null) {
                throw new IOException("nothing is mounted");
            }
            return found.namespace();
        }

        void end() throws IOException {
            overlays.withdraw(cluster);
        }
    }

    private OneProcess process() {
        processes++;
        return new OneProcess(Overlays.of("adoption-" + directory, "ann" + processes));
    }

    private List<String> names(OneProcess process) throws IOException {
        List<String> names = new ArrayList<>();
        for (HdfsFileStatus status :
                process.overlay().list("/out", HdfsFileStatus.EMPTY_NAME).getPartialListing()) {
            names.add(status.getLocalName());
        }
        return names;
    }

    private Path state(String suffix) {
        return directory.resolve("states").resolve(CountedCluster.NUMBER + suffix);
    }

    /** A crash: the lock goes, and nothing else happens. */
    private void crash(OneProcess process) throws IOException {
        byte[] journal = Files.readAllBytes(state(".journal"));
        byte[] descriptor = Files.readAllBytes(state(".subtree"));
        process.end();
        Files.write(state(".journal"), journal);
        Files.write(state(".subtree"), descriptor);
    }

    @Test
    void nextProcess_seesWhatTheOneBeforeHasLeft_andUsesOtherNumbers() throws IOException {
        OneProcess first = process();
        first.overlay().createEmpty("/out/one", FILE);
        first.end();

        OneProcess second = process();
        assertThat(names(second)).containsExactly("one");
        second.overlay().createEmpty("/out/two", FILE);
        HdfsFileStatus two = Objects.requireNonNull(second.overlay().status("/out/two"));
        assertThat(two.getFileId()).isEqualTo(102);
        second.end();

        assertThat(names(process())).containsExactly("one", "two");
    }

    @Test
    void processThatCrashes_losesOnlyWhatWasNotPersisted() throws IOException {
        OneProcess first = process();
        first.overlay().createEmpty("/out/one", FILE);
        first.end();
        OneProcess second = process();
        second.overlay().createEmpty("/out/lost", FILE);
        crash(second);

        assertThat(names(process())).containsExactly("one");
    }

    @Test
    void secondProcessAtOnce_isToldWhichHasIt() throws IOException {
        OneProcess first = process();
        first.overlay();
        OneProcess second = process();

        assertThatThrownBy(second::overlay)
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("Device or resource busy: the decoupled subtree /out is in use by process "
                        + ProcessHandle.current().pid() + " (");
        first.end();
        assertThat(names(second)).isEmpty();
    }

    @Test
    void pathsElsewhere_areNoReasonToTakeIt() throws IOException {
        OneProcess first = process();
        first.overlay();
        OneProcess second = process();

        assertThat(second.overlays.covering("/outside/file")).isNull();
        assertThat(second.overlays.covering("/out")).isNull();
        assertThat(second.overlays.covering("/")).isNull();
    }

    /** The process ends right after it has noted that the merge begins, and the merge has not begun. */
    @Test
    void syncThatDidNotBegin_isMadeAgain() throws IOException {
        OneProcess first = process();
        first.overlay().createEmpty("/out/one", FILE);
        cluster.failing = DecouplingMethods.BEGIN_MERGE;
        assertThatThrownBy(() -> sync(first)).hasMessageContaining("was made to fail");
        crash(first);

        OneProcess second = process();
        assertThat(names(second)).containsExactly("one");
        sync(second);
        assertThat(cluster.merges).extracting(MergeRequest::entries).containsExactly(1L);
    }

    /** The process ends after the merge, before it has taken what was merged from the journal. */
    @Test
    void syncThatWasFinished_isNotMadeAgain() throws IOException {
        OneProcess first = process();
        first.overlay().createEmpty("/out/one", FILE);
        cluster.failing = DecouplingMethods.ATTACH;
        assertThatThrownBy(() -> sync(first)).hasMessageContaining("was made to fail");
        cluster.present.add(101L);
        cluster.state = "held";
        crash(first);

        OneProcess second = process();
        second.overlay().createEmpty("/out/two", FILE);
        sync(second);
        assertThat(cluster.merges).extracting(MergeRequest::entries).containsExactly(1L, 1L);
        assertThat(second.overlay().lease().number()).isEqualTo(CountedCluster.NUMBER);
    }

    /** The process ends after it has taken what was merged from the journal, and others have written since. */
    @Test
    void journalThatTheMergeWasTakenFrom_keepsWhatItHas() throws IOException {
        OneProcess first = process();
        first.overlay().createEmpty("/out/one", FILE);
        cluster.failing = DecouplingMethods.ATTACH;
        assertThatThrownBy(() -> sync(first)).hasMessageContaining("was made to fail");
        byte[] marked = Files.readAllBytes(state(".subtree"));
        sync(first);
        cluster.present.add(101L);
        first.overlay().createEmpty("/out/two", FILE);
        first.end();
        Files.write(state(".subtree"), marked);

        assertThat(names(process())).containsExactly("two");
    }

    @Test
    void syncThatHasBegun_isFinishedFirst() throws IOException {
        OneProcess first = process();
        first.overlay().createEmpty("/out/one", FILE);
        cluster.failing = DecouplingMethods.ATTACH;
        assertThatThrownBy(() -> sync(first)).hasMessageContaining("was made to fail");
        assertThat(cluster.state).isEqualTo("merging");
        crash(first);

        OneProcess second = process();
        assertThat(names(second)).isEmpty();
        assertThat(cluster.state).isEqualTo("held");
    }

    @Test
    void syncThatThePolicyAsksFor_comesWhenTheProcessEnds() throws IOException {
        LocalSubtrees local = process().local;
        LocalSubtree kept = Objects.requireNonNull(local.read(CountedCluster.NUMBER));
        local.put(kept.following("consistency: append_client_journal\nsync_operations: 2\n"));

        OneProcess first = process();
        first.overlay().createEmpty("/out/one", FILE);
        first.end();
        assertThat(cluster.merges).isEmpty();

        OneProcess second = process();
        second.overlay().createEmpty("/out/two", FILE);
        second.end();
        assertThat(cluster.merges).extracting(MergeRequest::keep).containsExactly(true);
        assertThat(names(process())).isEmpty();
    }

    @Test
    void mergeThatHasBegun_isLeftToRecovery() throws IOException {
        cluster.state = "merging";
        assertThatThrownBy(process()::overlay)
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("run 'lambdafs subtree recover /out'");
    }

    @Test
    void subtreeThatSomebodyElseEnded_isAnErrorAsLongAsTheJournalHasSomething() throws IOException {
        OneProcess first = process();
        first.overlay().createEmpty("/out/one", FILE);
        first.end();
        cluster.held = false;

        assertThatThrownBy(process()::overlay)
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("was merged or discarded by somebody else")
                .hasMessageContaining(state(".journal").toString());
    }

    @Test
    void subtreeThatEnded_withNothingInItsJournal_isForgotten() throws IOException {
        cluster.held = false;

        assertThat(process().overlays.covering("/out/file")).isNull();
        assertThat(directory.resolve("states").toFile().list()).isEmpty();
    }

    @Test
    void filesOpenToOthers_editedDescriptors_andShortJournals_areRefused() throws IOException {
        OneProcess first = process();
        first.overlay().createEmpty("/out/one", FILE);
        first.end();
        byte[] journal = Files.readAllBytes(state(".journal"));
        String descriptor = Files.readString(state(".subtree"));

        Files.setPosixFilePermissions(state(".journal"), PosixFilePermissions.fromString("rw-rw----"));
        assertThatThrownBy(process()::overlay).hasMessageContaining("is open to other users");
        Files.setPosixFilePermissions(state(".journal"), PosixFilePermissions.fromString("rw-------"));

        Files.writeString(state(".subtree"), descriptor.replace("next-inode=102", "next-inode=101"));
        assertThatThrownBy(process()::overlay).hasMessageContaining("was edited or is damaged");
        Files.writeString(state(".subtree"), descriptor);

        Files.write(state(".journal"), Arrays.copyOf(journal, journal.length - 1));
        assertThatThrownBy(process()::overlay).hasMessageContaining("it was cut");

        Files.write(state(".journal"), "something else".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(process()::overlay).hasMessageContaining("cut");
        Files.write(state(".journal"), journal);
        assertThat(names(process())).containsExactly("one");
    }

    private void sync(OneProcess process) throws IOException {
        DecoupledSubtree held =
                process.overlays.adoption().open(process.local, Objects.requireNonNull(process.local.covering("/out")));
        Objects.requireNonNull(held).sync();
    }

    /** What was made durable there by a process that is gone may be all that there is. */
    @Test
    void journalInTheStore_isMergedAndNotDiscarded_whenTheDiskHasNothing() throws IOException {
        cluster.stored = true;
        OneProcess later = process();
        Objects.requireNonNull(later.overlays
                        .adoption()
                        .open(later.local, Objects.requireNonNull(later.local.covering("/out"))))
                .merge();
        assertThat(cluster.merged).isEqualTo(1);
        assertThat(cluster.held).isFalse();
    }

    @Test
    void globalPersist_isOnTheDiskToo() throws IOException {
        OneProcess first = process();
        first.overlay().createEmpty("/out/one", FILE);
        first.overlay().store(new Merger(cluster, CountedCluster.ROOT, CountedCluster.NUMBER));
        crash(first);
        assertThat(names(process())).containsExactly("one");
    }

    /** The mark of a merge that NameNodes have refused, or never heard of, does not make a discard a success. */
    @Test
    void discardAfterAMergeThatDidNotBegin_isNotTakenForTheMerge() throws IOException {
        OneProcess first = process();
        first.overlay().createEmpty("/out/one", FILE);
        cluster.failing = DecouplingMethods.BEGIN_MERGE;
        assertThatThrownBy(() -> open(first).merge()).hasMessageContaining("was made to fail");
        first.overlay().createEmpty("/out/two", FILE);
        first.end();
        OneProcess second = process();
        assertThat(names(second)).containsExactly("one", "two");
        cluster.lost = DecouplingMethods.BEGIN_MERGE;
        assertThatThrownBy(() -> open(second).merge()).hasMessageContaining("no answer");
        crash(second);
        cluster.held = false;
        assertThatThrownBy(process()::overlay).hasMessageContaining("was merged or discarded by somebody else");
        assertThat(Files.size(state(".journal"))).isPositive();
    }

    private static DecoupledSubtree open(OneProcess process) throws IOException {
        return Objects.requireNonNull(process.overlays
                .adoption()
                .open(process.local, Objects.requireNonNull(process.local.covering("/out"))));
    }
}
