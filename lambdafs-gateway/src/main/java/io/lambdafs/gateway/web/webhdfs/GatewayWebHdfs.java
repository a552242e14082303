package io.lambdafs.gateway.web.webhdfs;

import io.lambdafs.gateway.web.calls.GatewayCalls;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.Path;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.server.namenode.web.resources.NamenodeWebHdfsMethods;
import org.apache.hadoop.hdfs.web.JsonUtil;
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

    /** Called by Hadoop's web server. */
    public GatewayWebHdfs(@Context HttpServletRequest request) {
        super(request);
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
                    noRedirect, request(op, path, WHOLE_FILE, excluded, List.of(doAsUser, username), parameters));
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
        if (op.getValue() == PostOpParam.Op.APPEND) {
            return redirect(
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
        if (op.getValue() == GetOpParam.Op.OPEN) {
            List<Param<?, ?>> parameters = List.of(offset, length, bufferSize);
            return redirect(
                    noRedirect,
                    request(op, path, offset.getValue(), excluded, List.of(doAsUser, username), parameters));
        }
        if (op.getValue() == GetOpParam.Op.GETFILECHECKSUM) {
            ExcludeDatanodesParam none = new ExcludeDatanodesParam("");
            return redirect(noRedirect, request(op, path, WHOLE_FILE, none, List.of(doAsUser, username), List.of()));
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

    private Response redirect(NoRedirectParam noRedirect, DataRedirects.Request request) throws IOException {
        if (UserGroupInformation.isSecurityEnabled()) {
            // DataNodes have no Kerberos, and would believe the name of any user.
            throw new UnsupportedOperationException(
                    "WebHDFS carries no content of files in secure mode: use hdfs:// with the same ticket or token");
        }
        GatewayCalls calls = calls();
        URI place = new DataRedirects(getRpcClientProtocol(), calls.dataNodes(), calls.rpcAddress()).of(request);
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
