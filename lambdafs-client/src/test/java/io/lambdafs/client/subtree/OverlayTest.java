package io.lambdafs.client.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.journal.OverlayNode;
import java.io.IOException;
import java.util.Collections;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes that replace something: what is refused takes nothing away. */
final class OverlayTest {
    private static final int NUMBERS = 50;
    private static final NewFile FILE = new NewFile(0644, false, true, 1, 128);
    private static final NewFile OVER = new NewFile(0644, true, true, 1, 128);

    private Overlay overlay;

    @BeforeEach
    void open() {
        overlay = new CountedCluster().overlay();
    }

    private boolean isThere(String path) throws IOException {
        return overlay.status(path) != null;
    }

    @Test
    void renameOntoItself_isRefused() throws IOException {
        overlay.createEmpty("/out/a", FILE);
        assertThatThrownBy(() -> overlay.rename("/out/a", "/out/a", true)).hasMessageContaining("are the same");
        assertThat(isThere("/out/a")).isTrue();
    }

    @Test
    void renameThatIsRefused_leavesItsDestination() throws IOException {
        overlay.makeDirectories("/out/d/below", 0755, true);
        assertThatThrownBy(() -> overlay.rename("/out/d", "/out/d/below", true))
                .hasMessageContaining("is a directory or file under source /out/d");
        assertThat(isThere("/out/d/below")).isTrue();

        overlay.createEmpty("/out/synced", FILE);
        overlay.take(true, false);
        overlay.createEmpty("/out/b", FILE);
        assertThatThrownBy(() -> overlay.rename("/out/synced", "/out/b", true))
                .hasMessageContaining("Renaming what was there before");
        assertThat(isThere("/out/b")).isTrue();
    }

    @Test
    void overwriteWithoutANumberLeft_leavesTheFile() throws IOException {
        for (int i = 0; i < NUMBERS; i++) {
            overlay.createEmpty("/out/f" + i, FILE);
        }
        assertThatThrownBy(() -> overlay.createEmpty("/out/f0", OVER)).hasMessageContaining("All 50 inode numbers");
        assertThatThrownBy(() -> overlay.create("/out/f1", OVER)).hasMessageContaining("All 50 inode numbers");
        assertThat(isThere("/out/f0")).isTrue();
        assertThat(isThere("/out/f1")).isTrue();
    }

    @Test
    void lastMerge_waitsForOpenFiles_andTheirChangesAreRefusedAfterIt() throws IOException {
        overlay.create("/out/open", FILE);
        assertThatThrownBy(() -> overlay.take(false, false)).hasMessageContaining("[/out/open]");
        overlay.complete(overlay.openFile("/out/open", 0), Collections.emptyList());
        JournalPart part = overlay.take(false, false);
        assertThat(part.witness()).isEqualTo(101);
        assertThatThrownBy(() -> overlay.create("/out/later", FILE)).hasMessageContaining("is being merged");
        assertThatThrownBy(() -> overlay.makeDirectories("/out/d", 0755, false))
                .hasMessageContaining("is being merged");
        assertThatThrownBy(() -> overlay.rename("/out/open", "/out/x")).hasMessageContaining("is being merged");
        assertThatThrownBy(() -> overlay.rename("/out/open", "/out/x", true)).hasMessageContaining("is being merged");
        assertThatThrownBy(() -> overlay.change("/out/open", (target, id) -> target.setPermission(id, 0)))
                .hasMessageContaining("is being merged");
        overlay.giveBack(part);
        overlay.create("/out/later", FILE);
    }

    /** Its writer has failed, and nobody is going to close it. */
    @Test
    void fileThatIsNeverClosed_isDeletedBeforeTheLastMerge() throws IOException {
        overlay.createEmpty("/out/whole", FILE);
        overlay.create("/out/failed", FILE);
        assertThatThrownBy(() -> overlay.take(false, false))
                .hasMessageContaining("delete those whose writers have failed: [/out/failed]");
        overlay.delete("/out/failed", false);
        assertThat(overlay.take(false, false).made()).hasSize(1);
    }

    @Test
    void fileThatIsAppendedTo_holdsUpSyncs_untilItsAppendEndsOrItIsGone() throws IOException {
        overlay.createEmpty("/out/log", FILE);
        OverlayNode log = overlay.reopen("/out/log");
        assertThatThrownBy(() -> overlay.reopen("/out/log")).hasMessageContaining("is being written already");
        assertThat(overlay.isAppending()).isTrue();
        assertThatThrownBy(() -> overlay.take(true, false)).hasMessageContaining("[/out/log]");
        assertThat(overlay.keepClosed(log)).isTrue();
        assertThat(overlay.isAppending()).isFalse();
        overlay.reopen("/out/log");
        overlay.delete("/out/log", false);
        assertThat(overlay.isAppending()).isFalse();
        overlay.take(true, false);
    }

    @Test
    void writerOfAFileThatIsGone_doesNotWriteIntoTheNextOne() throws IOException {
        long first = overlay.create("/out/f", FILE).getFileId();
        overlay.create("/out/f", OVER);
        assertThatThrownBy(() -> overlay.openFile("/out/f", first)).hasMessageContaining("not open for writing");
        assertThat(overlay.openFile("/out/f", 0).id()).isNotEqualTo(first);
    }

    @Test
    void directoryThatGoesAwayWhileASummaryIsMade_doesNotCount() throws IOException {
        overlay.makeDirectories("/out/gone", 0755, false);
        overlay.createEmpty("/out/gone/f", FILE);
        overlay.createEmpty("/out/stays/f", FILE);
        OverlaySummary.Pages removing = (directory, after) -> {
            DirectoryListing page = overlay.list(directory, after);
            overlay.delete("/out/gone", true);
            return page;
        };
        ContentSummary summary = OverlaySummary.of(removing, "/out");
        assertThat(summary.getFileCount()).isEqualTo(1);
        assertThat(summary.getDirectoryCount()).isEqualTo(2);
        assertThatThrownBy(() -> OverlaySummary.of(overlay, "/out/gone")).hasMessageContaining("does not exist");
    }
}
