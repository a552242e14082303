package io.lambdafs.namenode.message;

import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.AclEntry.EntryType;
import io.lambdafs.fs.AclEntry.Scope;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.AclEntryScopeProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.AclEntryTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.FsActionProto;

/** Conversion of entries of access control from and to messages. */
public final class AclMessages {
    private AclMessages() {}

    public static List<AclEntry> entries(List<AclEntryProto> messages) {
        return messages.stream().map(AclMessages::entry).toList();
    }

    private static AclEntry entry(AclEntryProto message) {
        Scope scope = message.getScope() == AclEntryScopeProto.ACCESS ? Scope.ACCESS : Scope.DEFAULT;
        EntryType type = switch (message.getType()) {
            case USER -> EntryType.USER;
            case GROUP -> EntryType.GROUP;
            case MASK -> EntryType.MASK;
            case OTHER -> EntryType.OTHER;
        };
        return new AclEntry(
                scope, type, message.getName(), message.getPermissions().getNumber());
    }

    public static List<AclEntryProto> messages(List<AclEntry> entries) {
        return entries.stream().map(AclMessages::message).toList();
    }

    private static AclEntryProto message(AclEntry entry) {
        AclEntryProto.Builder message = AclEntryProto.newBuilder()
                .setScope(entry.scope() == Scope.ACCESS ? AclEntryScopeProto.ACCESS : AclEntryScopeProto.DEFAULT)
                .setType(
                        switch (entry.type()) {
                            case USER -> AclEntryTypeProto.USER;
                            case GROUP -> AclEntryTypeProto.GROUP;
                            case MASK -> AclEntryTypeProto.MASK;
                            case OTHER -> AclEntryTypeProto.OTHER;
                        })
                .setPermissions(FsActionProto.forNumber(entry.bits()));
        if (entry.isNamed()) {
            message.setName(entry.name());
        }
        return message.build();
    }
}
