package io.lambdafs.client;

import io.lambdafs.client.authentication.GatewayLogin;
import io.lambdafs.client.listing.ListingMessages;
import io.lambdafs.client.subtree.OverlayTranslator;
import io.lambdafs.client.subtree.Overlays;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's own translation of its client's calls into messages, except for listings, where its own is slow, and for the
 * question of a NameNode's address.
 *
 * <p>Programs such as {@code hdfs fsck} ask for the address of the NameNode. Hadoop asks the handler of the proxy for
 * it, which must then be an {@code RpcInvocationHandler}. But Hadoop takes the calls of such a handler for its own RPC.
 * It sets the number of each call in the thread for its RPC client to take, so the thread's second call would fail. So
 * the question is recognised here, before Hadoop looks at the handler.
 */
final class ClientProtocolTranslator extends OverlayTranslator {
    private static final String NO_ADDRESS = "λFS has no NameNode with an address, because its NameNodes are functions."
            + " This command reads web pages of a NameNode, as fsck and dfsadmin -fetchImage do. Give the settings of a"
            + " gateway, which 'lambdafs conf' prints, or use 'hdfs dfsadmin -report' for the state of DataNodes.";

    private final ProtocolInvocation calls;
    private final Optional<Object> gateway;
    private final Optional<GatewayLogin> login;

    /** Whether somebody has just asked for the status of the root: Hadoop does so before it asks for the address. */
    private volatile boolean rootAsked;

    /**
     * A translation.
     *
     * @param service what carries the messages of all other calls
     * @param calls what is behind the service
     * @param overlays the decoupled subtrees of this process
     * @param gateway what has the address of a gateway, as {@link AddressOfGateway} has; empty if none is known
     * @param login what issues delegation tokens; empty for NameNodes themselves
     */
    ClientProtocolTranslator(
            ClientNamenodeProtocolPB service,
            ProtocolInvocation calls,
            Optional<Object> gateway,
            Optional<GatewayLogin> login,
            Overlays overlays) {
        super(service, overlays);
        this.calls = calls;
        this.gateway = gateway;
        this.login = login;
    }

    @Override
    public @Nullable HdfsFileStatus getFileInfo(String path) throws IOException {
        if (path.equals("/")) {
            rootAsked = true;
        }
        return super.getFileInfo(path);
    }

    /**
     * Also called before every call, so the stack is looked at only after somebody asked for the root. The question of a
     * NameNode's address is answered with that of a gateway. Where none is known, it is refused by an undeclared IOException:
     * programs show the message of this kind of exception, and end with a stack trace at any other.
     */
    @Override
    public Object getUnderlyingProxyObject() {
        if (rootAsked) {
            rootAsked = false;
            StackTraceElement[] callers = new Throwable().getStackTrace();
            if (callers.length > 1 && callers[1].getMethodName().equals("getConnectionIdForProxy")) {
                if (gateway.isPresent()) {
                    return gateway.get();
                }
                throw ClientProtocolTranslator.<RuntimeException>undeclared(new IOException(NO_ADDRESS));
            }
        }
        return super.getUnderlyingProxyObject();
    }

    @Override
    public @Nullable Token<DelegationTokenIdentifier> getDelegationToken(Text renewer) throws IOException {
        return login.isPresent() ? login.get().token(renewer) : super.getDelegationToken(renewer);
    }

    @Override
    public long renewDelegationToken(Token<DelegationTokenIdentifier> token) throws IOException {
        return login.isPresent() ? login.get().renew(token) : super.renewDelegationToken(token);
    }

    @Override
    public void cancelDelegationToken(Token<DelegationTokenIdentifier> token) throws IOException {
        if (login.isPresent()) {
            login.get().cancel(token);
        } else {
            super.cancelDelegationToken(token);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // The cast is not checked, which is its purpose.
    private static <E extends Throwable> E undeclared(Throwable failure) throws E {
        throw (E) failure;
    }

    @Override
    protected @Nullable DirectoryListing listNamespace(String path, byte[] startAfter, boolean withLocations)
            throws IOException {
        if (withLocations) {
            return super.listNamespace(path, startAfter, true);
        }
        return calls.call("getListing", ListingMessages.request(path, startAfter), ListingMessages::listing);
    }
}
