package io.lambdafs.client.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.MergeRequest;
import java.io.IOException;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Merges that fail in the middle, and what is changed meanwhile. */
final class JournalMergeTest {
    private static final NewFile FILE = new NewFile(0644, false, true, 1, 128);

    private final CountedCluster cluster = new CountedCluster();
    private Overlay overlay;
    private JournalMerge merges;

    @BeforeEach
    void open() throws IOException {
        overlay = cluster.overlay();
        merges = new JournalMerge(overlay, cluster, MergeMarks.NONE, cluster.present::contains);
        overlay.createEmpty("/out/one", FILE);
    }

    private long waiting() throws IOException {
        return overlay.withJournal(JournalLog::entries);
    }

    @Test
    void syncThatStoppedInTheMiddle_isFinished_beforeWhatCameLaterIsMerged() throws IOException {
        cluster.lost = DecouplingMethods.ATTACH;
        assertThatThrownBy(() -> merges.merge(true)).hasMessageContaining("no answer");
        overlay.createEmpty("/out/two", FILE);
        overlay.createEmpty("/out/three", FILE);
        assertThat(merges.merge(true).inodes()).isEqualTo(2);
        assertThat(cluster.merges).extracting(MergeRequest::entries).containsExactly(1L, 2L);
        assertThat(cluster.merged).isEqualTo(3);
        assertThat(waiting()).isZero();
    }

    @Test
    void lastMergeThatStoppedInTheMiddle_isFinished_andEndsTheSubtree() throws IOException {
        cluster.lost = DecouplingMethods.ATTACH;
        assertThatThrownBy(() -> merges.merge(false)).hasMessageContaining("no answer");
        assertThat(merges.isEnding()).isTrue();
        assertThat(merges.isOver()).isFalse();
        assertThatThrownBy(() -> overlay.createEmpty("/out/two", FILE))
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("is being merged");
        merges.merge(true);
        assertThat(merges.isOver()).isTrue();
        assertThat(cluster.merged).isEqualTo(1);
        assertThat(cluster.held).isFalse();
    }

    @Test
    void lastMergeThatWasFinishedUnheard_isSuccess() throws IOException {
        cluster.unheard = DecouplingMethods.ATTACH;
        assertThatThrownBy(() -> merges.merge(false)).hasMessageContaining("no answer");
        cluster.present.add(101L);
        assertThat(merges.merge(false).inodes()).isEqualTo(1);
        assertThat(merges.isOver()).isTrue();
        assertThat(cluster.merged).isEqualTo(1);
    }

    @Test
    void subtreeThatIsGoneWithoutItsChanges_isNotMerged() {
        cluster.lost = DecouplingMethods.BEGIN_MERGE;
        assertThatThrownBy(() -> merges.merge(false)).hasMessageContaining("no answer");
        cluster.held = false;
        assertThatThrownBy(() -> merges.merge(false))
                .hasMessageContaining("it is not known that its changes were merged");
        assertThat(merges.isOver()).isFalse();
    }

    @Test
    void mergeThatWasNotBegun_isBegunAgain() throws IOException {
        cluster.lost = DecouplingMethods.BEGIN_MERGE;
        assertThatThrownBy(() -> merges.merge(true)).hasMessageContaining("no answer");
        overlay.createEmpty("/out/two", FILE);
        merges.merge(true);
        assertThat(cluster.merges).extracting(MergeRequest::entries).containsExactly(2L);
        assertThat(waiting()).isZero();
    }

    @Test
    void mergeOfAnotherPart_doesNotCountAsThisOne() throws IOException {
        MergeRequest other = new MergeRequest("/out", CountedCluster.NUMBER, 1, 7, 7, false);
        cluster.call(DecouplingMethods.BEGIN_MERGE, "/out", other.encode());
        assertThatThrownBy(() -> merges.merge(true)).hasMessageContaining("another part has begun");
        assertThat(waiting()).isEqualTo(1);
    }

    @Test
    void refusedMerge_letsChangesGoOn() throws IOException {
        for (String method : new String[] {DecouplingMethods.STAGE, DecouplingMethods.BEGIN_MERGE}) {
            cluster.failing = method;
            assertThatThrownBy(() -> merges.merge(false)).hasMessageContaining("was made to fail");
            overlay.createEmpty("/out/" + method, FILE);
            overlay.rename("/out/" + method, "/out/renamed" + method, false);
        }
        merges.merge(false);
        assertThat(cluster.merged).isEqualTo(5);
    }

    @Test
    void refusedSync_letsWhatItHasBeRenamed() throws IOException {
        cluster.failing = DecouplingMethods.BEGIN_MERGE;
        assertThatThrownBy(() -> merges.merge(true)).hasMessageContaining("was made to fail");
        overlay.rename("/out/one", "/out/two", false);
        merges.merge(true);
        assertThatThrownBy(() -> overlay.rename("/out/two", "/out/three", false))
                .hasMessageContaining("Renaming what was there before it was decoupled or last synced");
    }

    @Test
    void changeDuringTheLastMerge_isRefused_andDuringASyncIsKept() throws IOException {
        cluster.meanwhile = this::createDuringIt;
        merges.merge(true);
        assertThat(waiting()).isEqualTo(1);
        cluster.meanwhile = () ->
                assertThatThrownBy(() -> overlay.delete("/out/one", false)).hasMessageContaining("is being merged");
        merges.merge(false);
        assertThat(cluster.merged).isEqualTo(2);
    }

    private void createDuringIt() {
        try {
            overlay.createEmpty("/out/during", FILE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void syncWhoseEndWasNotHeard_isKnownByWhatItMade() throws IOException {
        cluster.unheard = DecouplingMethods.ATTACH;
        assertThatThrownBy(() -> merges.merge(true)).hasMessageContaining("no answer");
        cluster.present.add(101L);
        assertThat(merges.merge(true).inodes()).isEqualTo(1);
        assertThat(waiting()).isZero();
        assertThat(cluster.merges).hasSize(1);
    }

    @Test
    void syncThatWasNotBegun_leavesItsFilesToBeRenamed() throws IOException {
        cluster.lost = DecouplingMethods.BEGIN_MERGE;
        assertThatThrownBy(() -> merges.merge(true)).hasMessageContaining("no answer");
        cluster.failing = DecouplingMethods.STAGE;
        assertThatThrownBy(() -> merges.merge(true)).hasMessageContaining("was made to fail");
        overlay.rename("/out/one", "/out/two", false);
        merges.merge(true);
        assertThat(cluster.merged).isEqualTo(2);
    }
}
