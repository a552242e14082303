package io.lambdafs.datanode.access;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.protocol.datatransfer.TrustedChannelResolver;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;

/**
 * Trusts no channel, and has the DataNode's RPC server accept nobody without a block token.
 *
 * <p>A server of Hadoop's that is set to {@code token} accepts tokens only. A DataNode whose settings say so from the beginning wants a keytab
 * for its own login, although it needs none. It makes this object, which the settings name, after its login and before its server, with
 * its own settings. So the setting is made here.
 */
public final class TokensOnly extends TrustedChannelResolver {
    @Override
    public void setConf(Configuration settings) {
        super.setConf(settings);
        settings.set(
                CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION,
                AuthenticationMethod.TOKEN.name().toLowerCase(Locale.ROOT));
    }
}
