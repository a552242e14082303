package io.lambdafs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import org.junit.jupiter.api.Test;

/** What becomes of requests that were routed among so many deployments. */
final class RoutedRequestsTest {
    private final NameNodeFixture fixture = new NameNodeFixture();
    private final RequestHandler four = new RoutedRequests(fixture.nameNode(), 4);

    private RequestEnvelope routedAmong(int deployments) {
        return fixture.request(fixture.newRequestId(), "hdfs", "getServerDefaults", new byte[0])
                .among(deployments);
    }

    @Test
    void requestsRoutedAmongTheRightNumber_andThoseThatDoNotSay_areServed() {
        assertThat(four.handle(routedAmong(4)).succeeded()).isTrue();
        assertThat(four.handle(routedAmong(0)).succeeded()).isTrue();
    }

    @Test
    void requestsRoutedAmongAnotherNumber_areRefused_withBothAndWhatToDo() {
        RequestEnvelope wrong = routedAmong(3);
        for (ResponseEnvelope refused : new ResponseEnvelope[] {
            four.handle(wrong), four.handleAtOnce(wrong).orElseThrow()
        }) {
            assertThat(refused.error()).isEqualTo(ErrorCode.WRONG_DEPLOYMENTS);
            assertThat(refused.deployments()).isEqualTo(4);
            assertThat(refused.message()).contains("among 3", "are 4", "lambdafs.client.deployments");
        }
    }
}
