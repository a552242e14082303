package io.lambdafs.gateway.console;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.security.AccessControlException;

/**
 * A directory and how much is below it.
 *
 * @param content empty if the user may not see all of it, or if it is gone
 */
record SummedDirectory(String path, String owner, Optional<ContentSummary> content) {
    static final Comparator<SummedDirectory> LARGEST_FIRST =
            Comparator.comparingLong(SummedDirectory::space).reversed();
    static final Comparator<SummedDirectory> MOST_FILES_FIRST =
            Comparator.comparingLong(SummedDirectory::files).reversed();

    /** Has the NameNode walk through all that is below. */
    static SummedDirectory sum(ClientProtocol calls, String path, String owner) throws IOException {
        try {
            return new SummedDirectory(path, owner, Optional.of(calls.getContentSummary(path)));
        } catch (AccessControlException | FileNotFoundException hiddenOrGone) {
            return new SummedDirectory(path, owner, Optional.empty());
        }
    }

    /** What all replicas take up, or -1 if it is unknown. */
    long space() {
        return content.map(ContentSummary::getSpaceConsumed).orElse(-1L);
    }

    private long files() {
        return content.map(ContentSummary::getFileCount).orElse(-1L);
    }

    /** Begins a table of such directories. */
    static void beginTable(Html page) {
        page.table("directory", "owner", "#space with replicas", "", "#size", "#files", "#directories");
    }

    /**
     * Adds a row to such a table.
     *
     * @param shown its name or its path
     * @param largest the space that fills the bar
     */
    void addRow(String shown, BrowsedPath place, long largest, Html page) {
        page.openRow().openCell().link(place.address(), shown).close("td").cell(owner);
        page.cell(content.map(sum -> ReadableText.bytes(sum.getSpaceConsumed())).orElse(ReadableText.UNKNOWN));
        page.openCell().bar(space(), largest).close("td");
        page.cell(content.map(sum -> ReadableText.bytes(sum.getLength())).orElse(ReadableText.UNKNOWN));
        page.cell(content.map(sum -> ReadableText.count(sum.getFileCount())).orElse(ReadableText.UNKNOWN));
        page.cell(
                content.map(sum -> ReadableText.count(sum.getDirectoryCount())).orElse(ReadableText.UNKNOWN));
        page.closeRow();
    }
}
