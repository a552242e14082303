package io.lambdafs.namenode.sim;

import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.namenode.sim.decoupling.SubtreeWork;
import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AppendResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** What clients do: reads and changes of a few paths, so that they meet all the time. */
final class Workload {
    /** Directories, some below others, some whose names begin like others'. */
    static final List<String> DIRECTORIES = List.of("/a", "/ab", "/a/b", "/a/b/c", "/d");

    /** Those of which snapshots are taken, if any are. */
    static final List<String> SNAPSHOTTABLE = List.of("/a", "/d");

    /** One below the other, so that what is made below the second counts for both. */
    private static final List<String> LIMITED = List.of("/a", "/a/b");

    private static final List<String> NAMES = List.of("f", "g", "b");
    private static final List<String> POLICIES = List.of("HOT", "WARM", "COLD", "ONE_SSD");
    private static final List<Integer> MODES = List.of(0777, 0777, 0755, 0711, 0700);

    private final SimCluster cluster;
    private final SimClient client;
    private final RandomGenerator random;
    private final boolean snapshots;
    private final boolean quotas;
    private final boolean policies;
    private final Optional<SubtreeWork> subtrees;

    Workload(SimCluster cluster, SimClient client, RandomGenerator random) {
        this(cluster, client, random, Features.NONE, Optional.empty());
    }

    /**
     * What else clients do.
     *
     * @param snapshots whether they take snapshots, rename, delete and read them
     * @param quotas whether they change quotas, and make names below them
     * @param policies whether they change storage policies, by which space is counted, and attributes, and read both in snapshots
     */
    record Features(boolean snapshots, boolean quotas, boolean policies) {
        static final Features NONE = new Features(false, false, false);
    }

    /** One that does so, too, and perhaps decouples subtrees. */
    Workload(
            SimCluster cluster,
            SimClient client,
            RandomGenerator random,
            Features features,
            Optional<SubtreeWork> subtrees) {
        this.snapshots = features.snapshots();
        this.quotas = features.quotas();
        this.policies = features.policies();
        this.subtrees = subtrees;
        this.cluster = cluster;
        this.client = client;
        this.random = random;
    }

    void run(int operations) {
        for (int i = 0; i < operations; i++) {
            if (subtrees.isPresent() && random.nextInt(5) < 3) {
                subtrees.get().step(directory());
                continue;
            }
            if (snapshots && random.nextInt(3) == 0) {
                client.call(ofSnapshots());
                continue;
            }
            if (quotas && random.nextInt(4) == 0) {
                client.call(ofQuotas());
                continue;
            }
            if (policies && random.nextInt(3) == 0) {
                client.call(ofPolicies());
                continue;
            }
            int kind = random.nextInt(100);
            if (kind < 45) {
                client.call(read());
            } else if (kind < 57) {
                write(path());
            } else {
                client.call(change(kind));
            }
        }
    }

    private SimCall ofSnapshots() {
        String root = SNAPSHOTTABLE.get(random.nextInt(SNAPSHOTTABLE.size()));
        String name = "s" + random.nextInt(3);
        String shown = root + "/.snapshot/" + name;
        return switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4 -> SimCall.createSnapshot(root, name);
            case 5, 6 -> SimCall.list(shown);
            case 7 -> SimCall.list(root + "/.snapshot");
            case 8, 9 -> SimCall.renameSnapshot(root, name, "s" + random.nextInt(3));
            case 10, 11 -> SimCall.deleteSnapshot(root, name);
            case 12 -> random.nextBoolean() ? SimCall.allowSnapshot(root) : SimCall.disallowSnapshot(root);
            default -> SimCall.stat(shown + "/" + NAMES.get(random.nextInt(NAMES.size())));
        };
    }

    /** Limits, and what makes directories reach them. */
    private SimCall ofQuotas() {
        String directory = LIMITED.get(random.nextInt(LIMITED.size()));
        return switch (random.nextInt(6)) {
            case 0 -> SimCall.setQuota(directory, 2 + random.nextInt(8), QuotaCounts.UNLIMITED);
            case 1 -> SimCall.setQuota(directory, QuotaCounts.UNLIMITED, QuotaCounts.UNLIMITED);
            case 2 -> SimCall.delete(directory + "/q" + random.nextInt(9), true);
            default -> SimCall.mkdirs(directory + "/q" + random.nextInt(9), mode(), true);
        };
    }

    /** Storage policies and attributes, and what a snapshot shows of them; mostly at one place, so that what is shown has changed since. */
    private SimCall ofPolicies() {
        String below = random.nextInt(4) > 0 ? "" : "/" + NAMES.get(random.nextInt(NAMES.size()));
        String root = SNAPSHOTTABLE.get(0);
        String snapshot = "s0";
        String shown = root + "/.snapshot/" + snapshot + below;
        return switch (random.nextInt(20)) {
            case 0, 1, 2 -> SimCall.setStoragePolicy(anywhere(), POLICIES.get(random.nextInt(POLICIES.size())));
            case 3 -> SimCall.unsetStoragePolicy(anywhere());
            case 4 -> SimCall.getStoragePolicy(anywhere());
            case 5 -> SimCall.getQuotaUsage(directory());
            case 6, 7, 8, 9 -> SimCall.setXAttr(root + below, "f", "" + random.nextInt(100));
            case 10 -> SimCall.letIn(root + below, "alice", random.nextInt(8));
            case 11, 12 -> SimCall.createSnapshot(root, snapshot);
            case 13 -> SimCall.getAcl(shown);
            case 14 -> SimCall.getStoragePolicy(shown);
            case 15 -> SimCall.open(shown);
            default -> SimCall.getXAttrs(shown);
        };
    }

    private String anywhere() {
        return random.nextBoolean() ? directory() : path();
    }

    /** Some read. */
    SimCall read() {
        int kind = random.nextInt(4);
        if (kind < 2) {
            return SimCall.stat(path());
        }
        if (kind == 2) {
            return SimCall.list(directory());
        }
        return switch (random.nextInt(4)) {
            case 0 -> SimCall.getAcl(path());
            case 1 -> SimCall.getXAttrs(path());
            default -> SimCall.open(path());
        };
    }

    private SimCall change(int kind) {
        if (kind < 64) {
            return SimCall.mkdirs(directory(), mode(), random.nextBoolean());
        }
        if (kind < 76) {
            return rename();
        }
        if (kind < 85) {
            return SimCall.delete(path(), random.nextBoolean());
        }
        if (kind < 88) {
            return SimCall.chmod(path(), mode());
        }
        if (kind < 92) {
            return random.nextInt(4) == 0
                    ? SimCall.removeAcl(path())
                    : SimCall.letIn(random.nextInt(3) == 0 ? path() : directory(), "alice", random.nextInt(8));
        }
        if (kind < 95) {
            String name = NAMES.get(random.nextInt(2));
            return random.nextInt(3) == 0
                    ? SimCall.removeXAttr(path(), name)
                    : SimCall.setXAttr(path(), name, "" + random.nextInt(100));
        }
        if (kind < 97) {
            return SimCall.setTimes(path(), random.nextInt(1000));
        }
        return kind < 98 ? SimCall.setReplication(path(), 1 + random.nextInt(3)) : rareChange(kind);
    }

    private SimCall rareChange(int kind) {
        return kind < 99 ? SimCall.chown(path(), "alice") : setQuota();
    }

    /** Often less than what is used. */
    private SimCall setQuota() {
        long names = random.nextInt(4) == 0 ? QuotaCounts.UNLIMITED : 1 + random.nextInt(8);
        long space = random.nextInt(4) == 0 ? QuotaCounts.UNLIMITED : 100L * random.nextInt(8);
        return SimCall.setQuota(directory(), names, space);
    }

    private SimCall rename() {
        boolean directories = random.nextBoolean();
        String from = directories ? directory() : path();
        String to = directories ? directory() : path();
        return random.nextBoolean() ? SimCall.rename(from, to) : SimCall.renameOver(from, to);
    }

    String directory() {
        return DIRECTORIES.get(random.nextInt(DIRECTORIES.size()));
    }

    private String path() {
        return random.nextInt(4) == 0 ? directory() : directory() + "/" + NAMES.get(random.nextInt(NAMES.size()));
    }

    private int mode() {
        return MODES.get(random.nextInt(MODES.size()));
    }

    /** Writes a file, or more of one, with or without a block. */
    private void write(String path) {
        boolean append = random.nextInt(4) == 0;
        SimCall begin = append
                ? SimCall.append(path, client.name())
                : SimCall.create(path, client.name(), random.nextBoolean());
        Optional<ResponseEnvelope> begun = client.call(begin).filter(ResponseEnvelope::succeeded);
        if (begun.isEmpty()) {
            return;
        }
        long file = append
                ? parse(AppendResponseProto.parser(), begun.get()).getStat().getFileId()
                : parse(CreateResponseProto.parser(), begun.get()).getFs().getFileId();
        ExtendedBlockProto last = ExtendedBlockProto.getDefaultInstance();
        if (!append && random.nextBoolean()) {
            Optional<ResponseEnvelope> added =
                    client.call(SimCall.addBlock(path, file, client.name())).filter(ResponseEnvelope::succeeded);
            if (added.isEmpty()) {
                return;
            }
            last = parse(AddBlockResponseProto.parser(), added.get()).getBlock().getB().toBuilder()
                    .setNumBytes(1 + random.nextInt(SimCall.BLOCK_SIZE))
                    .build();
            cluster.reportReplica(last);
        }
        client.call(SimCall.complete(path, file, client.name(), last));
    }

    private static <R> R parse(Parser<R> parser, ResponseEnvelope response) {
        try {
            return parser.parseFrom(response.payload());
        } catch (InvalidProtocolBufferException e) {
            throw new SimFailure("an answer that cannot be read: " + e);
        }
    }
}
