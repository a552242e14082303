package io.lambdafs.badinput;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.badinput.BadMessages.BadMessage;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that arrive as such but are wrong: each is refused with a code, and changes nothing. */
final class BadRequestTest {
    private static final String DIRECTORY = "/badinput";
    private static final String FILE = DIRECTORY + "/file";
    private static final String OPEN = DIRECTORY + "/open";

    private final Stack stack = SharedStack.get();
    private LiveNameNode nameNode;
    private NamespaceContent before;

    @BeforeEach
    void write() throws IOException {
        nameNode = LiveNameNode.of(stack);
        try (FileSystem fs = stack.newClient();
                FSDataOutputStream out = fs.create(new Path(FILE))) {
            out.write('x');
        }
        assertThat(nameNode.call("create", BadMessages.open(OPEN)).succeeded()).isTrue();
        before = NamespaceContent.of(stack);
    }

    @AfterEach
    void nothingChanged() throws IOException {
        assertThat(NamespaceContent.of(stack)).isEqualTo(before);
        assertThat(nameNode.isHealthy()).isTrue();
        try (FileSystem fs = stack.newClient()) {
            fs.delete(new Path(DIRECTORY), true);
        }
    }

    @Test
    void paths_areRefused() throws IOException {
        assertRefused(BadMessages.paths(DIRECTORY));
    }

    @Test
    void numbers_areRefused() throws IOException {
        assertRefused(BadMessages.numbers(FILE));
    }

    @Test
    void unknownFiles_areRefused() throws IOException {
        assertRefused(BadMessages.unknownFiles(OPEN));
    }

    @Test
    void blocksThatCannotBe_areRefused() throws IOException {
        ExtendedBlockProto last = addBlock();

        assertRefused(BadMessages.blocks(OPEN, last));

        assertThat(blocks()).containsExactly(last);
    }

    @Test
    void abandoningABlockThatIsNotThere_changesNothing() throws IOException {
        ExtendedBlockProto last = addBlock();

        assertThat(nameNode.call("abandonBlock", BadMessages.abandonUnknown(OPEN, last))
                        .succeeded())
                .isTrue();

        assertThat(blocks()).containsExactly(last);
    }

    private ExtendedBlockProto addBlock() throws IOException {
        ResponseEnvelope answer = nameNode.call("addBlock", BadMessages.addBlock(OPEN));
        assertThat(answer.succeeded()).as(answer.message()).isTrue();
        ExtendedBlockProto added =
                AddBlockResponseProto.parseFrom(answer.payload()).getBlock().getB();
        assertThat(blocks()).containsExactly(added);
        return added;
    }

    /** What the open file is made of. */
    private List<ExtendedBlockProto> blocks() throws IOException {
        ResponseEnvelope answer = nameNode.call("getBlockLocations", BadMessages.allBlocks(OPEN));
        assertThat(answer.succeeded()).as(answer.message()).isTrue();
        LocatedBlocksProto located =
                GetBlockLocationsResponseProto.parseFrom(answer.payload()).getLocations();
        assertThat(located.getUnderConstruction()).isTrue();
        return Stream.concat(located.getBlocksList().stream(), Stream.of(located.getLastBlock()))
                .map(LocatedBlockProto::getB)
                .distinct()
                .collect(Collectors.toList());
    }

    @Test
    void unknownMethods_areRefused() throws IOException {
        for (String method : List.of("", "nosuch", "GETFILEINFO", "getFileInfo\0", "x".repeat(1024))) {
            assertThat(nameNode.call(method, LiveNameNode.root()).error())
                    .as(method)
                    .isEqualTo(ErrorCode.UNKNOWN_METHOD);
        }
    }

    @Test
    void payloadsThatAreNoMessages_areRefused() throws IOException {
        Random random = new Random(11);
        for (String method : List.of("getFileInfo", "mkdirs", "create", "rename", "addBlock", "updatePipeline")) {
            assertThat(nameNode.call(method, new byte[0]).error()).as(method).isEqualTo(ErrorCode.MALFORMED_REQUEST);
            for (int i = 0; i < 20; i++) {
                byte[] garbage = new byte[random.nextInt(200)];
                random.nextBytes(garbage);
                assertThat(nameNode.call(method, garbage).error())
                        .as("%s, seed 11, case %d", method, i)
                        .isEqualTo(ErrorCode.MALFORMED_REQUEST);
            }
        }
    }

    /** Parsed, each of them would take up more than a third of the instance's heap. */
    @Test
    void messagesThatGrowInMemory_areRefused_whileOthersAreServed() throws Exception {
        byte[] excluded = BadMessages.manyExcludedNodes(511 * 1024);
        ExecutorService callers = Executors.newFixedThreadPool(8);
        try {
            List<Future<ResponseEnvelope>> answers =
                    callers.invokeAll(Collections.nCopies(32, () -> nameNode.call("addBlock", excluded)));
            for (Future<ResponseEnvelope> answer : answers) {
                assertThat(answer.get().error()).isEqualTo(ErrorCode.TOO_LARGE);
            }
        } finally {
            callers.shutdownNow();
        }
        assertThat(nameNode.isHealthy()).isTrue();
    }

    private void assertRefused(List<BadMessage> messages) throws IOException {
        SoftAssertions refused = new SoftAssertions();
        for (BadMessage message : messages) {
            ResponseEnvelope answer =
                    nameNode.call(message.method(), message.payload().toByteArray());
            refused.assertThat(answer.error())
                    .as("%s, which said: %s", message, shortened(answer.message()))
                    .isEqualTo(message.code());
            refused.assertThat(answer.message()).as("the text for %s", message).isNotEmpty();
        }
        refused.assertAll();
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(text.length(), 150));
    }
}
