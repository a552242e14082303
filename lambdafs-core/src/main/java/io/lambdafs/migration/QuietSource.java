package io.lambdafs.migration;

import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.Pause;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes sure that no file system uses a source, before it is sealed.
 *
 * <p>NameNodes and DataNodes that were killed leave their writers registered, so a registered writer proves nothing. What lives
 * shows it: DataNodes write heartbeats, a housekeeper renews its role, and a NameNode that starts registers a writer. A NameNode
 * that does nothing at all shows nothing; the seal keeps it from writing.
 */
final class QuietSource {
    private final MovableStore source;
    private final int pageRows;

    QuietSource(MovableStore source, int pageRows) {
        this.source = source;
        this.pageRows = pageRows;
    }

    /**
     * Watches the source for so long.
     *
     * @throws MigrationException if something lives
     */
    void require(Duration watch, Pause pause) {
        Map<String, String> before = signs();
        pause.pause(watch);
        signs().forEach((who, sign) -> {
            if (!sign.equals(before.get(who))) {
                throw new MigrationException(
                        "the source is in use: " + who + " wrote to it in the last " + watch.toSeconds()
                                + " s. Stop λFS (`lambdafs stop`) and its DataNodes, and run this command again");
            }
        });
    }

    /** What changes while somebody lives. */
    private Map<String, String> signs() {
        Map<String, String> signs = new HashMap<>();
        for (Writer writer : source.writers()) {
            signs.put(writer.id() + " (" + writer.label() + ")", "registered");
        }
        Optional<MoveKey> after = Optional.empty();
        List<MoveRow> page;
        do {
            page = source.read(MoveTable.DATA_NODES, after, pageRows);
            page.forEach(row -> {
                MoveRow.DataNodeRow node = (MoveRow.DataNodeRow) row;
                signs.put(
                        "DataNode " + node.registration().id() + " on "
                                + node.registration().hostName(),
                        Long.toString(node.heardMicros()));
            });
            after = page.isEmpty()
                    ? after
                    : Optional.of(page.get(page.size() - 1).key());
        } while (!page.isEmpty());
        for (MoveRow row : source.read(MoveTable.ROLES, Optional.empty(), pageRows)) {
            MoveRow.RoleRow role = (MoveRow.RoleRow) row;
            signs.put(
                    "the owner of the role " + role.role() + ", " + role.owner() + ",",
                    Long.toString(role.untilMicros()));
        }
        return signs;
    }
}
