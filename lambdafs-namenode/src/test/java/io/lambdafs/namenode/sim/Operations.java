package io.lambdafs.namenode.sim;

import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeConfig.FileDefaults;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.SecurityConfig;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.op.AllOperations;
import io.lambdafs.namenode.op.decoupling.DecouplingOperations;
import io.lambdafs.namenode.op.file.FileOperations;
import io.lambdafs.namenode.sim.SimScenario.Flaw;
import io.lambdafs.namenode.sim.decoupling.FlawedDecoupling;
import io.lambdafs.namenode.subtree.MergeSettings;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Pause;
import io.lambdafs.store.TransactionRunner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** The operations of a simulated NameNode: all that there are. */
final class Operations {
    /** Long leases and DataNodes that live for ever, so that nothing but requests changes what clients see. */
    static final Duration FOR_EVER = Duration.ofDays(30);

    static final String SUPERUSER = "hdfs";
    static final NameNodeConfig CONFIG = new NameNodeConfig(
            SUPERUSER,
            "supergroup",
            true,
            new FileDefaults(SimCall.BLOCK_SIZE, 10, 3, 1, 512, 5),
            1000,
            512,
            FOR_EVER,
            NamespaceLimits.defaults(),
            FeatureConfig.defaults(),
            SecurityConfig.DEFAULTS);

    /** So small that few changes are several steps. A thread that waits for another one would stop the world. */
    private static final MergeSettings MERGES = new MergeSettings(2, 3, 1, false);

    private Operations() {}

    /** What operations work with. */
    record Dependencies(
            MetadataStore store,
            TransactionRunner runner,
            WriterIdentity writer,
            InstantSource clock,
            LongSupplier ticker,
            Pause pause,
            RandomGenerator random) {}

    static Map<String, Operation<?, ?>> of(Dependencies with) {
        FileOperations.Access access = new FileOperations.Access(with.store, with.runner, with.writer);
        FileOperations.Dependencies dependencies = new FileOperations.Dependencies(with.clock, with.pause, with.random);
        FileContent content = FileContent.of(
                with.store.identity().blockPoolId(), CONFIG.dataNodeDeadAfter(), with.ticker, with.random);
        Map<String, Operation<?, ?>> operations = new TreeMap<>(AllOperations.of(
                CONFIG, new LeaseLimits(FOR_EVER, FOR_EVER, FOR_EVER), access, dependencies, with.ticker));
        operations.putAll(DecouplingOperations.all(CONFIG, MERGES, access, content, dependencies));
        return operations;
    }

    /** The same without what the flaws say. */
    static Map<String, Operation<?, ?>> of(Dependencies with, Set<Flaw> flaws) {
        Map<String, Operation<?, ?>> operations = of(with);
        for (Flaw flaw : flaws) {
            if (flaw.decoupling().isPresent()) {
                operations = FlawedDecoupling.without(flaw.decoupling().get(), operations, with.store, with.writer);
            }
            if (flaw.feature().isPresent()) {
                operations = FlawedFeatures.without(flaw.feature().get(), operations);
            }
        }
        return operations;
    }
}
