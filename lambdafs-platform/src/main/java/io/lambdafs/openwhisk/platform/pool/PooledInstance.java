package io.lambdafs.openwhisk.platform.pool;

/** What the {@link ContainerPool} knows of one instance. */
final class PooledInstance {
    /** Where an instance is in its life; busy is a warm one with calls. */
    enum State {
        STARTING,
        WARM,
        PAUSED,
        DRAINING
    }

    private final long id;
    private final Action action;
    private State state = State.STARTING;
    private int active;
    private long served;
    private long lastUsedMillis;
    private long pausedMillis;
    private int coreMillis;
    private long readyMillis;
    private boolean declinesSibling;

    PooledInstance(long id, Action action, long nowMillis) {
        this.id = id;
        this.action = action;
        this.lastUsedMillis = nowMillis;
    }

    long id() {
        return id;
    }

    Action action() {
        return action;
    }

    State state() {
        return state;
    }

    int active() {
        return active;
    }

    long served() {
        return served;
    }

    long lastUsedMillis() {
        return lastUsedMillis;
    }

    /** What it used of a core in the latest second, in thousandths; 0 while that is not known. */
    int coreMillis() {
        return coreMillis;
    }

    void measured(int newCoreMillis) {
        coreMillis = newCoreMillis;
    }

    /** Whether its latest answer said that a sibling would not help. */
    boolean declinesSibling() {
        return declinesSibling;
    }

    void answered(boolean nowDeclinesSibling) {
        declinesSibling = nowDeclinesSibling;
    }

    /** Whether it is initialised and takes calls. */
    boolean isReady() {
        return state == State.WARM || state == State.PAUSED;
    }

    int memoryMb() {
        return action.limits().memoryMb();
    }

    boolean isIdle() {
        return active == 0 && isReady();
    }

    /** Whether it can take a call of this action now (or, if it is starting, as soon as it is initialised). */
    boolean accepts(Action wanted, boolean starting) {
        return action.revision() == wanted.revision()
                && active < action.limits().concurrency()
                && (starting ? state == State.STARTING : isReady());
    }

    /** Takes a call; says whether the process must be continued first. */
    boolean begin() {
        boolean resume = state == State.PAUSED;
        if (resume) {
            state = State.WARM;
        }
        active++;
        return resume;
    }

    void initialized(long nowMillis) {
        if (state == State.STARTING) {
            state = State.WARM;
            lastUsedMillis = nowMillis;
            readyMillis = nowMillis;
        }
    }

    /** How long it has been initialised; 0 if it is not. */
    long readyForMillis(long nowMillis) {
        return isReady() ? nowMillis - readyMillis : 0;
    }

    /** Whether it has neither served nor been initialised within this time. */
    boolean isUnusedFor(long millis, long nowMillis) {
        return nowMillis - lastUsedMillis >= millis;
    }

    /** Whether it takes, or soon will take, calls of the same revision of the same action. */
    boolean servesLike(PooledInstance other) {
        return action.revision() == other.action.revision() && state != State.DRAINING;
    }

    /** Ends a call; says whether the instance is to be destroyed now. */
    boolean end(boolean keep, long nowMillis) {
        active--;
        served++;
        lastUsedMillis = nowMillis;
        if (!keep) {
            state = State.DRAINING;
        }
        return state == State.DRAINING && active == 0;
    }

    boolean isToPause(long nowMillis, int graceMillis) {
        return graceMillis > 0 && isWarmAndIdle() && nowMillis - lastUsedMillis >= graceMillis;
    }

    boolean isWarmAndIdle() {
        return state == State.WARM && active == 0;
    }

    void pause(long nowMillis) {
        state = State.PAUSED;
        coreMillis = 0;
        pausedMillis = nowMillis;
    }

    boolean isToRemove(long nowMillis, int idleMillis) {
        long since = state == State.PAUSED ? pausedMillis : lastUsedMillis;
        return isIdle() && nowMillis - since >= idleMillis;
    }
}
