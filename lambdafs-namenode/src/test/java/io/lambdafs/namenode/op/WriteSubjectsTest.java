package io.lambdafs.namenode.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.FsPath;
import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.op.file.FileOperations;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.Test;

/** Every write tells the store which path it is about, if its message names one. */
final class WriteSubjectsTest {
    private static final String PATH = "/directory/entry";
    private static final Duration LONG = Duration.ofDays(1);

    private final NameNodeFixture fixture = new NameNodeFixture();

    @Test
    void writes_whoseMessagesNameAPath_areAboutIt() {
        Map<String, FsPath> subjects = new TreeMap<>();
        writes().forEach((method, write) -> tellSubject(method, write, subjects));
        assertThat(subjects)
                .hasSizeGreaterThan(10)
                .allSatisfy((method, subject) -> assertThat(subject).as(method).hasToString(PATH));
    }

    private static <Q extends MessageLite> void tellSubject(
            String method, WriteOperation<Q, ?> write, Map<String, FsPath> subjects) {
        Message.Builder request = ((Message) emptyRequest(write)).newBuilderForType();
        for (FieldDescriptor field : request.getDescriptorForType().getFields()) {
            if (isPath(field)) {
                put(request, field);
                subjects.put(method, FsPath.ROOT);
            }
        }
        if (subjects.containsKey(method)) {
            @SuppressWarnings("unchecked") // Of the type that its empty one is of.
            Q full = (Q) request.buildPartial();
            subjects.put(method, write.subject(full));
        }
    }

    private static boolean isPath(FieldDescriptor field) {
        return field.getName().equals("src")
                || field.getName().equals("srcs")
                || field.getName().equals("trg");
    }

    private static void put(Message.Builder request, FieldDescriptor field) {
        if (field.isRepeated()) {
            request.addRepeatedField(field, PATH);
        } else {
            request.setField(field, PATH);
        }
    }

    private static <Q extends MessageLite> Q emptyRequest(WriteOperation<Q, ?> write) {
        try {
            return write.parser().parsePartialFrom(new byte[0]);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private Map<String, WriteOperation<?, ?>> writes() {
        Map<String, WriteOperation<?, ?>> writes = new TreeMap<>();
        AllOperations.of(
                        NameNodeConfig.defaults(NameNodeFixture.SUPERUSER),
                        new LeaseLimits(LONG, LONG, LONG),
                        new FileOperations.Access(fixture.store, fixture.runner, fixture.identity()),
                        new FileOperations.Dependencies(fixture, pause -> {}, new Random(1)),
                        () -> 0)
                .forEach((method, operation) -> {
                    if (operation instanceof WriteOperation<?, ?> write) {
                        writes.put(method, write);
                    }
                });
        return writes;
    }
}
