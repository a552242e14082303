package io.lambdafs.coordinator.ndb;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.coherence.CoordinatorFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A real cluster; each coordinator reaches it over a line of its own. That the cluster stops is that all lines are cut. */
final class NdbCoordinatorFixture implements CoordinatorFixture {
    /** Long enough for a restart. */
    private static final Duration SESSION = Duration.ofSeconds(20);

    private final TestTables tables;
    private final Events events;
    private final Map<Coordinator, TestLine> lines = new HashMap<>();

    NdbCoordinatorFixture(TestTables tables, Events events) {
        this.tables = tables;
        this.events = events;
    }

    @Override
    public Coordinator connect() {
        TestLine line = tables.line();
        Coordinator coordinator =
                NdbCoordinator.start(new NdbSession.Settings(line, events, System::nanoTime, SESSION, SESSION));
        lines.put(coordinator, line);
        return coordinator;
    }

    private TestLine line(Coordinator coordinator) {
        return requireNonNull(lines.get(coordinator), "a coordinator of this fixture's");
    }

    @Override
    public void disconnect(Coordinator coordinator) {
        line(coordinator).cut();
    }

    @Override
    public void reconnect(Coordinator coordinator) {
        line(coordinator).heal();
    }

    @Override
    public void awaitFailure(Coordinator coordinator) throws InterruptedException {
        line(coordinator).awaitFailure();
    }

    @Override
    public void expire(Coordinator coordinator, WriterId member) {
        tables.endRegistrations(member.value());
    }

    @Override
    public void stop() {
        lines.values().forEach(TestLine::cut);
    }

    @Override
    public void start() {
        lines.values().forEach(TestLine::heal);
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public Collection<String> remains() {
        List<String> remains = new ArrayList<>();
        tables.keys(CoordinationSchema.INVS).forEach(key -> remains.add("INV " + key));
        tables.keys(CoordinationSchema.ACKS).forEach(key -> remains.add("acknowledgement " + key));
        tables.keys(CoordinationSchema.INV_PARTS).forEach(key -> remains.add("part of an INV " + key));
        return remains;
    }

    @Override
    public void close() {
        // The tables are emptied before the next test.
    }
}
