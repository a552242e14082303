package io.lambdafs.namenode.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet.Field;
import org.junit.jupiter.api.Test;

/** How many fields a message is said to have, without its type. */
final class FieldCountTest {
    private static final int FIELDS = 100;

    @Test
    void everyField_counts() {
        ConcatRequestProto.Builder concat = ConcatRequestProto.newBuilder().setTrg("/target");
        for (int i = 1; i < FIELDS; i++) {
            concat.addSrcs("/source" + i);
        }
        assertCount(concat.build().toByteArray(), FIELDS);
    }

    @Test
    void fieldsOfMessagesInside_countAtEveryDepth() {
        UnknownFieldSet.Builder fields = UnknownFieldSet.newBuilder();
        Field.Builder empty = Field.newBuilder();
        for (int i = 0; i < FIELDS; i++) {
            empty.addLengthDelimited(ByteString.EMPTY);
        }
        UnknownFieldSet nested = fields.addField(2, empty.build()).build();
        for (int depth = 1; depth <= 10; depth++) {
            nested = UnknownFieldSet.newBuilder()
                    .addField(
                            3,
                            Field.newBuilder()
                                    .addLengthDelimited(nested.toByteString())
                                    .build())
                    .build();
            assertCount(nested.toByteArray(), FIELDS + depth);
        }
    }

    @Test
    void everyKindOfField_counts() {
        Field.Builder kinds = Field.newBuilder();
        for (int i = 0; i < FIELDS / 5; i++) {
            kinds.addVarint(-1)
                    .addFixed32(i)
                    .addFixed64(i)
                    .addLengthDelimited(ByteString.EMPTY)
                    .addGroup(UnknownFieldSet.getDefaultInstance());
        }
        byte[] message =
                UnknownFieldSet.newBuilder().addField(1, kinds.build()).build().toByteArray();
        // A group has two ends.
        assertCount(message, FIELDS + FIELDS / 5);
    }

    @Test
    void whatPrecedesTheFirstWrongByte_counts() {
        byte[] empty = new byte[2 * FIELDS + 1];
        for (int i = 0; i < FIELDS; i++) {
            empty[2 * i] = 2 << 3 | 2;
        }
        // A field of the number 0, which no message has.
        empty[2 * FIELDS] = 1;
        assertCount(empty, FIELDS);
    }

    @Test
    void paths_countAsOneFieldEach() {
        String path = "/" + "a".repeat(7999);
        assertCount(
                ConcatRequestProto.newBuilder()
                        .setTrg(path)
                        .addSrcs(path)
                        .build()
                        .toByteArray(),
                2);
        assertThat(FieldCount.exceeds(
                        MkdirsRequestProto.newBuilder()
                                .setSrc(path)
                                .buildPartial()
                                .toByteArray(),
                        1))
                .isFalse();
    }

    @Test
    void garbage_isCountedToItsEnd() {
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            byte[] garbage = new byte[random.nextInt(300)];
            random.nextBytes(garbage);
            FieldCount.exceeds(garbage, 0);
            FieldCount.exceeds(garbage, garbage.length / 4);
        }
        byte[] endless = new byte[1000];
        Arrays.fill(endless, (byte) 0xff);
        assertCount(endless, 0);
    }

    private static void assertCount(byte[] message, int count) {
        assertThat(FieldCount.exceeds(message, count)).as("more than %d", count).isFalse();
        assertThat(count == 0 || FieldCount.exceeds(message, count - 1))
                .as("more than %d", count - 1)
                .isTrue();
    }
}
