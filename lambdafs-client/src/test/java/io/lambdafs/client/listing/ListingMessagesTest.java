package io.lambdafs.client.listing;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DirectoryListingProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto.FileType;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Hadoop's own translation makes of a message is what ours makes of it. */
final class ListingMessagesTest {
    private static final URI FILE_SYSTEM = URI.create("hdfs://lambdafs");
    private static final int LISTINGS = 300;
    private static final int BROKEN = 20_000;

    private static final List<String> LETTERS = List.of(
            "a", "B", "7", "-", "_", ".", "=", "~", "+", ",", " ", "%", "%41", "#", "?", "&", ";", "@", "$", "!", "(",
            "'", "*", "[", "\\", "\"", "<", "|", "^", "`", "{", "ä", "語", "😀", "\t", "\u007f", "é", "\u0301");

    private static final List<Path> DIRECTORIES = List.of(
            new Path("/"),
            new Path("/a"),
            new Path("/a b/%41/ü"),
            new Path("hdfs://lambdafs/"),
            new Path("hdfs://lambdafs/a/b"),
            new Path("hdfs://lambdafs/語/a+b=c#d?e"),
            new Path("//elsewhere/a"),
            new Path("hdfs://elsewhere:8020/a"));

    @Test
    void whateverIsTold_isWhatHadoopSays() throws Exception {
        int fromOurs = 0;
        for (long seed = 1; seed <= LISTINGS; seed++) {
            Random random = new Random(seed);
            DirectoryListingProto message = listing(random);
            Path directory = DIRECTORIES.get(random.nextInt(DIRECTORIES.size()));
            DirectoryListing expected = PBHelperClient.convert(message);

            DirectoryListing listing = ours(message);

            assertThat(listing.getRemainingEntries()).isEqualTo(expected.getRemainingEntries());
            assertThat(listing.getLastName()).isEqualTo(expected.getLastName());
            assertThat(listing.getPartialListing()).hasSameSizeAs(expected.getPartialListing());
            for (int at = 0; at < expected.getPartialListing().length; at++) {
                HdfsFileStatus status = listing.getPartialListing()[at];
                assertSame(status, expected.getPartialListing()[at], directory, "seed " + seed + ", entry " + at);
                fromOurs += status instanceof ListedFileStatus ? 1 : 0;
            }
        }
        assertThat(fromOurs)
                .as("entries of which Hadoop's own class says nothing more")
                .isGreaterThan(LISTINGS);
    }

    private static void assertSame(HdfsFileStatus status, HdfsFileStatus expected, Path directory, String where)
            throws Exception {
        assertThat(attributes(status)).as(where).isEqualTo(attributes(expected));
        FileStatus qualified = status.makeQualified(FILE_SYSTEM, directory);
        FileStatus expectedQualified = expected.makeQualified(FILE_SYSTEM, directory);
        assertThat(path(qualified)).as(where).isEqualTo(path(expectedQualified));
        assertThat(qualified).as(where).isEqualTo(expectedQualified).hasSameHashCodeAs(expectedQualified);
        assertThat(expectedQualified).as(where).isEqualTo(qualified).isEqualByComparingTo(qualified);
        assertThat(withoutClass(qualified)).as(where).isEqualTo(withoutClass(expectedQualified));

        HdfsFileStatus sent = (HdfsFileStatus) sentToAnotherProcess(status);
        assertThat(sent).as(where).isNotInstanceOf(ListedFileStatus.class);
        assertThat(attributes(sent)).as(where).isEqualTo(attributes(expected));
        assertThat(path((FileStatus) sent)).as(where).isEqualTo(path(expectedQualified));
        Path other = new Path("/other");
        assertThat(path(sent.makeQualified(FILE_SYSTEM, other)))
                .as(where)
                .isEqualTo(path(expected.makeQualified(FILE_SYSTEM, other)));
    }

    /** Everything that Hadoop's interface tells besides the path. */
    private static List<Object> attributes(HdfsFileStatus status) {
        List<Object> attributes = new ArrayList<>(List.of(
                status.getLocalName(),
                Arrays.toString(status.getLocalNameInBytes()),
                status.isEmptyLocalName(),
                status.getFullName("/parent"),
                status.getLen(),
                status.isFile(),
                status.isDirectory(),
                status.isSymlink(),
                status.getBlockSize(),
                status.getReplication(),
                status.getModificationTime(),
                status.getAccessTime(),
                status.getPermission(),
                status.getPermission().getClass(),
                status.getOwner(),
                status.getGroup(),
                status.hasAcl(),
                status.isEncrypted(),
                status.isErasureCoded(),
                status.isSnapshotEnabled(),
                status.getFileId(),
                status.getChildrenNum(),
                status.getStoragePolicy()));
        attributes.add(Arrays.toString(status.getSymlinkInBytes()));
        attributes.add(status.getFileEncryptionInfo());
        attributes.add(status.getErasureCodingPolicy());
        return attributes;
    }

    /** The path, and all that a program may ask of it. */
    private static List<Object> path(FileStatus status) {
        URI uri = status.getPath().toUri();
        return List.of(
                status.getPath(),
                status.getPath().toString(),
                uri.toString(),
                uri.getRawPath(),
                uri.getPath(),
                uri.hashCode());
    }

    private static String withoutClass(FileStatus status) {
        return status.toString().substring(status.toString().indexOf('{'));
    }

    private static Object sentToAnotherProcess(HdfsFileStatus status) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(status);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    @Test
    void oneListing_namedInTwoWays_isQualifiedInBoth() throws Exception {
        DirectoryListing listing = ours(DirectoryListingProto.newBuilder()
                .addPartialListing(entry("x").build())
                .addPartialListing(entry("y").build())
                .setRemainingEntries(0)
                .build());
        HdfsFileStatus[] entries = listing.getPartialListing();

        for (Path directory : DIRECTORIES) {
            for (HdfsFileStatus entry : entries) {
                assertThat(entry.makeQualified(FILE_SYSTEM, directory).getPath())
                        .isEqualTo(new Path(directory, entry.getLocalName()).makeQualified(FILE_SYSTEM, null));
            }
        }
    }

    /** A name that no path can have must not be taken for another one's. */
    @ParameterizedTest
    @ValueSource(strings = {"a:b", ":", "hdfs:a"})
    void nameThatIsNoPath_isRefusedAsByHadoop(String name) throws Exception {
        DirectoryListingProto message = DirectoryListingProto.newBuilder()
                .addPartialListing(entry(name).build())
                .setRemainingEntries(0)
                .build();
        HdfsFileStatus expected = PBHelperClient.convert(message).getPartialListing()[0];
        HdfsFileStatus status = ours(message).getPartialListing()[0];

        assertThatThrownBy(() -> expected.makeQualified(FILE_SYSTEM, new Path("/d")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> status.makeQualified(FILE_SYSTEM, new Path("/d")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void linkOrEncryptedOrErasureCoded_isHadoopsOwn() throws Exception {
        DirectoryListing listing = ours(DirectoryListingProto.newBuilder()
                .addPartialListing(entry("link")
                        .setFileType(FileType.IS_SYMLINK)
                        .setSymlink(ByteString.copyFromUtf8("/there"))
                        .build())
                .addPartialListing(entry("flagged").setFlags(1).build())
                .addPartialListing(entry("extended")
                        .setPermission(FsPermissionProto.newBuilder().setPerm(1 << 12 | 0755))
                        .build())
                .setRemainingEntries(0)
                .build());

        assertThat(listing.getPartialListing())
                .allSatisfy(entry -> assertThat(entry).isNotInstanceOf(ListedFileStatus.class));
    }

    @Test
    void nothingTold_isNoDirectory() throws Exception {
        assertThat(ListingMessages.listing(new byte[0])).isNull();
    }

    @Test
    void fieldToldTwice_isWhatWasToldLast() throws Exception {
        ByteString link = HdfsFileStatusProto.newBuilder()
                .setFileType(FileType.IS_SYMLINK)
                .buildPartial()
                .toByteString();
        ByteArrayOutputStream listing = new ByteArrayOutputStream();
        CodedOutputStream inner = CodedOutputStream.newInstance(listing);
        // No message would keep its bytes like this.
        inner.writeBytes(
                DirectoryListingProto.PARTIALLISTING_FIELD_NUMBER,
                entry("x").build().toByteString().concat(link));
        inner.writeUInt32(DirectoryListingProto.REMAININGENTRIES_FIELD_NUMBER, 0);
        inner.flush();
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        CodedOutputStream outer = CodedOutputStream.newInstance(response);
        outer.writeByteArray(GetListingResponseProto.DIRLIST_FIELD_NUMBER, listing.toByteArray());
        outer.flush();

        DirectoryListing read = requireNonNull(ListingMessages.listing(response.toByteArray()));

        assertThat(read.getPartialListing()[0]).isNotInstanceOf(ListedFileStatus.class);
    }

    /** Cut off or with bytes changed, a response is refused if and only if Hadoop's parser refuses it, and else says the same. */
    @Test
    void brokenResponses_areWhatHadoopMakesOfThem() {
        int read = 0;
        for (long seed = 1; seed <= BROKEN; seed++) {
            Random random = new Random(seed);
            byte[] response = encoded(listing(random));
            if (random.nextBoolean()) {
                response = Arrays.copyOf(response, random.nextInt(response.length));
            } else {
                for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
                    response[random.nextInt(response.length)] = (byte) random.nextInt(256);
                }
            }
            byte[] broken = response;
            String expected = told(() -> {
                GetListingResponseProto message = GetListingResponseProto.parseFrom(broken);
                return message.hasDirList() ? PBHelperClient.convert(message.getDirList()) : null;
            });

            assertThat(told(() -> ListingMessages.listing(broken)))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
            read += expected.startsWith("[") ? 1 : 0;
        }
        assertThat(read).as("responses that can be read nevertheless").isGreaterThan(BROKEN / 20);
    }

    private static String told(Callable<DirectoryListing> reading) {
        try {
            DirectoryListing listing = reading.call();
            if (listing == null) {
                return "none";
            }
            List<Object> told = new ArrayList<>();
            told.add(listing.getRemainingEntries());
            for (HdfsFileStatus status : listing.getPartialListing()) {
                told.add(attributes(status));
            }
            return told.toString();
        } catch (InvalidProtocolBufferException e) {
            return "malformed";
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    private static DirectoryListing ours(DirectoryListingProto message) throws InvalidProtocolBufferException {
        return requireNonNull(ListingMessages.listing(encoded(message)));
    }

    private static byte[] encoded(DirectoryListingProto message) {
        return GetListingResponseProto.newBuilder().setDirList(message).build().toByteArray();
    }

    private static DirectoryListingProto listing(Random random) {
        int entries = random.nextInt(8);
        DirectoryListingProto.Builder listing =
                DirectoryListingProto.newBuilder().setRemainingEntries(entries == 0 ? 0 : random.nextInt(3));
        for (int count = 0; count < entries; count++) {
            HdfsFileStatusProto.Builder entry = entry(name(random));
            if (random.nextBoolean()) {
                entry.setBlockReplication(random.nextInt(Short.MAX_VALUE)).setBlocksize(random.nextLong());
            }
            if (random.nextBoolean()) {
                entry.setFileId(random.nextLong()).setChildrenNum(random.nextInt());
            }
            if (random.nextBoolean()) {
                entry.setStoragePolicy(random.nextInt(16));
            }
            listing.addPartialListing(entry.setFileType(random.nextBoolean() ? FileType.IS_DIR : FileType.IS_FILE)
                    .setLength(random.nextLong())
                    .setPermission(FsPermissionProto.newBuilder().setPerm(random.nextInt(02000)))
                    .setOwner("owner" + random.nextInt(2))
                    .setGroup("group" + random.nextInt(2))
                    .setModificationTime(random.nextLong())
                    .setAccessTime(random.nextLong())
                    .build());
        }
        return listing.build();
    }

    /** Half of the names are of a few letters that need no care; none is one that no file can have. */
    private static String name(Random random) {
        int letters = random.nextBoolean() ? 10 : LETTERS.size();
        StringBuilder name = new StringBuilder();
        int length = 1 + random.nextInt(6);
        for (int count = 0; count < length; count++) {
            name.append(LETTERS.get(random.nextInt(letters)));
        }
        String made = name.toString();
        return made.equals(".") || made.equals("..") ? "dots" : made;
    }

    private static HdfsFileStatusProto.Builder entry(String name) {
        return HdfsFileStatusProto.newBuilder()
                .setFileType(FileType.IS_FILE)
                .setPath(ByteString.copyFromUtf8(name))
                .setLength(1)
                .setPermission(FsPermissionProto.newBuilder().setPerm(0644))
                .setOwner("alice")
                .setGroup("users")
                .setModificationTime(2)
                .setAccessTime(3);
    }
}
