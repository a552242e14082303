package io.lambdafs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.wire.ErrorCode;
import org.junit.jupiter.api.Test;

/** What callers learn when the store fails. */
final class FailureTest {
    @Test
    void fullStore_isWhatHdfsCallsSafeMode_andNotTriedAgain() {
        Failure failure = Failure.of(new StoreException(Kind.FULL, "the disk of /data is full"));
        assertThat(failure).isEqualTo(new Failure(ErrorCode.SAFE_MODE, "the disk of /data is full"));
        assertThat(failure.code().retriable()).isFalse();
    }

    @Test
    void unavailableStore_isTriedAgain() {
        assertThat(Failure.of(new StoreException(Kind.UNAVAILABLE, "gone"))
                        .code()
                        .retriable())
                .isTrue();
    }
}
