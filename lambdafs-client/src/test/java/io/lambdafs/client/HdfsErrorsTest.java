package io.lambdafs.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.wire.ErrorCode;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HdfsErrorsTest {
    /** Classes of HDFS's server; the client knows their names only. */
    private static final Set<ErrorCode> SERVER_ONLY = Set.of(
            ErrorCode.LEASE_EXPIRED,
            ErrorCode.PATH_COMPONENT_TOO_LONG,
            ErrorCode.RECOVERY_IN_PROGRESS,
            ErrorCode.SNAPSHOT,
            ErrorCode.TOO_MANY_DIRECTORY_ITEMS);

    /** What programs catch, by the names that HDFS's NameNode sends. */
    @ParameterizedTest
    @CsvSource({
        "FILE_NOT_FOUND, java.io.FileNotFoundException",
        "FILE_ALREADY_EXISTS, org.apache.hadoop.fs.FileAlreadyExistsException",
        "PARENT_NOT_DIRECTORY, org.apache.hadoop.fs.ParentNotDirectoryException",
        "PATH_IS_NOT_DIRECTORY, org.apache.hadoop.fs.PathIsNotDirectoryException",
        "PATH_IS_NOT_EMPTY_DIRECTORY, org.apache.hadoop.fs.PathIsNotEmptyDirectoryException",
        "ACCESS_DENIED, org.apache.hadoop.security.AccessControlException",
        "LEASE_EXPIRED, org.apache.hadoop.hdfs.server.namenode.LeaseExpiredException",
        "ALREADY_BEING_CREATED, org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException",
        "RECOVERY_IN_PROGRESS, org.apache.hadoop.hdfs.protocol.RecoveryInProgressException",
        "NOT_REPLICATED_YET, org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException",
        "INVALID_PATH, org.apache.hadoop.fs.InvalidPathException",
        "PATH_COMPONENT_TOO_LONG, org.apache.hadoop.hdfs.protocol.FSLimitException$PathComponentTooLongException",
        "START_AFTER_NOT_FOUND, org.apache.hadoop.fs.DirectoryListingStartAfterNotFoundException",
        "TOO_MANY_DIRECTORY_ITEMS,"
                + " org.apache.hadoop.hdfs.protocol.FSLimitException$MaxDirectoryItemsExceededException",
        "NAMES_QUOTA_EXCEEDED, org.apache.hadoop.hdfs.protocol.NSQuotaExceededException",
        "SPACE_QUOTA_EXCEEDED, org.apache.hadoop.hdfs.protocol.DSQuotaExceededException",
        "TYPE_QUOTA_EXCEEDED, org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException",
        "SNAPSHOT, org.apache.hadoop.hdfs.protocol.SnapshotException",
        "SNAPSHOT_ACCESS_DENIED, org.apache.hadoop.hdfs.protocol.SnapshotAccessControlException",
        "INVALID_ARGUMENT, org.apache.hadoop.HadoopIllegalArgumentException",
        "INVALID_ACL, org.apache.hadoop.hdfs.protocol.AclException",
        "SAFE_MODE, org.apache.hadoop.hdfs.server.namenode.SafeModeException",
        "UNSUPPORTED_OPERATION, java.lang.UnsupportedOperationException",
        "UNKNOWN_METHOD, org.apache.hadoop.ipc.RpcNoSuchMethodException",
        "UNAUTHENTICATED, org.apache.hadoop.security.AccessControlException",
        "SUBTREE_BUSY, java.io.IOException",
        "IO_ERROR, java.io.IOException"
    })
    void code_isThisClass(ErrorCode code, String className) {
        assertThat(HdfsErrors.of(code, "message").getClassName()).isEqualTo(className);
    }

    @Test
    void everyClass_isOneThatHadoopHas() throws ClassNotFoundException {
        for (ErrorCode code : ErrorCode.values()) {
            if (!SERVER_ONLY.contains(code)) {
                assertThat(Class.forName(HdfsErrors.className(code)))
                        .as(code.name())
                        .isAssignableTo(Exception.class);
            }
        }
    }

    @Test
    void unwrapping_givesHdfsOwnException() {
        IOException unwrapped = HdfsErrors.of(ErrorCode.PATH_IS_NOT_EMPTY_DIRECTORY, "/d is non empty")
                .unwrapRemoteException();
        assertThat(unwrapped).isInstanceOf(PathIsNotEmptyDirectoryException.class);
    }

    @Test
    void hadoopsRetryPolicy_failsEveryOneAtOnce() throws Exception {
        RetryPolicy policy =
                RetryPolicies.failoverOnNetworkException(RetryPolicies.TRY_ONCE_THEN_FAIL, 15, 10, 500, 15000);
        for (ErrorCode code : ErrorCode.values()) {
            RemoteException exception = HdfsErrors.of(code, "message");
            assertThat(policy.shouldRetry(exception, 0, 0, true).action)
                    .as(code.name())
                    .isEqualTo(RetryPolicy.RetryAction.RetryDecision.FAIL);
        }
    }
}
