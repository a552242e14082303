package io.lambdafs.namenode.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.storage.StoragePolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DirectoryListingProto;
import org.junit.jupiter.api.Test;

/** The bytes are those that the generated classes write. */
final class ListingEncoderTest {
    private static final int LISTINGS = 2000;
    private static final int LONGEST_NAME = 255;
    private static final List<String> NAMES = List.of("hdfs", "", "ä", "😀", "x".repeat(300), "supergroup", "\ud800");

    @Test
    void randomListings() throws Exception {
        for (long seed = 1; seed <= LISTINGS; seed++) {
            Random random = new Random(seed);
            List<INode> page = new ArrayList<>();
            int entries = random.nextInt(12);
            for (int count = 0; count < entries; count++) {
                page.add(inode(random));
            }
            int remaining = random.nextBoolean() ? 0 : random.nextInt() >>> random.nextInt(1, 32);

            int policy = random.nextInt(16);

            byte[] encoded = ListingEncoder.encode(page, policy, remaining);

            assertThat(encoded)
                    .as("seed %d", seed)
                    .isEqualTo(generated(page, policy, remaining).toByteArray());
        }
    }

    @Test
    void extremes() throws Exception {
        Attributes least = new Attributes("", "", Permission.ofMode(0), 0, 0);
        Attributes most = new Attributes("o", "g", Permission.ofMode(01777), Long.MAX_VALUE, -1);
        List<INode> page = List.of(
                new Directory(new INodeId(1), key(Name.EMPTY), least),
                new RegularFile(
                        new INodeId(Long.MAX_VALUE), key(Name.of(new byte[LONGEST_NAME])), most, 512, -1, -1, null));

        assertThat(ListingEncoder.encode(page, 127, Integer.MAX_VALUE))
                .isEqualTo(generated(page, 127, Integer.MAX_VALUE).toByteArray());
        assertThat(ListingEncoder.encode(List.of(), 0, 0))
                .isEqualTo(generated(List.of(), 0, 0).toByteArray());
    }

    private static GetListingResponseProto generated(List<INode> page, int policy, int remaining) {
        DirectoryListingProto.Builder listing =
                DirectoryListingProto.newBuilder().setRemainingEntries(remaining);
        page.forEach(inode -> listing.addPartialListing(
                FileStatusMessages.status(inode, StoragePolicies.numberFor(inode, policy), inode.name())));
        return GetListingResponseProto.newBuilder().setDirList(listing).build();
    }

    private static INode inode(Random random) {
        byte[] name = new byte[random.nextInt(1 + (random.nextBoolean() ? 20 : LONGEST_NAME))];
        random.nextBytes(name);
        Attributes attributes = new Attributes(
                NAMES.get(random.nextInt(NAMES.size())),
                NAMES.get(random.nextInt(NAMES.size())),
                Permission.ofMode(random.nextInt(02000)),
                number(random),
                number(random),
                Features.NONE.withStoragePolicy(random.nextBoolean() ? 0 : random.nextInt(16)));
        INodeId id = new INodeId(1 + number(random) / 2);
        return random.nextBoolean()
                ? new Directory(id, key(Name.of(name)), attributes, random.nextLong(-1, 1L << 33), random.nextBoolean())
                : new RegularFile(
                        id, key(Name.of(name)), attributes, random.nextInt(512), number(random), number(random), null);
    }

    /** Of any length, so that every number of bytes comes up. */
    private static long number(Random random) {
        return random.nextLong() >>> random.nextInt(1, 64);
    }

    private static INodeKey key(Name name) {
        return new INodeKey(new INodeId(1), name);
    }
}
