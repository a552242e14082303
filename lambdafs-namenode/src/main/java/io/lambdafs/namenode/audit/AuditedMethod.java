package io.lambdafs.namenode.audit;

import java.util.function.Function;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * A method of ClientProtocol that HDFS audits.
 *
 * @param call reads what the line says out of the request's message
 * @param answer adds what only the answer says
 */
record AuditedMethod(Request call, Answer answer) {
    /** Reads a request. */
    @FunctionalInterface
    interface Request {
        AuditedCall read(byte[] request) throws InvalidProtocolBufferException;
    }

    /** Reads the answer to a request that succeeded. */
    @FunctionalInterface
    interface Answer {
        /** The line says all that it needs without the answer. */
        Answer UNREAD = (call, response) -> new Outcome(call, true);

        Outcome read(AuditedCall call, byte[] response) throws InvalidProtocolBufferException;
    }

    /**
     * What is to be written.
     *
     * @param allowed what HDFS writes after {@code allowed=}
     */
    record Outcome(AuditedCall call, boolean allowed) {
        /** HDFS writes no line. */
        static final Outcome SILENT = new Outcome(AuditedCall.of("", null), false);
    }

    static <Q extends MessageLite> AuditedMethod of(Parser<Q> parser, Function<Q, AuditedCall> call) {
        return new AuditedMethod(request -> call.apply(parser.parseFrom(request)), Answer.UNREAD);
    }

    static <Q extends MessageLite> AuditedMethod ofPath(String command, Parser<Q> parser, Function<Q, String> path) {
        return of(parser, request -> AuditedCall.of(command, path.apply(request)));
    }

    static AuditedMethod ofNothing(String command) {
        return new AuditedMethod(request -> AuditedCall.of(command, null), Answer.UNREAD);
    }

    AuditedMethod answering(Answer read) {
        return new AuditedMethod(call, read);
    }

    /** Whether the answer is needed. */
    boolean readsAnswer() {
        return answer != Answer.UNREAD;
    }
}
