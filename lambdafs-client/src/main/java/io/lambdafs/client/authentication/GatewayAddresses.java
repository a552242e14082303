package io.lambdafs.client.authentication;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;

/** Where the gateways of a nameservice are, by Hadoop's own settings of NameNodes in high availability. */
public final class GatewayAddresses {
    private GatewayAddresses() {}

    /** The addresses in the order of the settings; empty if they name none. */
    public static List<InetSocketAddress> of(Configuration settings, URI nameservice) {
        String name = nameservice.getHost();
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String gateway : settings.getTrimmedStringCollection("dfs.ha.namenodes." + name)) {
            String address = settings.getTrimmed("dfs.namenode.rpc-address." + name + "." + gateway, "");
            if (!address.isEmpty()) {
                addresses.add(NetUtils.createSocketAddr(address));
            }
        }
        return addresses;
    }
}
