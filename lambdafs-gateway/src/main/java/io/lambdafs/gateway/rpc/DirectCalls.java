package io.lambdafs.gateway.rpc;

import io.lambdafs.gateway.call.ObservedCalls;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestId;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReportListing;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolTranslatorPB;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/**
 * ClientProtocol for the other servers of this process. Each call becomes the message that Hadoop's client would send, and goes
 * where {@link ForwardedClientProtocol} has those of Hadoop's RPC go. Thread-safe.
 */
public final class DirectCalls {
    private final ObservedCalls calls;
    private final boolean secure;
    private final UUID process = UUID.randomUUID();
    private final AtomicLong made = new AtomicLong();

    /**
     * Calls of this process.
     *
     * @param calls where they go; remains the caller's
     * @param secure whether callers have proven who they are
     */
    public DirectCalls(ObservedCalls calls, boolean secure) {
        this.secure = secure;
        this.calls = calls;
    }

    /**
     * ClientProtocol for one client. The user is the one that Hadoop's classes know for the present thread. Failures are HDFS's
     * exceptions. Each call has a number of its own, so none is taken for the repetition of another.
     *
     * @param host the address of the client's machine
     * @param protocol how the client speaks to the gateway, for the audit log
     */
    public ClientProtocol by(String host, String protocol) {
        ForwardedClientProtocol forwarded =
                new ForwardedClientProtocol(calls, new Origin(host, protocol), secure, null);
        Object service = Proxy.newProxyInstance(
                ClientNamenodeProtocolPB.class.getClassLoader(),
                new Class<?>[] {ClientNamenodeProtocolPB.class},
                (proxy, method, arguments) -> forward(forwarded, method, arguments));
        return new Messages((ClientNamenodeProtocolPB) service);
    }

    /**
     * Makes messages of calls. Hadoop's WebHDFS calls a NameNode of the same process, and gives null for a snapshot that is not named. A
     * message has an empty name instead, as HDFS's client sends it: both mean the directory as it is now.
     */
    private static final class Messages extends ClientNamenodeProtocolTranslatorPB {
        Messages(ClientNamenodeProtocolPB service) {
            super(service);
        }

        @Override
        public SnapshotDiffReport getSnapshotDiffReport(String root, @Nullable String from, @Nullable String to)
                throws IOException {
            return super.getSnapshotDiffReport(root, orEmpty(from), orEmpty(to));
        }

        @Override
        public SnapshotDiffReportListing getSnapshotDiffReportListing(
                String root, @Nullable String from, @Nullable String to, byte[] startPath, int index)
                throws IOException {
            return super.getSnapshotDiffReportListing(root, orEmpty(from), orEmpty(to), startPath, index);
        }

        private static String orEmpty(@Nullable String name) {
            return name == null ? "" : name;
        }
    }

    private static @Nullable Object forward(ForwardedClientProtocol forwarded, Method method, Object[] arguments)
            throws ServiceException {
        try {
            return forwarded.callBlockingMethod(
                    forwarded.getDescriptorForType().findMethodByName(method.getName()), null, (Message) arguments[1]);
        } catch (ServiceException e) {
            if (e.getCause() instanceof RuntimeException refusal) {
                // Hadoop's translation would make an IOException of it.
                throw refusal;
            }
            throw e;
        }
    }

    /** The origin of one client's calls: the process, and the user for whom the present thread acts. */
    private final class Origin implements CallOrigin {
        private final String host;
        private final String protocol;

        Origin(String host, String protocol) {
            this.host = host;
            this.protocol = protocol;
        }

        @Override
        public RequestId id() {
            return new RequestId(process, made.incrementAndGet());
        }

        @Override
        public boolean isRepeated() {
            return false;
        }

        @Override
        public UserGroupInformation user() throws IOException {
            return UserGroupInformation.getCurrentUser();
        }

        @Override
        public Caller caller() throws IOException {
            UserGroupInformation user = user();
            Caller caller = new Caller(user.getShortUserName(), Arrays.asList(user.getGroupNames()), host).by(protocol);
            @Nullable UserGroupInformation real = user.getRealUser();
            return real == null ? caller : caller.through(real.getShortUserName());
        }
    }
}
