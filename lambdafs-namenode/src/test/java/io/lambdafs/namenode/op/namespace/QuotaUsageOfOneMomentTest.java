package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.cache.UncachedReads;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.forwarding.ForwardingTransaction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetQuotaUsageRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetQuotaUsageResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.QuotaUsageProto;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** getQuotaUsage while others change what it reads: after it has resolved the path, and before it reads what is used. */
final class QuotaUsageOfOneMomentTest {
    private static final long KEEP = Long.MAX_VALUE;
    private static final long CLEAR = -1;

    /** What others do in between, each at one reading. */
    private final Deque<Runnable> between = new ArrayDeque<>();

    private final NameNodeFixture fixture = new NameNodeFixture(
            NameNodeConfig.defaults(NameNodeFixture.SUPERUSER), made -> Map.of(), made -> new Interrupted(made));
    private final NamespaceClient hdfs = new NamespaceClient(fixture, NameNodeFixture.SUPERUSER);

    @Test
    void clearedQuota_isNotShownWithoutNames() {
        hdfs.mkdirs("/q/a");
        setQuota("/q", 5);
        between.add(() -> setQuota("/q", CLEAR));
        QuotaUsageProto usage = usage("/q");
        assertThat(usage.getQuota()).isEqualTo(CLEAR);
        assertThat(usage.getFileAndDirectoryCount()).isEqualTo(2);
        assertThat(between).isEmpty();
    }

    @Test
    void namesBelowAnotherQuota_areNotShownWithTheEarlierOne() {
        hdfs.mkdirs("/q/a");
        setQuota("/q", 2);
        between.add(() -> {
            setQuota("/q", 4);
            hdfs.mkdirs("/q/b");
        });
        QuotaUsageProto usage = usage("/q");
        assertThat(usage.getQuota()).isEqualTo(4);
        assertThat(usage.getFileAndDirectoryCount()).isEqualTo(3);
        assertThat(between).isEmpty();
    }

    @Test
    void anotherDirectoryInItsPlace_isTheOneThatIsShown() {
        hdfs.mkdirs("/q/a", "/other");
        setQuota("/q", 7);
        setQuota("/other", 7);
        between.add(() -> {
            assertThat(hdfs.rename("/q", "/away")).isTrue();
            assertThat(hdfs.rename("/other", "/q")).isTrue();
        });
        assertThat(usage("/q").getFileAndDirectoryCount()).isEqualTo(1);
        assertThat(between).isEmpty();
    }

    private QuotaUsageProto usage(String path) {
        GetQuotaUsageRequestProto request =
                GetQuotaUsageRequestProto.newBuilder().setPath(path).build();
        return fixture.call("getQuotaUsage", request, GetQuotaUsageResponseProto.parser())
                .getUsage();
    }

    private void setQuota(String path, long names) {
        SetQuotaRequestProto request = SetQuotaRequestProto.newBuilder()
                .setPath(path)
                .setNamespaceQuota(names)
                .setStoragespaceQuota(KEEP)
                .build();
        fixture.call("setQuota", request, SetQuotaResponseProto.parser());
    }

    /** Reads of a store in which others change something when a read asks for details. */
    private final class Interrupted implements ReadPath {
        private final ReadPath reads;

        Interrupted(NameNodeFixture made) {
            reads = new UncachedReads(made.runner);
        }

        @Override
        public boolean keepsSomething() {
            return reads.keepsSomething();
        }

        @Override
        public <T> @Nullable T readAtOnce(Function<ReadView, T> work) {
            return reads.readAtOnce(work);
        }

        @Override
        public <T> T read(Function<Transaction, T> work) {
            return reads.read(tx -> work.apply(new ForwardingTransaction(tx) {
                @Override
                public DetailTable details() {
                    Runnable other = between.poll();
                    if (other != null) {
                        other.run();
                    }
                    return super.details();
                }
            }));
        }

        @Override
        public <T> T readAndKeep(Function<ReadView, T> work) {
            return reads.readAndKeep(work);
        }
    }
}
