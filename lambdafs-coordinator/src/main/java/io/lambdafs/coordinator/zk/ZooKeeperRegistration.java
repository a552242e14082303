package io.lambdafs.coordinator.zk;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.Member;
import io.lambdafs.coordinate.RegistrationLife;
import java.util.function.Consumer;

/** A member's ephemeral znode, made under one session. */
final class ZooKeeperRegistration implements Coordinator.Registration {
    private final Member member;
    private final String path;
    private final Consumer<ZooKeeperRegistration> remover;
    private final RegistrationLife life = new RegistrationLife();

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
    public boolean isAlive() {
        return life.isAlive();
    }

    @Override
    public void onLoss(Runnable action) {
        life.onLoss(action);
    }

    @Override
    public void close() {
        if (life.close()) {
            remover.accept(this);
        }
    }

    void lost() {
        life.lost();
    }
}
