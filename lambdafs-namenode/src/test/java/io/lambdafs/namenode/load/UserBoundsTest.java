package io.lambdafs.namenode.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class UserBoundsTest {
    /** What is done while a request is under way. */
    private Supplier<ResponseEnvelope> meanwhile = () -> null;

    private ResponseEnvelope inner;

    private final RequestHandler handler = request -> {
        Supplier<ResponseEnvelope> once = meanwhile;
        meanwhile = () -> null;
        ResponseEnvelope other = once.get();
        inner = other == null ? inner : other;
        return ResponseEnvelope.success(request.id(), new byte[0]);
    };

    private final UserBounds bounds = new UserBounds(handler, 1);

    private static RequestEnvelope of(String user) {
        return new RequestEnvelope(
                new RequestId(new UUID(1, 1), 1),
                new Caller(user, List.of(), "host"),
                RequestLife.UNDATED,
                "getFileInfo",
                new byte[0]);
    }

    @Test
    void userWithAllThatOneMayHave_comesAgain_andOthersGoOn() {
        meanwhile = () -> bounds.handle(of("alice"));
        assertThat(bounds.handle(of("alice")).succeeded()).isTrue();
        assertThat(inner.error()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(inner.message()).contains("user alice has 1 requests under way");

        meanwhile = () -> bounds.handle(of("bob"));
        assertThat(bounds.handle(of("alice")).succeeded()).isTrue();
        assertThat(inner.succeeded()).isTrue();
        assertThat(bounds.handle(of("alice")).succeeded()).isTrue();
    }

    @Test
    void requestThatFails_isNoLongerUnderWay() {
        meanwhile = () -> {
            throw new IllegalStateException("a defect");
        };
        assertThatThrownBy(() -> bounds.handle(of("alice"))).hasMessage("a defect");
        assertThat(bounds.handle(of("alice")).succeeded()).isTrue();
    }

    @Test
    void aQuarterOfTheThreads_isLeftToOthers() {
        assertThat(UserBounds.ofThreads(64)).isEqualTo(48);
        assertThat(UserBounds.ofThreads(8)).isEqualTo(6);
        assertThat(UserBounds.ofThreads(1)).isEqualTo(1);
    }
}
