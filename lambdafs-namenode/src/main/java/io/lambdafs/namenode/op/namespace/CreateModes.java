package io.lambdafs.namenode.op.namespace;

import static java.util.Objects.requireNonNull;

import io.lambdafs.acl.ModeAndAcl;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Permission;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.message.FileStatusMessages;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;

/**
 * The mode that a request asks for.
 *
 * @param masked after the mask of the user's process: what a new inode gets that inherits no entries of access control
 * @param limiting what limits the entries that it inherits
 */
public record CreateModes(Permission masked, Permission limiting) {
    private static final int OWNER_WRITE_EXECUTE = 0300;

    public CreateModes {
        requireNonNull(masked, "masked");
        requireNonNull(limiting, "limiting");
    }

    /** A mode that no user's process masked. */
    static CreateModes of(Permission mode) {
        return new CreateModes(mode, mode);
    }

    /** What a request to create a file asks for; files have no sticky bit. */
    public static CreateModes of(CreateRequestProto request, FeatureConfig config) {
        Permission masked = FileStatusMessages.permission(request.getMasked()).withoutSticky();
        return request.hasUnmasked() && config.posixAclInheritance()
                ? new CreateModes(
                        masked,
                        FileStatusMessages.permission(request.getUnmasked()).withoutSticky())
                : of(masked);
    }

    /** What a request to make a directory asks for. */
    static CreateModes of(MkdirsRequestProto request, FeatureConfig config) {
        Permission masked = FileStatusMessages.permission(request.getMasked());
        return request.hasUnmasked() && config.posixAclInheritance()
                ? new CreateModes(masked, FileStatusMessages.permission(request.getUnmasked()))
                : of(masked);
    }

    /** The modes of directories that are made on the way: the user can make the next one in them. */
    CreateModes onTheWay() {
        return new CreateModes(onTheWay(masked), onTheWay(limiting));
    }

    private static Permission onTheWay(Permission mode) {
        return new Permission(mode.withoutSticky().mode() | OWNER_WRITE_EXECUTE);
    }

    /**
     * The attributes of a new inode of the caller's.
     *
     * @param parent the directory that it is made in, as it is under its lock
     * @param accessMillis its time of access
     */
    public Attributes attributes(CallContext call, INode parent, boolean directory, long accessMillis) {
        Attributes above = parent.attributes();
        ModeAndAcl rights = ModeAndAcl.inherited(above.features().acl(), limiting, masked, directory);
        return new Attributes(
                call.user(),
                above.group(),
                rights.mode(),
                call.nowMillis(),
                accessMillis,
                Features.NONE.withAcl(rights.acl()));
    }
}
