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

final class HdfsErrorsTest {
    /** Classes of HDFS's server; the client knows their names only. */
    private static final Set<ErrorCode> SERVER_ONLY =
            Set.of(ErrorCode.LEASE_EXPIRED, ErrorCode.PATH_COMPONENT_TOO_LONG, ErrorCode.RECOVERY_IN_PROGRESS);

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
