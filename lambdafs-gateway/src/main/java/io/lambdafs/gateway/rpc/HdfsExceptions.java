package io.lambdafs.gateway.rpc;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.hdfs.protocol.FSLimitException.MaxDirectoryItemsExceededException;
import org.apache.hadoop.hdfs.protocol.FSLimitException.PathComponentTooLongException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.Server;

/**
 * HDFS's exceptions, of which the client library knows the class and the message. Hadoop's RPC server sends the class of the
 * exception that it meets, and its text with the stack trace. So the exception itself is needed here.
 */
final class HdfsExceptions {
    private static final StackTraceElement[] NO_TRACE = new StackTraceElement[0];
    private static final Pattern LONG_NAME =
            Pattern.compile("(?s)The maximum path component name limit of (.*) in directory (.*) is exceeded: "
                    + "limit=(\\d+) length=(\\d+)");
    private static final Pattern MANY_ITEMS =
            Pattern.compile("(?s)The directory item limit of (.*) is exceeded: limit=(\\d+) items=(\\d+)");
    private static final String INVALID_PATH = "Invalid path name ";

    /** The classes that make their messages themselves, of parts. */
    private static final Map<String, Maker> OF_PARTS = Map.of(
            InvalidPathException.class.getName(), HdfsExceptions::invalidPath,
            PathComponentTooLongException.class.getName(), HdfsExceptions::longName,
            MaxDirectoryItemsExceededException.class.getName(), HdfsExceptions::manyItems);

    private HdfsExceptions() {}

    /** Makes an exception of the message that it is to have. */
    @FunctionalInterface
    private interface Maker {
        Exception of(String message);
    }

    /** The exception that this one stands for; an IOException of the same text where that cannot be made. */
    static Exception of(RemoteException failure) {
        String message = String.valueOf(failure.getMessage());
        Maker ofParts = OF_PARTS.get(failure.getClassName());
        Exception made = ofParts == null ? ofClass(failure.getClassName(), message) : ofParts.of(message);
        Exception same = says(made, message) ? made : new IOException(message);
        // Where in the gateway it was made helps nobody.
        same.setStackTrace(NO_TRACE);
        return same;
    }

    /** HDFS's exceptions about a path make a sentence of what they are given; HDFS sends that sentence. */
    private static boolean says(Exception made, String message) {
        return made instanceof PathIOException || message.equals(made.getMessage());
    }

    private static Exception ofClass(String name, String message) {
        try {
            Constructor<? extends Exception> constructor =
                    Class.forName(name).asSubclass(Exception.class).getConstructor(String.class);
            return constructor.newInstance(message);
        } catch (ReflectiveOperationException | ClassCastException e) {
            return new IOException(message);
        }
    }

    private static Exception invalidPath(String message) {
        return new InvalidPathException(
                message.startsWith(INVALID_PATH) ? message.substring(INVALID_PATH.length()) : message);
    }

    private static Exception longName(String message) {
        Matcher parts = LONG_NAME.matcher(message);
        return parts.matches()
                ? new PathComponentTooLongException(
                        Long.parseLong(parts.group(3)), Long.parseLong(parts.group(4)), parts.group(2), parts.group(1))
                : new IOException(message);
    }

    private static Exception manyItems(String message) {
        Matcher parts = MANY_ITEMS.matcher(message);
        return parts.matches()
                ? new MaxDirectoryItemsExceededException(
                        parts.group(1), Long.parseLong(parts.group(2)), Long.parseLong(parts.group(3)))
                : new IOException(message);
    }

    /** Has the server write no stack trace for refusals, which are answers like others. */
    static void keepOutOfLog(Server server) {
        server.addTerseExceptions(
                UnsupportedOperationException.class, HadoopIllegalArgumentException.class, InvalidPathException.class);
    }
}
