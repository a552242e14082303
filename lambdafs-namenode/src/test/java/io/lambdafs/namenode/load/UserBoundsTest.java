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
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class UserBoundsTest {
    /** What is done while a request is under way. */
    private Runnable meanwhile = () -> {};

    private final List<ResponseEnvelope> inner = new ArrayList<>();

    private final RequestHandler handler = request -> {
        Runnable once = meanwhile;
        meanwhile = () -> {};
        once.run();
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
        meanwhile = () -> inner.add(bounds.handle(of("alice")));
        assertThat(bounds.handle(of("alice")).succeeded()).isTrue();
        assertThat(inner.get(0).error()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(inner.get(0).message()).contains("user alice has 1 requests under way");

        meanwhile = () -> inner.add(bounds.handle(of("bob")));
        assertThat(bounds.handle(of("alice")).succeeded()).isTrue();
        assertThat(inner.get(1).succeeded()).isTrue();
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
