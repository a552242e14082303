package io.lambdafs.wire;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** The one table from error codes to the names of HDFS's own exception classes. */
public final class ExceptionNames {
    private static final String IO_EXCEPTION = "java.io.IOException";
    private static final String ACCESS_CONTROL = "org.apache.hadoop.security.AccessControlException";
    private static final Map<ErrorCode, String> CLASSES = classes();

    private ExceptionNames() {}

    /** The binary name of the class that an HDFS NameNode would throw for this failure. */
    public static String of(ErrorCode code) {
        return CLASSES.getOrDefault(code, IO_EXCEPTION);
    }

    private static Map<ErrorCode, String> classes() {
        Map<ErrorCode, String> map = new EnumMap<>(ErrorCode.class);
        map.put(ErrorCode.FILE_NOT_FOUND, "java.io.FileNotFoundException");
        map.put(ErrorCode.FILE_ALREADY_EXISTS, "org.apache.hadoop.fs.FileAlreadyExistsException");
        map.put(ErrorCode.PARENT_NOT_DIRECTORY, "org.apache.hadoop.fs.ParentNotDirectoryException");
        map.put(ErrorCode.PATH_IS_NOT_DIRECTORY, "org.apache.hadoop.fs.PathIsNotDirectoryException");
        map.put(ErrorCode.PATH_IS_NOT_EMPTY_DIRECTORY, "org.apache.hadoop.fs.PathIsNotEmptyDirectoryException");
        map.put(ErrorCode.ACCESS_DENIED, ACCESS_CONTROL);
        map.put(ErrorCode.LEASE_EXPIRED, "org.apache.hadoop.hdfs.server.namenode.LeaseExpiredException");
        map.put(ErrorCode.ALREADY_BEING_CREATED, "org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException");
        map.put(ErrorCode.RECOVERY_IN_PROGRESS, "org.apache.hadoop.hdfs.protocol.RecoveryInProgressException");
        map.put(ErrorCode.NOT_REPLICATED_YET, "org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException");
        map.put(ErrorCode.INVALID_PATH, "org.apache.hadoop.fs.InvalidPathException");
        map.put(
                ErrorCode.PATH_COMPONENT_TOO_LONG,
                "org.apache.hadoop.hdfs.protocol.FSLimitException$PathComponentTooLongException");
        map.put(ErrorCode.INVALID_ARGUMENT, "org.apache.hadoop.HadoopIllegalArgumentException");
        map.put(ErrorCode.INVALID_ACL, "org.apache.hadoop.hdfs.protocol.AclException");
        map.put(ErrorCode.SAFE_MODE, "org.apache.hadoop.hdfs.server.namenode.SafeModeException");
        map.put(ErrorCode.UNSUPPORTED_OPERATION, "java.lang.UnsupportedOperationException");
        map.put(ErrorCode.UNKNOWN_METHOD, "org.apache.hadoop.ipc.RpcNoSuchMethodException");
        map.put(ErrorCode.START_AFTER_NOT_FOUND, "org.apache.hadoop.fs.DirectoryListingStartAfterNotFoundException");
        map.put(
                ErrorCode.TOO_MANY_DIRECTORY_ITEMS,
                "org.apache.hadoop.hdfs.protocol.FSLimitException$MaxDirectoryItemsExceededException");
        map.put(ErrorCode.NAMES_QUOTA_EXCEEDED, "org.apache.hadoop.hdfs.protocol.NSQuotaExceededException");
        map.put(ErrorCode.SPACE_QUOTA_EXCEEDED, "org.apache.hadoop.hdfs.protocol.DSQuotaExceededException");
        map.put(ErrorCode.TYPE_QUOTA_EXCEEDED, "org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException");
        map.put(ErrorCode.SNAPSHOT, "org.apache.hadoop.hdfs.protocol.SnapshotException");
        map.put(ErrorCode.SNAPSHOT_ACCESS_DENIED, "org.apache.hadoop.hdfs.protocol.SnapshotAccessControlException");
        map.put(ErrorCode.UNAUTHENTICATED, ACCESS_CONTROL);
        map.put(ErrorCode.INVALID_TOKEN, "org.apache.hadoop.security.token.SecretManager$InvalidToken");
        return Collections.unmodifiableMap(map);
    }
}
