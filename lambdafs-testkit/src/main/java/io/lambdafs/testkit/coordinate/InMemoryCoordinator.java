package io.lambdafs.testkit.coordinate;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.CoordinatorException;
import io.lambdafs.coordinate.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The in-memory twin of a coordinator: one simulated process's session with an {@link InMemoryCoordination}. */
public final class InMemoryCoordinator implements Coordinator {
    private final InMemoryCoordination service;
    private final List<InMemoryRegistration> registrations = new ArrayList<>();
    private final List<MembershipListener> listeners = new ArrayList<>();
    private boolean closed;

    InMemoryCoordinator(InMemoryCoordination service) {
        this.service = service;
    }

    @Override
    public synchronized Registration register(Member member) {
        requireOpen();
        InMemoryRegistration registration = new InMemoryRegistration(member);
        service.add(registration, member);
        registrations.add(registration);
        return registration;
    }

    @Override
    public synchronized List<Member> members() {
        requireOpen();
        return service.members();
    }

    @Override
    public synchronized void watch(MembershipListener listener) {
        requireOpen();
        listeners.add(listener);
        service.watch(listener);
    }

    @Override
    public synchronized void expel(Member dead) {
        requireOpen();
        service.expel(dead);
    }

    @Override
    public Duration sessionTimeout() {
        return service.sessionTimeout();
    }

    /** Ends the session, as a server does that has not heard of the process for too long; the next one begins at once. */
    public synchronized void loseSession() {
        List<InMemoryRegistration> lost = List.copyOf(registrations);
        registrations.clear();
        lost.forEach(InMemoryRegistration::lose);
    }

    @Override
    public synchronized void close() {
        closed = true;
        loseSession();
        listeners.forEach(service::unwatch);
    }

    private void requireOpen() {
        if (closed) {
            throw new CoordinatorException("the coordinator is closed");
        }
    }

    private synchronized void forget(InMemoryRegistration registration) {
        registrations.remove(registration);
    }

    /** A registration under the session. */
    private final class InMemoryRegistration implements Registration {
        private final Member member;
        private final List<Runnable> lossActions = new ArrayList<>();
        private boolean closed;
        private boolean lost;

        InMemoryRegistration(Member member) {
            this.member = member;
        }

        @Override
        public Member member() {
            return member;
        }

        @Override
        public synchronized boolean isAlive() {
            return !closed && !lost;
        }

        @Override
        public synchronized void onLoss(Runnable action) {
            if (lost) {
                service.execute(action);
            } else {
                lossActions.add(action);
            }
        }

        @Override
        public void close() {
            synchronized (this) {
                closed = true;
            }
            forget(this);
            service.remove(this);
        }

        private void lose() {
            service.remove(this);
            synchronized (this) {
                if (closed || lost) {
                    return;
                }
                lost = true;
                lossActions.forEach(service::execute);
                lossActions.clear();
            }
        }
    }
}
