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
 * <p>For a call, in this order: a warm instance of the same revision of the action with a free place; one that is being
 * initialised and has one; a new instance if the memory allows; a new instance after evicting idle ones, least recently
 * used first; a place in the queue. Calls leave the queue in their order, so a large action at its head holds up the
 * small ones behind it, as on OpenWhisk.
 */
final class ContainerPool {
    private record Waiting(String call, Action action) {}

    private final PoolSettings settings;
    private final Map<Long, PooledInstance> instances = new LinkedHashMap<>();
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private long lastId;
    private long coldStarts;
    private long evictions;

    ContainerPool(PoolSettings settings) {
        this.settings = settings;
    }

    List<PoolEffect> submit(String call, Action action, long nowMillis) {
        List<PoolEffect> effects = new ArrayList<>();
        Waiting waiting = new Waiting(call, action);
        if (!queue.isEmpty() || !place(waiting, nowMillis, effects)) {
            enqueue(waiting, effects);
        }
        return effects;
    }

    /** The instance has been initialised. */
    void initialized(long id) {
        find(id).ifPresent(PooledInstance::initialized);
    }

    /** A call on the instance has ended; an instance that is not to be kept takes no more and goes after its last. */
    List<PoolEffect> finished(long id, boolean keep, long nowMillis) {
        List<PoolEffect> effects = new ArrayList<>();
        find(id).filter(instance -> instance.end(keep, nowMillis)).ifPresent(instance -> remove(instance, effects));
        drain(nowMillis, effects);
        return effects;
    }

    /** The process of the instance has ended by itself. */
    List<PoolEffect> died(long id, long nowMillis) {
        List<PoolEffect> effects = new ArrayList<>();
        find(id).ifPresent(instance -> remove(instance, effects));
        drain(nowMillis, effects);
        return effects;
    }

    /** Time has passed: pauses and removes what has been idle for long enough. */
    List<PoolEffect> tick(long nowMillis) {
        List<PoolEffect> effects = new ArrayList<>();
        for (PooledInstance instance : List.copyOf(instances.values())) {
            if (instance.isToRemove(nowMillis, settings.idleContainerMillis())) {
                remove(instance, effects);
            } else if (instance.isToPause(nowMillis, settings.pauseGraceMillis())) {
                instance.pause(nowMillis);
                effects.add(new PoolEffect.Pause(instance.id()));
            }
        }
        drain(nowMillis, effects);
        return effects;
    }

    List<PooledInstance> instances() {
        return List.copyOf(instances.values());
    }

    int usedMemoryMb() {
        return instances.values().stream().mapToInt(PooledInstance::memoryMb).sum();
    }

    int queued() {
        return queue.size();
    }

    long coldStarts() {
        return coldStarts;
    }

    long evictions() {
        return evictions;
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
        while (!queue.isEmpty() && place(queue.peekFirst(), nowMillis, effects)) {
            queue.removeFirst();
        }
    }

    private boolean place(Waiting waiting, long nowMillis, List<PoolEffect> effects) {
        Optional<PooledInstance> chosen = choose(waiting.action(), false).or(() -> choose(waiting.action(), true));
        if (chosen.isPresent()) {
            PooledInstance instance = chosen.get();
            effects.add(new PoolEffect.Run(instance.id(), waiting.call(), instance.begin()));
            return true;
        }
        if (!makeRoom(waiting.action().limits().memoryMb(), effects)) {
            return false;
        }
        create(waiting, nowMillis, effects);
        return true;
    }

    private Optional<PooledInstance> choose(Action action, boolean starting) {
        return instances.values().stream()
                .filter(instance -> instance.accepts(action, starting))
                .findFirst();
    }

    private void create(Waiting waiting, long nowMillis, List<PoolEffect> effects) {
        PooledInstance instance = new PooledInstance(++lastId, waiting.action(), nowMillis);
        instance.begin();
        instances.put(instance.id(), instance);
        coldStarts++;
        effects.add(new PoolEffect.Create(instance.id(), waiting.action(), waiting.call()));
    }

    private boolean makeRoom(int neededMb, List<PoolEffect> effects) {
        int missing = usedMemoryMb() + neededMb - settings.userMemoryMb();
        List<PooledInstance> idle = instances.values().stream()
                .filter(PooledInstance::isIdle)
                .sorted(Comparator.comparingLong(PooledInstance::lastUsedMillis))
                .toList();
        int evictable = idle.stream().mapToInt(PooledInstance::memoryMb).sum();
        if (missing > evictable) {
            return false;
        }
        for (Iterator<PooledInstance> i = idle.iterator(); missing > 0; ) {
            PooledInstance victim = i.next();
            missing -= victim.memoryMb();
            evictions++;
            remove(victim, effects);
        }
        return true;
    }

    private void remove(PooledInstance instance, List<PoolEffect> effects) {
        instances.remove(instance.id());
        effects.add(new PoolEffect.Destroy(instance.id()));
    }
}
