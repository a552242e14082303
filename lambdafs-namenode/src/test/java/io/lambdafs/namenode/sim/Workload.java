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
    private static final List<Integer> MODES = List.of(0777, 0777, 0755, 0711, 0700);

    private final Cluster cluster;
    private final Client client;
    private final RandomGenerator random;
    private final boolean snapshots;
    private final boolean quotas;
    private final Optional<SubtreeWork> subtrees;

    Workload(Cluster cluster, Client client, RandomGenerator random) {
        this(cluster, client, random, Features.NONE, Optional.empty());
    }

    /**
     * What else clients do.
     *
     * @param snapshots whether they take snapshots, rename, delete and read them
     * @param quotas whether they change quotas, and make names below them
     */
    record Features(boolean snapshots, boolean quotas) {
        static final Features NONE = new Features(false, false);
    }

    /** One that does so, too, and perhaps decouples subtrees. */
    Workload(
            Cluster cluster, Client client, RandomGenerator random, Features features, Optional<SubtreeWork> subtrees) {
        this.snapshots = features.snapshots();
        this.quotas = features.quotas();
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

    private Call ofSnapshots() {
        String root = SNAPSHOTTABLE.get(random.nextInt(SNAPSHOTTABLE.size()));
        String name = "s" + random.nextInt(3);
        String shown = root + "/.snapshot/" + name;
        return switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4 -> Call.createSnapshot(root, name);
            case 5, 6 -> Call.list(shown);
            case 7 -> Call.list(root + "/.snapshot");
            case 8, 9 -> Call.renameSnapshot(root, name, "s" + random.nextInt(3));
            case 10, 11 -> Call.deleteSnapshot(root, name);
            case 12 -> random.nextBoolean() ? Call.allowSnapshot(root) : Call.disallowSnapshot(root);
            default -> Call.stat(shown + "/" + NAMES.get(random.nextInt(NAMES.size())));
        };
    }

    /** Limits, and what makes directories reach them. */
    private Call ofQuotas() {
        String directory = LIMITED.get(random.nextInt(LIMITED.size()));
        return switch (random.nextInt(6)) {
            case 0 -> Call.setQuota(directory, 2 + random.nextInt(8), QuotaCounts.UNLIMITED);
            case 1 -> Call.setQuota(directory, QuotaCounts.UNLIMITED, QuotaCounts.UNLIMITED);
            case 2 -> Call.delete(directory + "/q" + random.nextInt(9), true);
            default -> Call.mkdirs(directory + "/q" + random.nextInt(9), mode(), true);
        };
    }

    /** Some read. */
    Call read() {
        int kind = random.nextInt(4);
        if (kind < 2) {
            return Call.stat(path());
        }
        if (kind == 2) {
            return Call.list(directory());
        }
        return switch (random.nextInt(4)) {
            case 0 -> Call.getAcl(path());
            case 1 -> Call.getXAttrs(path());
            default -> Call.open(path());
        };
    }

    private Call change(int kind) {
        if (kind < 64) {
            return Call.mkdirs(directory(), mode(), random.nextBoolean());
        }
        if (kind < 76) {
            return rename();
        }
        if (kind < 85) {
            return Call.delete(path(), random.nextBoolean());
        }
        if (kind < 88) {
            return Call.chmod(path(), mode());
        }
        if (kind < 92) {
            return random.nextInt(4) == 0
                    ? Call.removeAcl(path())
                    : Call.letIn(random.nextInt(3) == 0 ? path() : directory(), "alice", random.nextInt(8));
        }
        if (kind < 95) {
            String name = NAMES.get(random.nextInt(2));
            return random.nextInt(3) == 0
                    ? Call.removeXAttr(path(), name)
                    : Call.setXAttr(path(), name, "" + random.nextInt(100));
        }
        if (kind < 97) {
            return Call.setTimes(path(), random.nextInt(1000));
        }
        return kind < 98 ? Call.setReplication(path(), 1 + random.nextInt(3)) : rareChange(kind);
    }

    private Call rareChange(int kind) {
        return kind < 99 ? Call.chown(path(), "alice") : setQuota();
    }

    /** Often less than what is used. */
    private Call setQuota() {
        long names = random.nextInt(4) == 0 ? QuotaCounts.UNLIMITED : 1 + random.nextInt(8);
        long space = random.nextInt(4) == 0 ? QuotaCounts.UNLIMITED : 100L * random.nextInt(8);
        return Call.setQuota(directory(), names, space);
    }

    private Call rename() {
        boolean directories = random.nextBoolean();
        String from = directories ? directory() : path();
        String to = directories ? directory() : path();
        return random.nextBoolean() ? Call.rename(from, to) : Call.renameOver(from, to);
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
        Call begin = append ? Call.append(path, client.name()) : Call.create(path, client.name(), random.nextBoolean());
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
                    client.call(Call.addBlock(path, file, client.name())).filter(ResponseEnvelope::succeeded);
            if (added.isEmpty()) {
                return;
            }
            last = parse(AddBlockResponseProto.parser(), added.get()).getBlock().getB().toBuilder()
                    .setNumBytes(1 + random.nextInt(Call.BLOCK_SIZE))
                    .build();
            cluster.reportReplica(last);
        }
        client.call(Call.complete(path, file, client.name(), last));
    }

    private static <R> R parse(Parser<R> parser, ResponseEnvelope response) {
        try {
            return parser.parseFrom(response.payload());
        } catch (InvalidProtocolBufferException e) {
            throw new SimFailure("an answer that cannot be read: " + e);
        }
    }
}
