package io.lambdafs.store.ndb.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.ndbjtie.ndbapi.NdbErrorConst;
import com.mysql.ndbjtie.ndbapi.NdbErrorConst.Classification;
import com.mysql.ndbjtie.ndbapi.NdbErrorConst.Status;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the cluster's errors; their codes and classes are those of NDB's reference. */
final class NdbErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "410, OVERLOAD, the log files are overloaded",
        "1218, OVERLOAD, send buffers are overloaded",
        "233, RESOURCE, out of records for operations",
        "4010, RECOVERY, a node failed and the transaction was aborted",
        "286, RECOVERY, a node failed and the transaction was aborted",
        "4012, UNKNOWN_RESULT, no answer",
        "4009, RECOVERY, the cluster cannot be reached",
        "270, SHUTDOWN, the node shuts down",
        "826, SPACE, too many rows",
    })
    void nodeFailureAndOverload_areRetriable(int code, ErrorClass classification, String message) {
        StoreException translated = translate(Status.TemporaryError, classification.number, code, message);
        assertThat(translated.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(translated.kind().retriable()).isTrue();
        assertThat(translated).hasMessageContaining(code + " " + message);
    }

    @ParameterizedTest
    @CsvSource({"266, CONFLICT", "274, CONFLICT", "635, CONFLICT", "237, EXPIRED", "296, EXPIRED"})
    void lockWaitsAndLongTransactions_areRetriable(int code, Kind kind) {
        StoreException translated = translate(Status.TemporaryError, Classification.TimeoutExpired, code, "expired");
        assertThat(translated.kind()).isEqualTo(kind);
        assertThat(kind.retriable()).isTrue();
    }

    @Test
    void whatMayPass_isRetriableWhateverItsClass() {
        assertThat(translate(Status.TemporaryError, Classification.InternalTemporary, 1, "x")
                        .kind())
                .isEqualTo(Kind.UNAVAILABLE);
        assertThat(translate(Status.UnknownResult, Classification.UnknownErrorCode, 1, "x")
                        .kind())
                .isEqualTo(Kind.UNAVAILABLE);
    }

    @Test
    void whatTheProgramDidWrong_isNotRetriable() {
        assertThat(translate(Status.PermanentError, Classification.SchemaError, 709, "no such table")
                        .kind())
                .isEqualTo(Kind.INCOMPATIBLE);
        assertThat(translate(Status.PermanentError, Classification.ApplicationError, 4200, "status error")
                        .kind()
                        .retriable())
                .isFalse();
    }

    /** The classes by names that a table of parameters can hold. */
    enum ErrorClass {
        OVERLOAD(Classification.OverloadError),
        RESOURCE(Classification.TemporaryResourceError),
        RECOVERY(Classification.NodeRecoveryError),
        UNKNOWN_RESULT(Classification.UnknownResultError),
        SHUTDOWN(Classification.NodeShutdown),
        SPACE(Classification.InsufficientSpace);

        private final int number;

        ErrorClass(int number) {
            this.number = number;
        }
    }

    private static StoreException translate(int status, int classification, int code, String message) {
        return NdbErrors.translate(new Given(status, classification, code, message));
    }

    private record Given(int status, int classification, int code, String message) implements NdbErrorConst {
        @Override
        public int mysql_code() {
            return 0;
        }
    }
}
