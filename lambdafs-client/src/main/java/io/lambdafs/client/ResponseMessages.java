package io.lambdafs.client;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.Message;

/** Parses the response of a protobuf service method into the type that the method declares. Thread-safe. */
final class ResponseMessages {
    private final Map<Method, Message> prototypes = new ConcurrentHashMap<>();

    Message parse(Method method, byte[] bytes) throws InvalidProtocolBufferException {
        Message prototype = prototypes.computeIfAbsent(method, ResponseMessages::prototype);
        return (Message) prototype.getParserForType().parseFrom(bytes);
    }

    private static Message prototype(Method method) {
        try {
            return (Message)
                    method.getReturnType().getMethod("getDefaultInstance").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(method + " does not return a protobuf message", e);
        }
    }
}
