package io.lambdafs.runtime;

import static java.util.Objects.requireNonNull;

import io.lambdafs.authentication.SecurityMode;
import io.lambdafs.deployments.DeploymentNumber;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Transaction;
import java.util.OptionalInt;

/**
 * What an instance must have in common with the others of its cluster, and the store records: whether callers prove who they are,
 * and among how many deployments the namespace is divided.
 *
 * @param deployments empty for an instance that keeps nothing, whose writes are the same whatever the number is
 */
record ClusterAgreement(SecurityMode mode, OptionalInt deployments) {
    ClusterAgreement {
        requireNonNull(mode, "mode");
        requireNonNull(deployments, "deployments");
    }

    /** What this instance was told. */
    static ClusterAgreement of(FunctionConfig config) {
        CacheConfig cache = config.cache();
        return new ClusterAgreement(
                config.nameNode().security().mode(),
                cache.mode() == CacheConfig.Mode.STATELESS ? OptionalInt.empty() : OptionalInt.of(cache.deployments()));
    }

    /**
     * Makes sure that the cluster agrees; records the number if the store has none yet.
     *
     * @throws io.lambdafs.store.StoreException of kind INCOMPATIBLE if the cluster is in the other mode
     * @throws io.lambdafs.deployments.WrongDeploymentsException if another number is recorded, or it is being changed
     */
    void require(MetadataStore store) {
        try (Transaction tx = store.beginRead()) {
            mode.require(tx);
        }
        deployments.ifPresent(
                number -> new DeploymentNumber(store).require(number, "the instance's " + CacheConfig.DEPLOYMENTS));
    }
}
