package io.lambdafs.runtime;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.housekeeping.SubtreeRemoval;
import io.lambdafs.namenode.NameNode;
import io.lambdafs.namenode.OperationExecutor;
import io.lambdafs.namenode.SubtreeEmptier;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.namenode.membership.Janitor;
import io.lambdafs.namenode.membership.NameNodeMembership;
import io.lambdafs.namenode.op.file.FileOperations;
import io.lambdafs.namenode.rpc.ClientConnections;
import io.lambdafs.namenode.rpc.RpcConfig;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.TransactionRunner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** The parts of one NameNode, put together: clocks, chance and threads are the real ones here and nowhere else. */
record Assembly(NameNode nameNode, ClientConnections connections, NameNodeMembership membership, Janitor janitor)
        implements AutoCloseable {
    static Assembly of(
            FunctionConfig config,
            int deployment,
            MetadataStore store,
            Coordinator coordinator,
            InstanceThreads threads) {
        long pid = ProcessHandle.current().pid();
        InstanceIdentity self = new InstanceIdentity(deployment, "pid" + pid, pid);
        NameNodeMembership membership = new NameNodeMembership(store, coordinator, self, threads.later());
        RandomGenerator random = new SharedRandom();
        TransactionRunner runner = new TransactionRunner(store, RetryPolicy.defaults(), Assembly::pause, random);
        SubtreeRemoval removal = new SubtreeRemoval(runner, config.nameNode().deleteBatch());
        OperationExecutor executor =
                new OperationExecutor(runner, membership, new SubtreeEmptier(removal, membership, threads.emptying()));
        NameNode nameNode = new NameNode(
                config.nameNode(),
                AllOperations.of(
                        config.nameNode(),
                        new FileOperations.Access(store, runner, membership),
                        new FileOperations.Surroundings(InstantSource.system(), Assembly::pause, random)),
                executor,
                InstantSource.system(),
                System::nanoTime);
        ClientConnections connections = new ClientConnections(
                RpcConfig.of(deployment, self.instance()),
                nameNode,
                threads.requests(),
                InstanceThreads.daemons("client"));
        Janitor janitor = new Janitor(store, coordinator, threads.later(), Janitor.Times.defaults());
        return new Assembly(nameNode, connections, membership, janitor);
    }

    /** Becomes a member, and looks after those that left. Returns at once. */
    void start() {
        membership.join();
        janitor.start();
    }

    /** What {@code status} shows of this instance. */
    Map<String, Long> figures() {
        return Map.of(
                "tcp-connections", (long) connections.connections(),
                "tcp-operations", connections.served(),
                "operations", nameNode.stats().calls());
    }

    private static void pause(Duration duration) {
        LockSupport.parkNanos(duration.toNanos());
    }

    @Override
    public void close() {
        janitor.close();
        connections.close();
        membership.close();
    }

    /** Chance without contention between threads; costs no seeding at start. */
    private static final class SharedRandom implements RandomGenerator {
        @Override
        public long nextLong() {
            return ThreadLocalRandom.current().nextLong();
        }
    }
}
