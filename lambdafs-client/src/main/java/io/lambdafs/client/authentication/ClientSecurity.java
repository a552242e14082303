package io.lambdafs.client.authentication;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;

/** How one client of a nameservice proves who it is. */
public final class ClientSecurity {
    private final boolean secure;
    private final boolean service;
    private final Set<Text> services = new LinkedHashSet<>();
    private final UserGroupInformation user;
    private final GatewayLogin gateway;

    /**
     * For the current user.
     *
     * @param secure whether calls are signed
     * @param service whether they are signed with the key of a service
     */
    public ClientSecurity(Configuration configuration, URI nameservice, boolean secure, boolean service)
            throws IOException {
        this.secure = secure;
        this.service = service;
        this.user = UserGroupInformation.getCurrentUser();
        this.gateway = new GatewayLogin(configuration, nameservice, user);
        services.add(HAUtilClient.buildTokenServiceForLogicalUri(nameservice, "hdfs"));
        for (InetSocketAddress address : GatewayAddresses.of(configuration, nameservice)) {
            // Tokens that somebody fetched from a gateway by its address.
            services.add(SecurityUtil.buildTokenService(address));
        }
    }

    /**
     * What calls are signed with.
     *
     * @param serviceKeys the key of a service, if the settings name one
     */
    public CallKeys keys(CallKeys serviceKeys) {
        if (!secure || service) {
            return serviceKeys;
        }
        return new TokenKeys(user, services, gateway, System::nanoTime, System::currentTimeMillis);
    }

    /** What issues delegation tokens to the user; empty in simple mode, and for services, to which NameNodes issue them. */
    public Optional<GatewayLogin> login() {
        return secure && !service ? Optional.of(gateway) : Optional.empty();
    }
}
