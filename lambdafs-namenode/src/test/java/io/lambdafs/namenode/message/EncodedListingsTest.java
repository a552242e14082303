package io.lambdafs.namenode.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import java.util.AbstractList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class EncodedListingsTest {
    private final EncodedListings encodings = new EncodedListings();
    private final AtomicInteger read = new AtomicInteger();

    @Test
    void entriesOfOneNumber_areEncodedOnce_asTheEncoderDoes() {
        byte[] first = encodings.encode(new Entries(7, 20), 0);
        int once = read.get();

        byte[] second = encodings.encode(new Entries(7, 20), 0);

        assertThat(read.get()).isEqualTo(once);
        assertThat(second).isEqualTo(first).isEqualTo(ListingEncoder.encode(new Entries(7, 20), 0, 0));
    }

    @Test
    void entriesOfOtherNumbers_areOthers_alsoWhereTheyTakeEachOthersPlace() {
        byte[] first = encodings.encode(new Entries(7, 20), 0);
        for (long other : new long[] {8, 7 + 1024, 7 + (1L << 40)}) {
            assertThat(encodings.encode(new Entries(other, 3), 0))
                    .isEqualTo(ListingEncoder.encode(new Entries(other, 3), 0, 0))
                    .isNotEqualTo(first);
        }
        assertThat(encodings.encode(new Entries(7, 20), 0)).isEqualTo(first);
    }

    @Test
    void entriesUnderAnotherPolicy_areEncodedAgain() {
        byte[] first = encodings.encode(new Entries(7, 20), 0);

        assertThat(encodings.encode(new Entries(7, 20), 2))
                .isEqualTo(ListingEncoder.encode(new Entries(7, 20), 2, 0))
                .isNotEqualTo(first);
        assertThat(encodings.encode(new Entries(7, 20), 0)).isEqualTo(first);
    }

    @Test
    void longListings_areNotKept() {
        encodings.encode(new Entries(7, 1000), 0);
        int once = read.get();

        encodings.encode(new Entries(7, 1000), 0);

        assertThat(read.get()).isEqualTo(2 * once);
    }

    /** Files that count how often somebody reads them. */
    private final class Entries extends AbstractList<INode> implements NumberedEntries {
        private final long number;
        private final int size;

        Entries(long number, int size) {
            this.number = number;
            this.size = size;
        }

        @Override
        public long number() {
            return number;
        }

        @Override
        public INode get(int index) {
            read.incrementAndGet();
            INodeKey key = new INodeKey(INodeId.ROOT, Name.of("file" + number + "-" + index));
            Attributes attributes = new Attributes("owner", "group", new Permission(0644), 1, 2);
            return new RegularFile(new INodeId(100L + index), key, attributes, 3, 1 << 20, 5, null);
        }

        @Override
        public int size() {
            return size;
        }
    }
}
