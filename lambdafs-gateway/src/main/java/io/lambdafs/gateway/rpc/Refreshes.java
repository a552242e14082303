package io.lambdafs.gateway.rpc;

import io.lambdafs.gateway.security.TokenGroupsRefresh;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HDFSPolicyProvider;
import org.apache.hadoop.ipc.GenericRefreshProtocol;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RefreshCallQueueProtocol;
import org.apache.hadoop.ipc.RefreshRegistry;
import org.apache.hadoop.ipc.RefreshResponse;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.Groups;
import org.apache.hadoop.security.RefreshUserMappingsProtocol;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.security.authorize.ProxyUsers;
import org.apache.hadoop.security.authorize.RefreshAuthorizationPolicyProtocol;
import org.jspecify.annotations.Nullable;

/**
 * Has a gateway read its settings again, for {@code hdfs dfsadmin -refresh…}. As on HDFS only a superuser may do so: the user that
 * the gateway runs as, and members of {@code dfs.permissions.superusergroup}.
 */
final class Refreshes
        implements RefreshUserMappingsProtocol,
                RefreshAuthorizationPolicyProtocol,
                RefreshCallQueueProtocol,
                GenericRefreshProtocol {
    private static final String AUTHORIZATION = "hadoop.security.authorization";

    private final RPC.Server server;
    private final Supplier<Configuration> settings;
    private final Optional<TokenGroupsRefresh> ofTokens;

    /**
     * The refreshes of a server.
     *
     * @param settings reads the files with the settings
     * @param ofTokens has delegation tokens follow groups that have changed; empty in simple mode
     */
    Refreshes(RPC.Server server, Supplier<Configuration> settings, Optional<TokenGroupsRefresh> ofTokens) {
        this.server = server;
        this.settings = settings;
        this.ofTokens = ofTokens;
    }

    @Override
    public void refreshUserToGroupsMappings() throws IOException {
        // The object that Hadoop's classes in this JVM hold: a new one would leave them with what they know.
        Groups.getUserToGroupsMappingService(requireSuperuser()).refresh();
        if (ofTokens.isPresent()) {
            ofTokens.get().run();
        }
    }

    @Override
    public void refreshSuperUserGroupsConfiguration() throws IOException {
        ProxyUsers.refreshSuperUserGroupsConfiguration(requireSuperuser());
    }

    @Override
    public void refreshServiceAcl() throws IOException {
        Configuration read = requireSuperuser();
        if (!read.getBoolean(AUTHORIZATION, false)) {
            throw new AuthorizationException("Service Level Authorization not enabled!");
        }
        server.refreshServiceAcl(read, new HDFSPolicyProvider());
    }

    @Override
    public void refreshCallQueue() throws IOException {
        server.refreshCallQueue(requireSuperuser());
    }

    @Override
    public Collection<RefreshResponse> refresh(String identifier, String[] arguments) throws IOException {
        requireSuperuser();
        return List.copyOf(RefreshRegistry.defaultRegistry().dispatch(identifier, arguments));
    }

    /** The settings as they are now. */
    private Configuration requireSuperuser() throws IOException {
        Configuration read = settings.get();
        @Nullable UserGroupInformation caller = Server.getRemoteUser();
        String own = UserGroupInformation.getLoginUser().getShortUserName();
        String group = read.get("dfs.permissions.superusergroup", "supergroup");
        if (caller == null
                || !(caller.getShortUserName().equals(own)
                        || java.util.Arrays.asList(caller.getGroupNames()).contains(group))) {
            throw new AccessControlException("Access denied for user "
                    + (caller == null ? "unknown" : caller.getShortUserName()) + ". Superuser privilege is required");
        }
        return read;
    }
}
