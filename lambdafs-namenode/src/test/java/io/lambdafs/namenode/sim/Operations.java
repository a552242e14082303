package io.lambdafs.namenode.sim;

import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeConfig.FileDefaults;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.Operation;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.op.AllOperations;
import io.lambdafs.namenode.op.file.FileOperations;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Pause;
import io.lambdafs.store.TransactionRunner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
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
            new FileDefaults(Call.BLOCK_SIZE, 10, 3, 1, 512, 5),
            1000,
            512,
            FOR_EVER,
            NamespaceLimits.defaults(),
            FeatureConfig.defaults());

    private Operations() {}

    /** What operations work with. */
    record Surroundings(
            MetadataStore store,
            TransactionRunner runner,
            WriterIdentity writer,
            InstantSource clock,
            LongSupplier ticker,
            Pause pause,
            RandomGenerator random) {}

    static Map<String, Operation<?, ?>> of(Surroundings with) {
        return AllOperations.of(
                CONFIG,
                new LeaseLimits(FOR_EVER, FOR_EVER, FOR_EVER),
                new FileOperations.Access(with.store, with.runner, with.writer),
                new FileOperations.Surroundings(with.clock, with.pause, with.random),
                with.ticker);
    }
}
