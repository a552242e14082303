package io.lambdafs.coherence.walk;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.walk.WalkWrite.What;
import io.lambdafs.fs.FsPath;
import io.lambdafs.wire.PartitionFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * One walk: some nodes read and write two files below a directory that is moved, or gets another permission, now and
 * then, while sessions lapse and end. After every step, what a node would answer from its cache must be what is
 * committed. How likely each kind of step is, is different in each walk.
 */
final class ProtocolWalk {
    private static final FsPath DIRECTORY = FsPath.parse("/d");
    private static final List<FsPath> FILES = List.of(FsPath.parse("/d/f"), FsPath.parse("/d/e/g"));
    private static final int NODES = 3;
    private static final int STEPS = 400;
    private static final int MOST_TRIES = 20 * STEPS;

    /** Only writers that wait with their commits until others took them for dead show what fences are for. */
    private static final List<Integer> PATIENCE = List.of(1, 1, 8, 64);

    private final SplittableRandom random;
    private final List<WalkNode> nodes = new ArrayList<>();
    private final List<Predicate<WalkNode>> steps = new ArrayList<>();

    private ProtocolWalk(long seed, ProtocolRules rules) {
        random = new SplittableRandom(seed);
        PartitionFunction partition = new PartitionFunction(1 + random.nextInt(2));
        WalkStore store = new WalkStore(DIRECTORY);
        WalkCoordinator coordinator = new WalkCoordinator();
        int count = 2 + random.nextInt(NODES - 1);
        for (int i = 0; i < count; i++) {
            nodes.add(new WalkNode(partition, i % partition.deployments(), rules, store, coordinator, random.split()));
        }
        int patience = PATIENCE.get(random.nextInt(PATIENCE.size()));
        add(12, WalkNode::send);
        add(12, WalkNode::listen);
        add(6, WalkNode::survey);
        add(1 + random.nextInt(6), WalkNode::tryFence);
        add(1 + random.nextInt(6), node -> node.beginRead(file()));
        add(1, node -> node.beginRead(DIRECTORY));
        add(2 + random.nextInt(10), WalkNode::goOnReading);
        add(1 + random.nextInt(3), node -> node.beginWrite(new WalkWrite.Kind(What.FILE, file(), false, patience)));
        add(4 + random.nextInt(8), WalkNode::goOnWriting);
        add(random.nextInt(3), node -> node.beginWrite(new WalkWrite.Kind(What.MOVE, DIRECTORY, false, patience)));
        add(
                random.nextInt(3),
                node -> node.beginWrite(new WalkWrite.Kind(What.PERMISSION, DIRECTORY, false, patience)));
        add(random.nextInt(2), node -> node.beginWrite(new WalkWrite.Kind(What.FILE, file(), true, patience)));
        add(2, WalkNode::decide);
        add(1 + random.nextInt(6), WalkNode::join);
        add(random.nextInt(3), WalkNode::lapse);
        add(1 + random.nextInt(4), WalkNode::reconnect);
        add(1 + random.nextInt(6), WalkNode::expire);
        add(random.nextInt(2), WalkNode::leave);
    }

    private void add(int times, Predicate<WalkNode> step) {
        for (int i = 0; i < times; i++) {
            steps.add(step);
        }
    }

    private FsPath file() {
        return FILES.get(random.nextInt(FILES.size()));
    }

    /**
     * Walks.
     *
     * @throws WalkFailure if something is wrong
     */
    static void walk(long seed, ProtocolRules rules) {
        new ProtocolWalk(seed, rules).run();
    }

    /* Most steps are not possible most of the time; they count for little. */
    private void run() {
        for (int tried = 0, taken = 0; taken < STEPS && tried < MOST_TRIES; tried++) {
            WalkNode node = nodes.get(random.nextInt(nodes.size()));
            if (steps.get(random.nextInt(steps.size())).test(node)) {
                nodes.forEach(WalkNode::check);
                taken++;
            }
        }
    }
}
