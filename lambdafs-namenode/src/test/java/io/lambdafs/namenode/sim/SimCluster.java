package io.lambdafs.namenode.sim;

import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.wire.PartitionFunction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;

/** The instances of a simulated file system, as clients and faults see them. */
interface SimCluster {
    NamespaceHistory history();

    PartitionFunction partition();

    /** The instances that were not killed. */
    List<SimInstance> alive();

    /** The instance to which a client sends a request for this deployment; mostly one of it. */
    SimInstance pick(int deployment);

    /**
     * Another instance, of the same deployment or of another one, for a request that the first instance is slow to
     * answer.
     */
    SimInstance pickOther(int deployment, SimInstance first);

    /** What clients do about load and slowness. */
    Elasticity elasticity();

    /** The other client processes of the user. */
    SimNeighbours neighbours();

    /** Starts an instance of some deployment. */
    void startAny();

    /** An instance was killed. */
    void died(SimInstance instance);

    /** The platform, if it is one that looks after its instances, takes this one for dead. */
    void seenToDie(SimInstance instance);

    /** Stops or starts the coordinator. */
    void setCoordinatorRunning(boolean running);

    /** Has the coordinator look, some time after that, whose session is over. */
    void expireSessionsAfter(Duration time);

    /** Whether a message between client and NameNode is lost, this time. */
    boolean losesMessage();

    /** Whether a message arrives twice, this time. */
    boolean repeatsMessage();

    /** How much later than others a copy of a request arrives; empty mostly, for no such copy. */
    Optional<Duration> straggles();

    /** What the store's clock shows. */
    long storeMillis();

    /** What is broken. */
    Set<SimScenario.Flaw> flaws();

    /** Whether clients say that a request is not sent for the first time, and take no refusal that holds for one submission. */
    boolean tellsResubmissions();

    /** An instance says that it has removed what another one asked it to. */
    void removed(RemovalBatch batch);

    /** DataNodes report that they have this block. */
    void reportReplica(ExtendedBlockProto block);
}
