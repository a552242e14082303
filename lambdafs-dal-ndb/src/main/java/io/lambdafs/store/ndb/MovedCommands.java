package io.lambdafs.store.ndb;

import io.lambdafs.block.DataNodeId;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Scan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The commands to DataNodes. This database orders them by the time of sending and then by a number, and a row that is
 * moved has only a number. So a command that was moved here has the time 0, and keeps its number. A command that was
 * sent here gets the number after that of the command before it, or the first number.
 */
final class MovedCommands implements MovedTable {
    private static final int SCANNED_AT_ONCE = 2_000;
    private static final long MOVED = 0;

    private final NdbCluster cluster;
    private final Duration life;

    private Optional<Reached> reached = Optional.empty();

    /** The last command of the last page, and its row here. */
    private record Reached(MoveKey key, CommandRow.Key row, long number) {}

    MovedCommands(NdbCluster cluster, Duration life) {
        this.cluster = cluster;
        this.life = life;
    }

    @Override
    public long count() {
        return MovedTables.count(cluster, life, Schema.COMMANDS, Schema.IN_ORDER);
    }

    @Override
    public List<MoveRow> page(Optional<MoveKey> after, int limit) {
        List<MoveRow> page = new ArrayList<>();
        for (String dataNode : dataNodes()) {
            if (after.isEmpty() || last(dataNode).compareTo(after.get()) > 0) {
                addTo(page, dataNode, after, limit);
            }
            if (page.size() == limit) {
                break;
            }
        }
        return page;
    }

    private static MoveKey last(String dataNode) {
        byte[] id = dataNode.getBytes(StandardCharsets.UTF_8);
        return MoveKey.of(id.length, id, Long.MAX_VALUE);
    }

    /** The DataNodes that have commands, in the order in which these are moved. */
    private List<String> dataNodes() {
        List<String> found = new ArrayList<>();
        try (ClusterTransaction transaction = cluster.begin(life)) {
            Range range = Range.all();
            List<String> next;
            do {
                next = transaction.scan(Scan.inOrder(
                        Schema.COMMANDS,
                        Schema.IN_ORDER,
                        range,
                        1,
                        row -> CommandRow.read(row).key().dataNode()));
                found.addAll(next);
                String from = found.isEmpty() ? "" : found.get(found.size() - 1);
                range = Range.after(row -> CommandRow.writeDataNode(row, from), 1);
            } while (!next.isEmpty());
        }
        return found.stream().sorted(Comparator.comparing(MovedCommands::last)).toList();
    }

    /* Where no page has ended at this key, all before it are read again: a command gets its number from those before it. */
    private void addTo(List<MoveRow> page, String dataNode, Optional<MoveKey> after, int limit) {
        DataNodeId id = new DataNodeId(dataNode);
        Optional<Reached> from = reached.filter(last ->
                after.equals(Optional.of(last.key())) && last.row().dataNode().equals(dataNode));
        Range range = from.map(last -> after(last.row()))
                .orElseGet(() -> Range.of(row -> CommandRow.writeDataNode(row, dataNode), 1));
        long number = from.map(Reached::number).orElse(0L);
        List<CommandRow> some;
        do {
            some = scan(range);
            for (CommandRow command : some) {
                number = command.key().sentMicros() == MOVED ? command.key().number() : number + 1;
                MoveRow row = new MoveRow.CommandRow(id, number, command.command());
                if (page.size() < limit && (after.isEmpty() || row.key().compareTo(after.get()) > 0)) {
                    page.add(row);
                    reached = Optional.of(new Reached(row.key(), command.key(), number));
                }
            }
            if (!some.isEmpty()) {
                range = after(some.get(some.size() - 1).key());
            }
        } while (some.size() == SCANNED_AT_ONCE && page.size() < limit);
    }

    /** The commands of a DataNode after one of them. */
    private static Range after(CommandRow.Key last) {
        return Range.after(last::write, 3).upTo(row -> CommandRow.writeDataNode(row, last.dataNode()), 1);
    }

    private List<CommandRow> scan(Range range) {
        try (ClusterTransaction transaction = cluster.begin(life)) {
            return transaction.scan(
                    Scan.inOrder(Schema.COMMANDS, Schema.IN_ORDER, range, SCANNED_AT_ONCE, CommandRow::read));
        }
    }

    @Override
    public void changed() {
        reached = Optional.empty();
    }

    @Override
    public void insert(OperationBatch batch, MoveRow row) {
        MoveRow.CommandRow moved = (MoveRow.CommandRow) row;
        CommandRow.Key key = new CommandRow.Key(moved.dataNode().value(), MOVED, moved.number());
        batch.insert(Schema.COMMANDS, CommandRow.of(key, moved.command())::write);
    }
}
