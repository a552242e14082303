package io.lambdafs.openwhisk.platform.pool;

/**
 * How instances are run.
 *
 * @param userMemoryMb sum of the memory limits of all instances
 * @param maxBuffered calls that wait for memory; more are refused with 503
 * @param pauseGraceMillis how long an instance may idle before it is stopped with SIGSTOP; 0 never pauses, and
 *     {@value #FREEZE_AT_ONCE} does whenever it has no call
 * @param idleContainerMillis how long a paused (or never paused, idle) instance is kept
 * @param connectPollMillis how often a starting instance is asked whether it listens
 * @param stopGraceMillis how long an instance that is asked to end with SIGTERM may take
 * @param portsFrom first of the ports given to instances
 * @param portsTo last of the ports given to instances
 * @param maxActivations activation records kept; older ones are forgotten
 * @param activeMillis an idle instance that has served or was initialised within this time is not evicted, unless another
 *     instance of its action stays; 0 evicts any idle one, as OpenWhisk does
 * @param tradeAfterMillis after a call has waited so long for memory, an active function may lose its only instance to it
 * @param crashNoticeMillis how long the platform takes to notice that an instance has crashed; until then it goes on routing
 *     calls to it. 0 notices at once
 * @param userCpuMillis the CPU that all instances may have together, in thousandths of a core; {@value #UNBOUNDED_CPU} does not
 *     bound the pool by CPU
 * @param standardCpuMillis what an instance without a limit of its own counts as, in thousandths of a core
 * @param maxInstances instances of one action at most; {@value #UNBOUNDED_INSTANCES} leaves that to memory and CPU
 * @param scaleOutPauseMillis the shortest time from one start of an instance to the next that is made because of load, for each
 *     action
 * @param unlimitedStartMillis how long an instance may use CPU beyond its limit, from its start on. 0: its limit holds from the
 *     beginning
 * @param stemCells containers that have started before anybody needs them, for each image and memory of registered actions. They are
 *     not part of {@code userMemoryMb}
 */
public record PoolSettings(
        int userMemoryMb,
        int maxBuffered,
        int pauseGraceMillis,
        int idleContainerMillis,
        int connectPollMillis,
        int stopGraceMillis,
        int portsFrom,
        int portsTo,
        int maxActivations,
        int activeMillis,
        int tradeAfterMillis,
        int crashNoticeMillis,
        int userCpuMillis,
        int standardCpuMillis,
        int maxInstances,
        int scaleOutPauseMillis,
        int unlimitedStartMillis,
        int stemCells) {
    /** Each takes memory; more than that is a mistake. */
    public static final int MAX_STEM_CELLS = 100;

    /** The grace of a platform that freezes instances between any two calls, as AWS Lambda does. */
    public static final int FREEZE_AT_ONCE = 1;

    /** A pool that is bounded by memory only. */
    public static final int UNBOUNDED_CPU = 0;

    /** An action may have as many instances as memory and CPU allow. */
    public static final int UNBOUNDED_INSTANCES = 0;

    public PoolSettings {
        require(userMemoryMb >= 1, "pool.user-memory-mb must be at least 1");
        require(maxBuffered >= 0, "pool.max-buffered must not be negative");
        require(pauseGraceMillis >= 0, "pool.pause-grace-millis must not be negative");
        require(idleContainerMillis >= 1, "pool.idle-container-millis must be at least 1");
        require(connectPollMillis >= 1 && connectPollMillis <= 1000, "pool.connect-poll-millis must be within 1..1000");
        require(stopGraceMillis >= 0 && stopGraceMillis <= 60_000, "pool.stop-grace-millis must be within 0..60000");
        require(
                1024 <= portsFrom && portsFrom <= portsTo && portsTo <= 65535,
                "pool: 1024 <= ports-from <= ports-to <= 65535");
        require(maxActivations >= 1, "pool.max-activations must be at least 1");
        require(activeMillis >= 0, "pool.active-millis must not be negative");
        require(tradeAfterMillis >= 0, "pool.trade-after-millis must not be negative");
        require(
                crashNoticeMillis >= 0 && crashNoticeMillis <= 60_000,
                "pool.crash-notice-millis must be within 0..60000");
        require(
                userCpuMillis >= 0 && userCpuMillis <= 10_000_000,
                "pool.user-cpu-millis must be within 0..10000000 thousandths of a core; 0 sets no bound");
        require(
                standardCpuMillis >= 1 && standardCpuMillis <= 1_000_000,
                "pool.standard-cpu-millis must be within 1..1000000 thousandths of a core");
        require(
                maxInstances >= 0 && maxInstances <= 100_000,
                "pool.max-instances must be within 0..100000 instances of an action; 0 sets no bound");
        require(
                scaleOutPauseMillis >= 0 && scaleOutPauseMillis <= 60_000,
                "pool.scale-out-pause-millis must be within 0..60000");
        require(
                unlimitedStartMillis >= 0 && unlimitedStartMillis <= 60_000,
                "pool.unlimited-start-millis must be within 0..60000; 0 limits an instance's CPU from its start on");
        require(
                stemCells >= 0 && stemCells <= MAX_STEM_CELLS,
                "pool.stem-cells must be within 0.." + MAX_STEM_CELLS
                        + ": started instances that wait for an action, 0 for none");
    }

    public static PoolSettings defaults() {
        return new PoolSettings(
                2048,
                1_000,
                10_000,
                600_000,
                4,
                2_000,
                20_000,
                29_999,
                10_000,
                5_000,
                10_000,
                0,
                0,
                500,
                UNBOUNDED_INSTANCES,
                300,
                5_000,
                0);
    }

    /** With another bound of the memory of all instances, and of the calls that wait. */
    public PoolSettings withMemory(int newUserMemoryMb, int newMaxBuffered) {
        Draft draft = new Draft(this);
        draft.userMemoryMb = newUserMemoryMb;
        draft.maxBuffered = newMaxBuffered;
        return draft.settings();
    }

    /** With other times after which an idle instance is paused and removed. */
    public PoolSettings withIdleTimes(int newPauseGraceMillis, int newIdleContainerMillis) {
        Draft draft = new Draft(this);
        draft.pauseGraceMillis = newPauseGraceMillis;
        draft.idleContainerMillis = newIdleContainerMillis;
        return draft.settings();
    }

    /** With another protection of functions that are in use. */
    public PoolSettings withProtection(int newActiveMillis, int newTradeAfterMillis) {
        Draft draft = new Draft(this);
        draft.activeMillis = newActiveMillis;
        draft.tradeAfterMillis = newTradeAfterMillis;
        return draft.settings();
    }

    /** With another time until a crash is noticed. */
    public PoolSettings withCrashNotice(int newCrashNoticeMillis) {
        Draft draft = new Draft(this);
        draft.crashNoticeMillis = newCrashNoticeMillis;
        return draft.settings();
    }

    /** With a bound of the pool's CPU, in thousandths of a core. */
    public PoolSettings withCpu(int newUserCpuMillis) {
        Draft draft = new Draft(this);
        draft.userCpuMillis = newUserCpuMillis;
        return draft.settings();
    }

    /** With another bound of the instances of one action, and another pause between those that load makes start. */
    public PoolSettings withScaleOut(int newMaxInstances, int newScaleOutPauseMillis) {
        Draft draft = new Draft(this);
        draft.maxInstances = newMaxInstances;
        draft.scaleOutPauseMillis = newScaleOutPauseMillis;
        return draft.settings();
    }

    /** With another time in which an instance that starts may use CPU beyond its limit. */
    public PoolSettings withUnlimitedStart(int newUnlimitedStartMillis) {
        Draft draft = new Draft(this);
        draft.unlimitedStartMillis = newUnlimitedStartMillis;
        return draft.settings();
    }

    /** With another number of stem cells. */
    public PoolSettings withStemCells(int newStemCells) {
        Draft draft = new Draft(this);
        draft.stemCells = newStemCells;
        return draft.settings();
    }

    /** Whether an instance is stopped as soon as its last call has been answered. */
    boolean freezesAtOnce() {
        return pauseGraceMillis == FREEZE_AT_ONCE;
    }

    /**
     * What an instance takes of the pool's CPU, in thousandths of a core. One that wants more than there is takes all of it, so that
     * it can run alone.
     */
    int cpuShareOf(Action action) {
        int limit = action.limits().cpuMillis();
        int share = limit == ActionLimits.UNLIMITED_CPU ? standardCpuMillis : limit;
        return userCpuMillis == UNBOUNDED_CPU ? share : Math.min(share, userCpuMillis);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /** Settings of which some are about to become others. */
    private static final class Draft {
        private int userMemoryMb;
        private int maxBuffered;
        private int pauseGraceMillis;
        private int idleContainerMillis;
        private int connectPollMillis;
        private int stopGraceMillis;
        private int portsFrom;
        private int portsTo;
        private int maxActivations;
        private int activeMillis;
        private int tradeAfterMillis;
        private int crashNoticeMillis;
        private int userCpuMillis;
        private int standardCpuMillis;
        private int maxInstances;
        private int scaleOutPauseMillis;
        private int unlimitedStartMillis;
        private int stemCells;

        Draft(PoolSettings same) {
            userMemoryMb = same.userMemoryMb;
            maxBuffered = same.maxBuffered;
            pauseGraceMillis = same.pauseGraceMillis;
            idleContainerMillis = same.idleContainerMillis;
            connectPollMillis = same.connectPollMillis;
            stopGraceMillis = same.stopGraceMillis;
            portsFrom = same.portsFrom;
            portsTo = same.portsTo;
            maxActivations = same.maxActivations;
            activeMillis = same.activeMillis;
            tradeAfterMillis = same.tradeAfterMillis;
            crashNoticeMillis = same.crashNoticeMillis;
            userCpuMillis = same.userCpuMillis;
            standardCpuMillis = same.standardCpuMillis;
            maxInstances = same.maxInstances;
            scaleOutPauseMillis = same.scaleOutPauseMillis;
            unlimitedStartMillis = same.unlimitedStartMillis;
            stemCells = same.stemCells;
        }

        PoolSettings settings() {
            return new PoolSettings(
                    userMemoryMb,
                    maxBuffered,
                    pauseGraceMillis,
                    idleContainerMillis,
                    connectPollMillis,
                    stopGraceMillis,
                    portsFrom,
                    portsTo,
                    maxActivations,
                    activeMillis,
                    tradeAfterMillis,
                    crashNoticeMillis,
                    userCpuMillis,
                    standardCpuMillis,
                    maxInstances,
                    scaleOutPauseMillis,
                    unlimitedStartMillis,
                    stemCells);
        }
    }
}
