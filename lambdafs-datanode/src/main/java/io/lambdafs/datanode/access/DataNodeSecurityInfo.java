package io.lambdafs.datanode.access;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.InterDatanodeProtocolPB;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSelector;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.SecurityInfo;
import org.apache.hadoop.security.token.TokenInfo;
import org.jspecify.annotations.Nullable;

/**
 * Tells Hadoop's RPC which tokens a DataNode shows, where HDFS knows Kerberos only: to its endpoint the secret of the process, to other
 * DataNodes a block token. Hadoop finds it as a service.
 */
public final class DataNodeSecurityInfo extends SecurityInfo {
    /** Carries the choice of a token for the endpoint. */
    @TokenInfo(OwnProcessTokens.class)
    private interface ToEndpoint {}

    /** Carries the choice of a token for another DataNode. */
    @TokenInfo(BlockTokenSelector.class)
    private interface ToDataNode {}

    @Override
    public @Nullable KerberosInfo getKerberosInfo(Class<?> protocol, Configuration settings) {
        return null;
    }

    @Override
    public @Nullable TokenInfo getTokenInfo(Class<?> protocol, Configuration settings) {
        if (protocol.equals(DatanodeProtocolPB.class)) {
            return ToEndpoint.class.getAnnotation(TokenInfo.class);
        }
        return protocol.equals(InterDatanodeProtocolPB.class) ? ToDataNode.class.getAnnotation(TokenInfo.class) : null;
    }
}
