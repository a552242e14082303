package io.lambdafs.coordinator.zk;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A member's ephemeral znode, made under one session. */
final class ZooKeeperRegistration implements Coordinator.Registration {
    /** What has become of it; the last two are final. */
    private enum State {
        ALIVE,
        LOST,
        CLOSED
    }

    private final Member member;
    private final String path;
    private final Consumer<ZooKeeperRegistration> remover;
    private final List<Runnable> lossActions = new ArrayList<>();
    private State state = State.ALIVE;

    ZooKeeperRegistration(Member member, String path, Consumer<ZooKeeperRegistration> remover) {
        this.member = member;
        this.path = path;
        this.remover = remover;
    }

    @Override
    public Member member() {
        return member;
    }

    String path() {
        return path;
    }

    @Override
    public synchronized boolean isAlive() {
        return state == State.ALIVE;
    }

    @Override
    public void onLoss(Runnable action) {
        synchronized (this) {
            if (state != State.LOST) {
                lossActions.add(action);
                return;
            }
        }
        action.run();
    }

    @Override
    public void close() {
        synchronized (this) {
            if (state != State.ALIVE) {
                return;
            }
            state = State.CLOSED;
        }
        remover.accept(this);
    }

    void lost() {
        List<Runnable> actions;
        synchronized (this) {
            if (state != State.ALIVE) {
                return;
            }
            state = State.LOST;
            actions = List.copyOf(lossActions);
            lossActions.clear();
        }
        actions.forEach(Runnable::run);
    }
}
