package io.lambdafs.openwhisk.platform.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which instance serves which call, and which instances begin, pause and end. Pure: every method takes the
 * time, changes the state and returns what is to be done. Not thread-safe; its owner lets one thread in at a time.
 *
 * <p>A call that shows that the instances of its action are loaded ({@link ScaleOut}) gets one more, if no other
 * instance has to be evicted for it.
 *
 * <p>Any other call gets the first of these that there is. First comes a warm instance of the same revision of the
 * action with a free slot, the least busy of those that the load needs. Then comes one that is being initialised and
 * has a free slot. Then comes a new instance if memory and CPU allow. Then comes a new instance after evicting idle
 * ones, least recently used first. Otherwise the call is queued. Calls that need a new instance leave the queue in
 * their order, so a large action at its head holds up the small ones behind it, as on OpenWhisk.
 *
 * <p>An instance that serves over connections of its own looks idle between two calls, and may be a member of a cluster
 * that waits for it when it is gone. So the pool evicts only an instance that it can do without: one that has not been
 * used for a while, or one of several of the same action. To evict the only instance of one active function for another
 * would gain nothing, and cost a cold start. That is done only for a call that has waited long, so that no function
 * starves. For the same reason a call that finds an instance of its action does not wait behind calls that need memory.
 */
final class ContainerPool {
    private record Waiting(String call, Action action, long sinceMillis) {}

    /** What is missing for a new instance; nothing is, of what is not above 0. */
    private record Shortage(int memoryMb, int cpuMillis) {
        boolean exists() {
            return memoryMb > 0 || cpuMillis > 0;
        }

        Shortage without(int freedMemoryMb, int freedCpuMillis) {
            return new Shortage(memoryMb - freedMemoryMb, cpuMillis - freedCpuMillis);
        }
    }

    private final PoolSettings settings;
    private final ScaleOut scaling;
    private final Map<Long, PooledInstance> instances = new LinkedHashMap<>();
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private final MemoryTime memoryTime = new MemoryTime();
    private long lastId;
    private long calls;
    private long coldStarts;
    private long scaleOuts;
    private long evictions;

    ContainerPool(PoolSettings settings) {
        this.settings = settings;
        scaling = new ScaleOut(settings);
    }

    /** A call has come of a caller that has not noticed any load. */
    List<PoolEffect> submit(String call, Action action, long nowMillis) {
        return submit(call, action, false, nowMillis);
    }

    /**
     * A call has come.
     *
     * @param scaleOut whether the caller asks for one more instance of the action
     */
    List<PoolEffect> submit(String call, Action action, boolean scaleOut, long nowMillis) {
        passed(nowMillis);
        calls++;
        List<PoolEffect> effects = new ArrayList<>();
        Waiting waiting = new Waiting(call, action, nowMillis);
        if (scaling.isWanted(action, of(action), scaleOut, nowMillis) && growth(waiting, effects)) {
            scaleOuts++;
        } else if (!join(waiting, effects) && !(nobodyWaitsForRoom() && start(waiting, nowMillis, effects))) {
            enqueue(waiting, effects);
        }
        return effects;
    }

    /** The instance has been initialised. */
    void initialized(long id, long nowMillis) {
        find(id).ifPresent(instance -> instance.initialized(nowMillis));
    }

    /**
     * The instance has answered a call, which has not ended yet.
     *
     * @param declinesSibling whether it said that another instance would not help with its load
     */
    void answered(long id, boolean declinesSibling) {
        find(id).ifPresent(instance -> instance.answered(declinesSibling));
    }

    /** A call on the instance has ended; an instance that is not to be kept takes no more and goes after its last. */
    List<PoolEffect> finished(long id, boolean keep, long nowMillis) {
        passed(nowMillis);
        List<PoolEffect> effects = new ArrayList<>();
        find(id).filter(instance -> instance.end(keep, nowMillis)).ifPresent(instance -> remove(instance, effects));
        drain(nowMillis, effects);
        if (settings.freezesAtOnce()) {
            find(id).filter(PooledInstance::isWarmAndIdle).ifPresent(instance -> pause(instance, nowMillis, effects));
        }
        return effects;
    }

    /** The process of the instance has ended by itself. */
    List<PoolEffect> died(long id, long nowMillis) {
        passed(nowMillis);
        List<PoolEffect> effects = new ArrayList<>();
        find(id).ifPresent(instance -> remove(instance, effects));
        drain(nowMillis, effects);
        return effects;
    }

    /** Time has passed: pauses and removes what has been idle for long enough. */
    List<PoolEffect> tick(long nowMillis) {
        passed(nowMillis);
        List<PoolEffect> effects = new ArrayList<>();
        for (PooledInstance instance : List.copyOf(instances.values())) {
            if (instance.isToRemove(nowMillis, idleMillis(instance))) {
                remove(instance, effects);
            } else if (instance.isToPause(nowMillis, settings.pauseGraceMillis())) {
                pause(instance, nowMillis, effects);
            }
        }
        drain(nowMillis, effects);
        return effects;
    }

    /**
     * What instances used of a core in the latest second.
     *
     * @param coreMillis in thousandths, by the instance's number; instances of which nothing is known are not in it
     */
    void measured(Map<Long, Integer> coreMillis) {
        coreMillis.forEach((id, used) -> find(id).ifPresent(instance -> instance.measured(used)));
    }

    List<PooledInstance> instances() {
        return List.copyOf(instances.values());
    }

    int usedMemoryMb() {
        return instances.values().stream().mapToInt(PooledInstance::memoryMb).sum();
    }

    int usedCpuMillis() {
        return instances.values().stream()
                .mapToInt(instance -> settings.cpuShareOf(instance.action()))
                .sum();
    }

    int queued() {
        return queue.size();
    }

    long coldStarts() {
        return coldStarts;
    }

    /** Instances that load made start, or go on after a pause, while others of their action could have taken the call. */
    long scaleOuts() {
        return scaleOuts;
    }

    long evictions() {
        return evictions;
    }

    /** Calls that have come. */
    long calls() {
        return calls;
    }

    /** Memory given out times how long, until the latest event, in gigabyte-seconds. */
    double gigabyteSeconds() {
        return memoryTime.gigabyteSeconds();
    }

    private void passed(long nowMillis) {
        memoryTime.advance(instances.values(), nowMillis);
    }

    private Optional<PooledInstance> find(long id) {
        return Optional.ofNullable(instances.get(id));
    }

    private void enqueue(Waiting waiting, List<PoolEffect> effects) {
        if (queue.size() >= settings.maxBuffered()) {
            effects.add(new PoolEffect.Reject(waiting.call()));
        } else {
            queue.addLast(waiting);
        }
    }

    private void drain(long nowMillis, List<PoolEffect> effects) {
        boolean full = false;
        for (Iterator<Waiting> i = queue.iterator(); i.hasNext(); ) {
            Waiting waiting = i.next();
            if (join(waiting, effects) || (!full && start(waiting, nowMillis, effects))) {
                i.remove();
            } else {
                full |= scaling.isAllowed(of(waiting.action()));
            }
        }
    }

    /** Has the call run on an instance that is there, if one has a place. */
    private boolean join(Waiting waiting, List<PoolEffect> effects) {
        Optional<PooledInstance> chosen = choose(waiting.action(), false).or(() -> choose(waiting.action(), true));
        chosen.ifPresent(instance -> effects.add(new PoolEffect.Run(instance.id(), waiting.call(), instance.begin())));
        return chosen.isPresent();
    }

    /** Has the call run on a new instance, if there are memory and CPU or they can be had. */
    private boolean start(Waiting waiting, long nowMillis, List<PoolEffect> effects) {
        if (!scaling.isAllowed(of(waiting.action())) || !makeRoom(waiting, nowMillis, effects)) {
            return false;
        }
        create(waiting, nowMillis, effects);
        return true;
    }

    private Optional<PooledInstance> choose(Action action, boolean starting) {
        List<PooledInstance> present = of(action);
        return scaling.choose(
                present,
                present.stream()
                        .filter(instance -> instance.accepts(action, starting))
                        .toList());
    }

    /** The instances of this revision of the action, but those that are about to go, the eldest first. */
    private List<PooledInstance> of(Action action) {
        return instances.values().stream()
                .filter(instance -> instance.action().revision() == action.revision())
                .filter(instance -> instance.state() != PooledInstance.State.DRAINING)
                .toList();
    }

    /** Has the call run on one more instance: a paused one, or a new one for which no other has to be evicted. */
    private boolean growth(Waiting waiting, List<PoolEffect> effects) {
        Optional<PooledInstance> paused = of(waiting.action()).stream()
                .filter(instance -> instance.state() == PooledInstance.State.PAUSED)
                .findFirst();
        boolean grows = paused.isPresent()
                || (nobodyWaitsForRoom() && !shortageFor(waiting.action()).exists());
        paused.ifPresent(instance -> effects.add(new PoolEffect.Run(instance.id(), waiting.call(), instance.begin())));
        if (grows && paused.isEmpty()) {
            create(waiting, waiting.sinceMillis(), effects);
        }
        return grows;
    }

    /** Whether the calls in the queue, if any, wait for instances of an action that may have no more of them. */
    private boolean nobodyWaitsForRoom() {
        return queue.stream().noneMatch(waiting -> scaling.isAllowed(of(waiting.action())));
    }

    /** How long an idle instance stays. Of several only one stays long: one that is not paused, or the eldest. */
    private int idleMillis(PooledInstance instance) {
        boolean hasSibling = of(instance.action()).stream()
                .anyMatch(other -> other.id() < instance.id()
                        || (other != instance && other.state() != PooledInstance.State.PAUSED));
        // Where all are paused between calls, that says nothing of how much they are needed.
        return hasSibling && instance.state() == PooledInstance.State.PAUSED && !settings.freezesAtOnce()
                ? Math.min(settings.pauseGraceMillis(), settings.idleContainerMillis())
                : settings.idleContainerMillis();
    }

    private void create(Waiting waiting, long nowMillis, List<PoolEffect> effects) {
        PooledInstance instance = new PooledInstance(++lastId, waiting.action(), nowMillis);
        instance.begin();
        instances.put(instance.id(), instance);
        coldStarts++;
        scaling.starts(waiting.action(), nowMillis);
        effects.add(new PoolEffect.Create(instance.id(), waiting.action(), waiting.call()));
    }

    private boolean makeRoom(Waiting waiting, long nowMillis, List<PoolEffect> effects) {
        Shortage shortage = shortageFor(waiting.action());
        List<PooledInstance> victims = new ArrayList<>();
        for (PooledInstance idle : idleOnes()) {
            if (shortage.exists() && isDispensable(idle, victims, waiting, nowMillis)) {
                victims.add(idle);
                shortage = shortage.without(idle.memoryMb(), settings.cpuShareOf(idle.action()));
            }
        }
        if (shortage.exists()) {
            return false;
        }
        for (PooledInstance victim : victims) {
            evictions++;
            remove(victim, effects);
        }
        return true;
    }

    private Shortage shortageFor(Action action) {
        int memoryMb = usedMemoryMb() + action.limits().memoryMb() - settings.userMemoryMb();
        boolean bounded = settings.userCpuMillis() != PoolSettings.UNBOUNDED_CPU;
        int cpuMillis = bounded ? usedCpuMillis() + settings.cpuShareOf(action) - settings.userCpuMillis() : 0;
        return new Shortage(memoryMb, cpuMillis);
    }

    private List<PooledInstance> idleOnes() {
        return instances.values().stream()
                .filter(PooledInstance::isIdle)
                .sorted(Comparator.comparingLong(PooledInstance::lastUsedMillis))
                .toList();
    }

    private boolean isDispensable(PooledInstance idle, List<PooledInstance> victims, Waiting waiting, long nowMillis) {
        return idle.isUnusedFor(settings.activeMillis(), nowMillis)
                || nowMillis - waiting.sinceMillis() >= settings.tradeAfterMillis()
                || instances.values().stream()
                        .anyMatch(other -> other != idle && !victims.contains(other) && other.servesLike(idle));
    }

    private static void pause(PooledInstance instance, long nowMillis, List<PoolEffect> effects) {
        instance.pause(nowMillis);
        effects.add(new PoolEffect.Pause(instance.id()));
    }

    private void remove(PooledInstance instance, List<PoolEffect> effects) {
        instances.remove(instance.id());
        effects.add(new PoolEffect.Destroy(instance.id()));
    }
}
