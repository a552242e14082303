package io.lambdafs.gateway.web.webhdfs;

import static java.util.Objects.requireNonNull;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.security.PrivilegedExceptionAction;
import java.util.EnumSet;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.StreamingOutput;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * The content of files between one client of WebHDFS and DataNodes, as the client's user. In secure mode DataNodes know no users of
 * WebHDFS, and so the gateway does what an HDFS client of that user would do.
 */
final class CarriedContent {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final String UMASK = "fs.permissions.umask-mode";

    private final UserGroupInformation user;
    private final ClientProtocol calls;
    private final Configuration settings;

    /**
     * Of this user.
     *
     * @param calls the way to the NameNode, which takes the user from the thread that calls
     */
    CarriedContent(UserGroupInformation user, ClientProtocol calls, Configuration settings) {
        this.user = requireNonNull(user, "user");
        this.calls = asUser(user, requireNonNull(calls, "calls"));
        this.settings = new Configuration(settings);
        // The client has applied its own.
        this.settings.set(UMASK, "000");
    }

    /* HDFS's client calls from threads of its own, too. */
    private static ClientProtocol asUser(UserGroupInformation user, ClientProtocol calls) {
        return (ClientProtocol) Proxy.newProxyInstance(
                ClientProtocol.class.getClassLoader(),
                new Class<?>[] {ClientProtocol.class, Closeable.class},
                (proxy, method, arguments) -> method.getDeclaringClass() == Closeable.class
                        ? null
                        : user.doAs(
                                (PrivilegedExceptionAction<@Nullable Object>) () -> call(calls, method, arguments)));
    }

    private static @Nullable Object call(ClientProtocol calls, Method method, Object @Nullable [] arguments)
            throws Exception {
        try {
            return method.invoke(calls, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw e;
        }
    }

    private DFSClient client() throws IOException {
        try {
            return user.doAs((PrivilegedExceptionAction<DFSClient>) () -> new DFSClient(null, calls, settings, null));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /**
     * A part of a file.
     *
     * @param offset where it begins
     * @param length how much of it, as far as there is so much; null for all that follows
     */
    Response open(String path, long offset, @Nullable Long length) throws IOException {
        DFSClient client = client();
        HdfsDataInputStream in = client.createWrappedInputStream(client.open(path, BUFFER_BYTES, true));
        long rest = in.getVisibleLength() - offset;
        if (offset < 0 || rest < 0) {
            client.close();
            throw new IOException(
                    "Offset=" + offset + " out of the range [0, " + in.getVisibleLength() + "); OPEN, path=" + path);
        }
        in.seek(offset);
        long count = length == null ? rest : Math.min(length, rest);
        // A connection to a DataNode is made by the first read.
        StreamingOutput content = out -> {
            try (client;
                    in) {
                IOUtils.copyBytes(in, out, count, false);
            }
        };
        return Response.ok(content)
                .type(MediaType.APPLICATION_OCTET_STREAM)
                .header(HttpHeaders.CONTENT_LENGTH, count)
                .build();
    }

    /** How a file is made. */
    record Creation(
            String path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            boolean createParent,
            short replication,
            long blockSize) {}

    /** Makes a file with this content. */
    void create(Creation file, InputStream content) throws IOException {
        try (DFSClient client = client();
                OutputStream out = client.createWrappedOutputStream(
                        client.create(
                                file.path(),
                                file.permission(),
                                file.flags(),
                                file.createParent(),
                                file.replication(),
                                file.blockSize(),
                                null,
                                BUFFER_BYTES,
                                null),
                        null)) {
            IOUtils.copyBytes(content, out, BUFFER_BYTES, false);
        }
    }

    /** Appends this content to a file. */
    void append(String path, InputStream content) throws IOException {
        try (DFSClient client = client();
                OutputStream out = client.append(path, BUFFER_BYTES, EnumSet.of(CreateFlag.APPEND), null, null)) {
            IOUtils.copyBytes(content, out, BUFFER_BYTES, false);
        }
    }

    /** HDFS's checksum of a file. */
    Response checksum(String path) throws IOException {
        try (DFSClient client = client()) {
            return Response.ok(JsonUtil.toJsonString(client.getFileChecksum(path, Long.MAX_VALUE)))
                    .type(MediaType.APPLICATION_JSON)
                    .build();
        }
    }
}
