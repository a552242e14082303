package io.lambdafs.gateway.web.webhdfs;

import io.lambdafs.gateway.web.calls.WritableDataNodes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.web.WebHdfsFileSystem;
import org.apache.hadoop.hdfs.web.resources.GetOpParam;
import org.apache.hadoop.hdfs.web.resources.HttpOpParam;
import org.apache.hadoop.hdfs.web.resources.NamenodeAddressParam;
import org.apache.hadoop.hdfs.web.resources.Param;
import org.apache.hadoop.hdfs.web.resources.PutOpParam;
import org.apache.hadoop.util.StringUtils;
import org.jspecify.annotations.Nullable;

/**
 * Where HDFS sends a client that reads or writes data: to WebHDFS of a DataNode, which asks the gateway for the metadata. A
 * reader goes to a DataNode with the block, and a writer to one of its own machine, or to any.
 */
final class DataRedirects {
    private final ClientProtocol calls;
    private final WritableDataNodes live;
    private final InetSocketAddress rpc;

    /**
     * Those of one request.
     *
     * @param calls the client's
     * @param rpc where DataNodes find the gateway
     */
    DataRedirects(ClientProtocol calls, WritableDataNodes live, InetSocketAddress rpc) {
        this.calls = calls;
        this.live = live;
        this.rpc = rpc;
    }

    /**
     * What is to be done at a DataNode.
     *
     * @param offset where reading begins; only for OPEN
     * @param excluded DataNodes that the client could not reach, as a list of names with or without ports
     * @param client the address of the client's machine
     * @param user the parameters that name the user
     * @param parameters of the operation
     */
    record Request(
            HttpOpParam.Op operation,
            String path,
            long offset,
            @Nullable String excluded,
            String client,
            List<Param<?, ?>> user,
            List<Param<?, ?>> parameters) {}

    URI of(Request request) throws IOException {
        if (!DFSUtil.isValidName(request.path())) {
            throw new InvalidPathException(request.path());
        }
        DatanodeInfo node = choose(request);
        String query = request.operation().toQueryString()
                + joined(request.user())
                + "&"
                + new NamenodeAddressParam(rpc.getHostString() + ":" + rpc.getPort())
                + joined(request.parameters());
        try {
            return new URI(
                    "http",
                    null,
                    node.getHostName(),
                    node.getInfoPort(),
                    WebHdfsFileSystem.PATH_PREFIX + request.path(),
                    query,
                    null);
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private static String joined(List<Param<?, ?>> parameters) {
        return Param.toSortedString("&", parameters.toArray(Param<?, ?>[]::new));
    }

    private DatanodeInfo choose(Request request) throws IOException {
        if (request.operation() != PutOpParam.Op.CREATE) {
            HdfsFileStatus file = calls.getFileInfo(request.path());
            if (file == null) {
                throw new FileNotFoundException("File " + request.path() + " not found.");
            }
            requireInside(request, file.getLen());
            if (file.getLen() > 0) {
                return withReplica(request, file.getLen());
            }
        }
        return forWriting(request);
    }

    private static void requireInside(Request request, long length) throws IOException {
        long offset = request.offset();
        if (request.operation() == GetOpParam.Op.OPEN && (offset < 0 || (offset >= length && length > 0))) {
            throw new IOException("Offset=" + offset + " out of the range [0, " + length + "); " + request.operation()
                    + ", path=" + request.path());
        }
    }

    private DatanodeInfo withReplica(Request request, long length) throws IOException {
        long offset = request.operation() == GetOpParam.Op.OPEN ? request.offset() : length - 1;
        LocatedBlocks blocks = calls.getBlockLocations(request.path(), offset, 1);
        if (blocks == null || blocks.locatedBlockCount() == 0) {
            throw new IOException("Block could not be located. Path=" + request.path() + ", offset=" + offset);
        }
        return Arrays.stream(blocks.get(0).getLocations())
                .filter(node -> isUsable(node, request))
                .findFirst()
                .orElseThrow(() -> new IOException("No active nodes contain this block"));
    }

    private DatanodeInfo forWriting(Request request) throws IOException {
        List<DatanodeInfo> usable = new ArrayList<>(
                live.list().stream().filter(node -> isUsable(node, request)).toList());
        Collections.shuffle(usable);
        return usable.stream()
                .filter(node -> node.getIpAddr().equals(request.client()))
                .findFirst()
                .or(() -> usable.stream().findFirst())
                .orElseThrow(() ->
                        new IOException("Failed to find datanode, suggest to check cluster health. excludeDatanodes="
                                + request.excluded()));
    }

    private static boolean isUsable(DatanodeInfo node, Request request) {
        Collection<String> excluded = StringUtils.getTrimmedStringCollection(request.excluded());
        return !node.isDecommissioned()
                && !excluded.contains(node.getHostName())
                && !excluded.contains(node.getIpAddr())
                && !excluded.contains(node.getHostName() + ":" + node.getXferPort())
                && !excluded.contains(node.getXferAddr());
    }
}
