package io.lambdafs.gateway.web.calls;

import io.lambdafs.gateway.rpc.DirectCalls;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Time;

/**
 * The DataNodes to which a client may be sent that writes a file. They are asked for by the gateway's own user, who must be a
 * superuser, and kept for {@value #FRESH_MILLIS} ms. Thread-safe.
 */
public final class WritableDataNodes {
    private static final long FRESH_MILLIS = 3_000;

    private final DirectCalls calls;
    private volatile Report last = new Report(List.of(), 0);

    WritableDataNodes(DirectCalls calls) {
        this.calls = calls;
    }

    private record Report(List<DatanodeInfo> nodes, long atMillis) {}

    /** The live ones; may be empty. */
    public List<DatanodeInfo> list() throws IOException {
        Report report = last;
        long now = Time.monotonicNow();
        if (report.nodes().isEmpty() || now - report.atMillis() > FRESH_MILLIS) {
            report = new Report(ask(), now);
            last = report;
        }
        return report.nodes();
    }

    private List<DatanodeInfo> ask() throws IOException {
        PrivilegedExceptionAction<DatanodeInfo[]> report =
                () -> calls.by("127.0.0.1", "webhdfs").getDatanodeReport(DatanodeReportType.LIVE);
        try {
            return List.of(UserGroupInformation.getLoginUser().doAs(report));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the request was interrupted");
        }
    }
}
