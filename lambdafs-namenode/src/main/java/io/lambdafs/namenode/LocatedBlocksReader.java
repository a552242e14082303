package io.lambdafs.namenode;

import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.ReadView;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;

/** Tells where the blocks of files are, for answers that carry locations. */
@FunctionalInterface
public interface LocatedBlocksReader {
    /** All blocks of these files with their replicas, without tokens, as on HDFS; a constant number of round trips. */
    Map<INodeId, LocatedBlocksProto> read(CallContext call, ReadView view, List<RegularFile> files);

    /**
     * As {@link #read}, of files as a snapshot shows them: their blocks as far as their lengths go. The blocks may have more
     * bytes by now.
     */
    default Map<INodeId, LocatedBlocksProto> readThen(CallContext call, ReadView view, List<RegularFile> files) {
        return read(call, view, files);
    }
}
