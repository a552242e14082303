package io.lambdafs.datanode.access;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/**
 * The block token by which a DataNode proves to other DataNodes that it is a DataNode. It is made with the block keys,
 * which only DataNodes and NameNodes have, and for a user name for which NameNodes make no token. It is for no block,
 * and so reads and writes none. Thread-safe.
 */
public final class PeerToken {
    /** The user in whose name DataNodes call each other; no user of an operating system can have a colon in its name. */
    public static final String USER = "lambdafs:datanode";

    private static final Text SERVICE = new Text("other DataNodes");

    private final String blockPool;

    public PeerToken(String blockPool) {
        this.blockPool = requireNonNull(blockPool, "blockPool");
    }

    /**
     * Makes a token with the current key, which this process shows from now on.
     *
     * @throws IOException if Hadoop does not know the user that this process runs as
     */
    public void renew(ExportedBlockKeys keys) throws IOException {
        BlockTokenSecretManager signing = new BlockTokenSecretManager(
                keys.getKeyUpdateInterval(), keys.getTokenLifetime(), blockPool, null, true);
        signing.addKeys(keys);
        Token<BlockTokenIdentifier> token = signing.generateToken(
                USER,
                new ExtendedBlock(blockPool, 0),
                EnumSet.noneOf(BlockTokenIdentifier.AccessMode.class),
                new StorageType[0],
                new String[0]);
        token.setService(SERVICE);
        UserGroupInformation.getLoginUser().addToken(token);
    }

    /** Has this process show none any more; for a process that goes on without its DataNode. */
    public static void forget() {
        Token<BlockTokenIdentifier> none = new Token<>();
        none.setService(SERVICE);
        try {
            UserGroupInformation.getLoginUser().addToken(none);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
