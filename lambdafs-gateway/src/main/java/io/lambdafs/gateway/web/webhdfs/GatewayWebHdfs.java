package io.lambdafs.gateway.web.webhdfs;

import io.lambdafs.gateway.security.GatewayTokens;
import io.lambdafs.gateway.web.calls.GatewayCalls;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.Path;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsCreateModes;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.server.common.JspHelper;
import org.apache.hadoop.hdfs.server.namenode.NameNodeHttpServer;
import org.apache.hadoop.hdfs.server.namenode.web.resources.NamenodeWebHdfsMethods;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.hdfs.web.WebHdfsFileSystem;
import org.apache.hadoop.hdfs.web.resources.AccessTimeParam;
import org.apache.hadoop.hdfs.web.resources.AclPermissionParam;
import org.apache.hadoop.hdfs.web.resources.AllUsersParam;
import org.apache.hadoop.hdfs.web.resources.BlockSizeParam;
import org.apache.hadoop.hdfs.web.resources.BufferSizeParam;
import org.apache.hadoop.hdfs.web.resources.ConcatSourcesParam;
import org.apache.hadoop.hdfs.web.resources.CreateFlagParam;
import org.apache.hadoop.hdfs.web.resources.CreateParentParam;
import org.apache.hadoop.hdfs.web.resources.DelegationParam;
import org.apache.hadoop.hdfs.web.resources.DestinationParam;
import org.apache.hadoop.hdfs.web.resources.DoAsParam;
import org.apache.hadoop.hdfs.web.resources.ECPolicyParam;
import org.apache.hadoop.hdfs.web.resources.ExcludeDatanodesParam;
import org.apache.hadoop.hdfs.web.resources.FsActionParam;
import org.apache.hadoop.hdfs.web.resources.GetOpParam;
import org.apache.hadoop.hdfs.web.resources.GroupParam;
import org.apache.hadoop.hdfs.web.resources.HttpOpParam;
import org.apache.hadoop.hdfs.web.resources.LengthParam;
import org.apache.hadoop.hdfs.web.resources.ModificationTimeParam;
import org.apache.hadoop.hdfs.web.resources.NameSpaceQuotaParam;
import org.apache.hadoop.hdfs.web.resources.NewLengthParam;
import org.apache.hadoop.hdfs.web.resources.NoRedirectParam;
import org.apache.hadoop.hdfs.web.resources.OffsetParam;
import org.apache.hadoop.hdfs.web.resources.OldSnapshotNameParam;
import org.apache.hadoop.hdfs.web.resources.OverwriteParam;
import org.apache.hadoop.hdfs.web.resources.OwnerParam;
import org.apache.hadoop.hdfs.web.resources.Param;
import org.apache.hadoop.hdfs.web.resources.PermissionParam;
import org.apache.hadoop.hdfs.web.resources.PostOpParam;
import org.apache.hadoop.hdfs.web.resources.PutOpParam;
import org.apache.hadoop.hdfs.web.resources.RenameOptionSetParam;
import org.apache.hadoop.hdfs.web.resources.RenewerParam;
import org.apache.hadoop.hdfs.web.resources.ReplicationParam;
import org.apache.hadoop.hdfs.web.resources.SnapshotDiffIndexParam;
import org.apache.hadoop.hdfs.web.resources.SnapshotDiffStartPathParam;
import org.apache.hadoop.hdfs.web.resources.SnapshotNameParam;
import org.apache.hadoop.hdfs.web.resources.StartAfterParam;
import org.apache.hadoop.hdfs.web.resources.StoragePolicyParam;
import org.apache.hadoop.hdfs.web.resources.StorageSpaceQuotaParam;
import org.apache.hadoop.hdfs.web.resources.StorageTypeParam;
import org.apache.hadoop.hdfs.web.resources.TokenArgumentParam;
import org.apache.hadoop.hdfs.web.resources.TokenKindParam;
import org.apache.hadoop.hdfs.web.resources.TokenServiceParam;
import org.apache.hadoop.hdfs.web.resources.UnmaskedPermissionParam;
import org.apache.hadoop.hdfs.web.resources.UserParam;
import org.apache.hadoop.hdfs.web.resources.XAttrEncodingParam;
import org.apache.hadoop.hdfs.web.resources.XAttrNameParam;
import org.apache.hadoop.hdfs.web.resources.XAttrSetFlagParam;
import org.apache.hadoop.hdfs.web.resources.XAttrValueParam;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.ExternalCall;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;

/**
 * WebHDFS of a NameNode, with its ClientProtocol and its choice of DataNodes replaced by the gateway's. Parameters, answers and
 * statuses are Hadoop's. Hadoop's web server makes one for each request.
 */
@Path("")
public final class GatewayWebHdfs extends NamenodeWebHdfsMethods {
    private static final String PROTOCOL = "webhdfs";
    private static final long WHOLE_FILE = -1;

    /** Says that content comes with the request, as HttpFS's redirects do. */
    private static final String WITH_CONTENT = "data=true";

    private final HttpServletRequest asked;

    /** Called by Hadoop's web server. */
    public GatewayWebHdfs(@Context HttpServletRequest request) {
        super(request);
        this.asked = request;
    }

    @Override
    protected ClientProtocol getRpcClientProtocol() {
        return calls().by(getRemoteAddr(), PROTOCOL);
    }

    @Override
    @SuppressWarnings("rawtypes") // It is Hadoop's.
    protected void queueExternalCall(ExternalCall call) throws IOException, InterruptedException {
        calls().queue(call);
    }

    /** None where there are no tokens, as on HDFS without security. */
    @Override
    public @Nullable Credentials createCredentials(UserGroupInformation ugi, @Nullable String renewer)
            throws IOException {
        Text name = new Text(renewer == null ? ugi.getShortUserName() : renewer);
        @Nullable
        Token<DelegationTokenIdentifier> token = getRpcClientProtocol().getDelegationToken(name);
        if (token == null) {
            return null;
        }
        Credentials credentials = new Credentials();
        credentials.addToken(token.getService(), token);
        return credentials;
    }

    @Override
    @SuppressWarnings({"checkstyle:ParameterNumber", "checkstyle:MethodLength"}) // They are Hadoop's.
    protected Response put(
            UserGroupInformation ugi,
            DelegationParam delegation,
            UserParam username,
            DoAsParam doAsUser,
            String path,
            PutOpParam op,
            DestinationParam destination,
            OwnerParam owner,
            GroupParam group,
            PermissionParam permission,
            UnmaskedPermissionParam unmaskedPermission,
            OverwriteParam overwrite,
            BufferSizeParam bufferSize,
            ReplicationParam replication,
            BlockSizeParam blockSize,
            ModificationTimeParam modificationTime,
            AccessTimeParam accessTime,
            RenameOptionSetParam renameOptions,
            CreateParentParam createParent,
            TokenArgumentParam token,
            AclPermissionParam acl,
            XAttrNameParam xattrName,
            XAttrValueParam xattrValue,
            XAttrSetFlagParam xattrFlag,
            SnapshotNameParam snapshot,
            OldSnapshotNameParam oldSnapshot,
            ExcludeDatanodesParam excluded,
            CreateFlagParam createFlag,
            NoRedirectParam noRedirect,
            StoragePolicyParam storagePolicy,
            ECPolicyParam ecPolicy,
            NameSpaceQuotaParam nameQuota,
            StorageSpaceQuotaParam spaceQuota,
            StorageTypeParam storageType)
            throws IOException, URISyntaxException {
        if (op.getValue() == PutOpParam.Op.CREATE && hasContent()) {
            content(ugi)
                    .create(
                            new CarriedContent.Creation(
                                    path,
                                    unmaskedPermission.getValue() == null
                                            ? permission.getFileFsPermission()
                                            : FsCreateModes.create(
                                                    permission.getFileFsPermission(),
                                                    unmaskedPermission.getFileFsPermission()),
                                    flags(createFlag, overwrite),
                                    createParent.getValue(),
                                    replication.getValue(settings()),
                                    blockSize.getValue(settings())),
                            asked.getInputStream());
            return Response.created(new URI("hdfs", calls().rpcAddress().getHostString(), path, null))
                    .type(MediaType.APPLICATION_OCTET_STREAM)
                    .build();
        }
        if (op.getValue() == PutOpParam.Op.CREATE) {
            List<Param<?, ?>> parameters = List.of(
                    permission,
                    unmaskedPermission,
                    overwrite,
                    bufferSize,
                    replication,
                    blockSize,
                    createParent,
                    createFlag);
            return redirect(
                    ugi,
                    delegation,
                    noRedirect,
                    request(op, path, WHOLE_FILE, excluded, List.of(doAsUser, username), parameters));
        }
        return super.put(
                ugi,
                delegation,
                username,
                doAsUser,
                path,
                op,
                destination,
                owner,
                group,
                permission,
                unmaskedPermission,
                overwrite,
                bufferSize,
                replication,
                blockSize,
                modificationTime,
                accessTime,
                renameOptions,
                createParent,
                token,
                acl,
                xattrName,
                xattrValue,
                xattrFlag,
                snapshot,
                oldSnapshot,
                excluded,
                createFlag,
                noRedirect,
                storagePolicy,
                ecPolicy,
                nameQuota,
                spaceQuota,
                storageType);
    }

    @Override
    @SuppressWarnings({"checkstyle:ParameterNumber", "checkstyle:MethodLength"}) // They are Hadoop's.
    protected Response post(
            UserGroupInformation ugi,
            DelegationParam delegation,
            UserParam username,
            DoAsParam doAsUser,
            String path,
            PostOpParam op,
            ConcatSourcesParam sources,
            BufferSizeParam bufferSize,
            ExcludeDatanodesParam excluded,
            NewLengthParam newLength,
            NoRedirectParam noRedirect)
            throws IOException, URISyntaxException {
        if (op.getValue() == PostOpParam.Op.APPEND && hasContent()) {
            content(ugi).append(path, asked.getInputStream());
            return Response.ok().type(MediaType.APPLICATION_OCTET_STREAM).build();
        }
        if (op.getValue() == PostOpParam.Op.APPEND) {
            return redirect(
                    ugi,
                    delegation,
                    noRedirect,
                    request(op, path, WHOLE_FILE, excluded, List.of(doAsUser, username), List.of(bufferSize)));
        }
        return super.post(
                ugi, delegation, username, doAsUser, path, op, sources, bufferSize, excluded, newLength, noRedirect);
    }

    @Override
    @SuppressWarnings({"checkstyle:ParameterNumber", "checkstyle:MethodLength"}) // They are Hadoop's.
    protected Response get(
            UserGroupInformation ugi,
            DelegationParam delegation,
            UserParam username,
            DoAsParam doAsUser,
            String path,
            GetOpParam op,
            OffsetParam offset,
            LengthParam length,
            RenewerParam renewer,
            BufferSizeParam bufferSize,
            List<XAttrNameParam> xattrNames,
            XAttrEncodingParam xattrEncoding,
            ExcludeDatanodesParam excluded,
            FsActionParam action,
            SnapshotNameParam snapshot,
            OldSnapshotNameParam oldSnapshot,
            SnapshotDiffStartPathParam diffStart,
            SnapshotDiffIndexParam diffIndex,
            TokenKindParam tokenKind,
            TokenServiceParam tokenService,
            NoRedirectParam noRedirect,
            StartAfterParam startAfter,
            AllUsersParam allUsers)
            throws IOException, URISyntaxException {
        if (op.getValue() == GetOpParam.Op.OPEN && carriesContent()) {
            return content(ugi).open(path, offset.getOffset(), length.getValue());
        }
        if (op.getValue() == GetOpParam.Op.GETFILECHECKSUM && carriesContent()) {
            return content(ugi).checksum(path);
        }
        if (op.getValue() == GetOpParam.Op.OPEN) {
            List<Param<?, ?>> parameters = List.of(offset, length, bufferSize);
            return redirect(
                    ugi,
                    delegation,
                    noRedirect,
                    request(op, path, offset.getValue(), excluded, List.of(doAsUser, username), parameters));
        }
        if (op.getValue() == GetOpParam.Op.GETFILECHECKSUM) {
            ExcludeDatanodesParam none = new ExcludeDatanodesParam("");
            return redirect(
                    ugi,
                    delegation,
                    noRedirect,
                    request(op, path, WHOLE_FILE, none, List.of(doAsUser, username), List.of()));
        }
        return super.get(
                ugi,
                delegation,
                username,
                doAsUser,
                path,
                op,
                offset,
                length,
                renewer,
                bufferSize,
                xattrNames,
                xattrEncoding,
                excluded,
                action,
                snapshot,
                oldSnapshot,
                diffStart,
                diffIndex,
                tokenKind,
                tokenService,
                noRedirect,
                startAfter,
                allUsers);
    }

    private DataRedirects.Request request(
            HttpOpParam<?> op,
            String path,
            long offset,
            ExcludeDatanodesParam excluded,
            List<Param<?, ?>> user,
            List<Param<?, ?>> parameters) {
        return new DataRedirects.Request(
                op.getValue(), path, offset, excluded.getValue(), getRemoteAddr(), user, parameters);
    }

    /* DataNodes have no Kerberos, and would believe the name of any user. */
    private static boolean carriesContent() {
        return UserGroupInformation.isSecurityEnabled();
    }

    private boolean hasContent() {
        String query = asked.getQueryString();
        return carriesContent() && query != null && List.of(query.split("&")).contains(WITH_CONTENT);
    }

    private CarriedContent content(UserGroupInformation user) {
        return new CarriedContent(user, getRpcClientProtocol(), settings());
    }

    private Configuration settings() {
        return (Configuration) getContext().getAttribute(JspHelper.CURRENT_CONF);
    }

    private static EnumSet<CreateFlag> flags(CreateFlagParam given, OverwriteParam overwrite) {
        EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE);
        if (given.getValue() != null) {
            flags.addAll(given.getValue());
        }
        if (overwrite.getValue()) {
            flags.add(CreateFlag.OVERWRITE);
        }
        return flags;
    }

    /* The client shows it to this gateway next, which need not ask a NameNode about it then. */
    private Token<DelegationTokenIdentifier> newToken(UserGroupInformation user) throws IOException {
        Token<DelegationTokenIdentifier> token =
                getRpcClientProtocol().getDelegationToken(new Text(user.getShortUserName()));
        if (NameNodeHttpServer.getTokenVerifierFromContext(getContext()) instanceof GatewayTokens tokens) {
            tokens.issued(token);
        }
        return token;
    }

    /** The same place, where the client is to send the content; with a token, because a client shows no ticket twice. */
    private URI here(UserGroupInformation user, DelegationParam delegation, DataRedirects.Request request)
            throws IOException {
        String token = delegation.getValue() == null || delegation.getValue().isEmpty()
                ? newToken(user).encodeToUrlString()
                : delegation.getValue();
        String query = request.operation().toQueryString() + "&" + new DelegationParam(token)
                + Param.toSortedString("&", request.parameters().toArray(Param<?, ?>[]::new)) + "&" + WITH_CONTENT;
        try {
            return new URI(
                    asked.getScheme(),
                    null,
                    asked.getServerName(),
                    asked.getServerPort(),
                    WebHdfsFileSystem.PATH_PREFIX + request.path(),
                    query,
                    null);
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private Response redirect(
            UserGroupInformation user,
            DelegationParam delegation,
            NoRedirectParam noRedirect,
            DataRedirects.Request request)
            throws IOException {
        GatewayCalls calls = calls();
        URI place = carriesContent()
                ? here(user, delegation, request)
                : new DataRedirects(getRpcClientProtocol(), calls.dataNodes(), calls.rpcAddress()).of(request);
        return noRedirect.getValue()
                ? Response.ok(JsonUtil.toJsonString("Location", place))
                        .type(MediaType.APPLICATION_JSON)
                        .build()
                : Response.temporaryRedirect(place)
                        .type(MediaType.APPLICATION_OCTET_STREAM)
                        .build();
    }

    private GatewayCalls calls() {
        return GatewayCalls.of(getContext());
    }
}
