package io.lambdafs.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.client.sharing.StackSharing;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.PartitionFunction;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.trace.Tracing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which transport each attempt takes, what is tried again, and when it ends; with a clock that the test moves. */
final class ResubmittingCallerTest {
    private static final RequestId ID = new RequestId(new UUID(1, 2), 3);

    private Tracing tracing = Tracing.OFF;
    private final List<Attempt> overHttp = new ArrayList<>();
    private final List<Attempt> overTcp = new ArrayList<>();
    private final Deque<Step> script = new ArrayDeque<>();
    private final ClientMetrics metrics = new ClientMetrics();
    private final List<String> warnings = new ArrayList<>();
    private boolean connected;
    private long connectsAt = Long.MAX_VALUE;
    private double chance = 0.5;
    private long nanos;

    /** What an attempt brings. */
    private interface Step {
        ResponseEnvelope run() throws TransportException;
    }

    @Test
    void withoutConnection_httpIsUsed() throws InterruptedException {
        script.add(success());

        assertThat(call().succeeded()).isTrue();
        assertThat(overHttp).hasSize(1);
    }

    @Test
    void withConnection_tcpIsUsedUnlessChanceReplacesIt() throws InterruptedException {
        connected = true;
        script.add(success());
        script.add(success());

        call();
        chance = 0.0049;
        call();

        assertThat(overTcp).hasSize(1);
        assertThat(overHttp).hasSize(1);
    }

    /** A platform goes on routing to an instance that is frozen, as long as that has room. */
    @Test
    void silenceByHttp_asksForAnotherInstance() throws InterruptedException {
        script.add(failure(Kind.TIMED_OUT));
        script.add(failure(Kind.LOST));
        script.add(success());

        assertThat(call().succeeded()).isTrue();
        assertThat(overHttp).extracting(Attempt::isAskingForMore).containsExactly(false, true, false);
    }

    @Test
    void whatIsTooLargeForHttp_goesByTcpIfThatIsThere() throws InterruptedException {
        chance = 0;
        Step tooLarge = () -> {
            throw new TransportException(Kind.FINAL, ErrorCode.TOO_LARGE, "too large");
        };
        script.add(tooLarge);
        assertThat(call().error()).isEqualTo(ErrorCode.TOO_LARGE);
        connected = true;
        script.add(tooLarge);
        script.add(success());

        assertThat(call().succeeded()).isTrue();
        assertThat(overHttp).hasSize(2);
        assertThat(overTcp).hasSize(1);
    }

    /** As of a listing that is a command's first call. */
    @Test
    void whatIsTooLargeForHttp_waitsForTheConnectionThatTheCallHasCaused() throws InterruptedException {
        chance = 0;
        script.add(() -> {
            connectsAt = nanos + TimeUnit.SECONDS.toNanos(2);
            throw new TransportException(Kind.FINAL, ErrorCode.TOO_LARGE, "too large");
        });
        script.add(success());

        assertThat(call().succeeded()).isTrue();
        assertThat(overHttp).hasSize(1);
        assertThat(overTcp).hasSize(1);
    }

    @Test
    void everySubmissionOfATracedCall_saysWhatItIsBelow_andOthersSayNothing() throws Exception {
        script.add(answer(ErrorCode.STORE_UNAVAILABLE));
        script.add(success());
        script.add(success());
        NumberedSpans spans = new NumberedSpans();
        tracing = spans;
        call();
        tracing = Tracing.OFF;
        call();

        List<String> parents = new ArrayList<>();
        for (Attempt attempt : overHttp) {
            parents.add(RequestEnvelope.decode(attempt.request()).traceParent());
        }
        assertThat(parents).containsExactly(NumberedSpans.traceParent(2), NumberedSpans.traceParent(3), "");
        assertThat(spans.ended()).isEqualTo(3);
    }

    @Test
    void applicationError_isReturnedAtOnce() throws InterruptedException {
        script.add(answer(ErrorCode.FILE_NOT_FOUND));

        ResponseEnvelope response = call();

        assertThat(response.error()).isEqualTo(ErrorCode.FILE_NOT_FOUND);
        assertThat(response.message()).isEqualTo("told so");
        assertThat(overHttp).hasSize(1);
    }

    @Test
    void onlyRetriableCodes_areResubmitted() throws InterruptedException {
        Set<ErrorCode> resubmitted = Set.of(
                ErrorCode.CONFLICT,
                ErrorCode.PATH_CHANGED,
                ErrorCode.STORE_UNAVAILABLE,
                ErrorCode.OVERLOADED,
                ErrorCode.NAMENODE_FENCED,
                // Of an undated request; see below.
                ErrorCode.MISDATED,
                ErrorCode.DEADLINE_EXCEEDED);
        for (ErrorCode code : ErrorCode.values()) {
            overHttp.clear();
            script.clear();
            script.add(answer(code));
            script.add(success());

            assertThat(call().succeeded()).as(code.name()).isEqualTo(resubmitted.contains(code));
            assertThat(overHttp).as(code.name()).hasSize(resubmitted.contains(code) ? 2 : 1);
        }
    }

    @Test
    void calls_areDatedByTheStoresClock_whateverTheWallClockShows() throws Exception {
        script.add(
                () -> ResponseEnvelope.failure(ID, ErrorCode.MISDATED, "when?").telling(5_000, 0));
        script.add(success());
        ResubmittingCaller caller = caller();

        assertThat(caller.call(stat()).succeeded()).isTrue();

        assertThat(sent(0).life().isDated()).isFalse();
        // No NameNode carries out an undated request, so this one is the first that counts.
        assertThat(sent(1).isResubmission()).isFalse();
        assertThat(sent(1).life().bornMillis()).isEqualTo(5_000);
        assertThat(sent(1).life().patienceMillis()).isEqualTo(60_000);
        nanos += TimeUnit.HOURS.toNanos(1);
        script.add(success());
        caller.call(stat());
        assertThat(sent(2).life().bornMillis()).isEqualTo(5_000 + TimeUnit.HOURS.toMillis(1));
    }

    @Test
    void resubmissions_keepTheBirth_whateverTimeTheyAreTold() throws Exception {
        ResubmittingCaller caller = callerAt(5_000);
        overHttp.clear();
        script.add(failure(Kind.LOST));
        script.add(() -> {
            nanos += TimeUnit.SECONDS.toNanos(20);
            return ResponseEnvelope.failure(ID, ErrorCode.CONFLICT, "later").telling(9_000_000, 0);
        });
        script.add(() -> ResponseEnvelope.failure(ID, ErrorCode.DEADLINE_EXCEEDED, "over"));

        assertThat(caller.call(stat()).error()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);

        assertThat(overHttp).hasSize(3);
        for (int i = 0; i < 3; i++) {
            // The instance that has answered before had half a second to connect.
            assertThat(sent(i).life().bornMillis()).isEqualTo(5_500);
        }
    }

    /** What was over when it arrived is over for ever, so the request may be born anew. */
    @Test
    void firstSubmissionThatIsTooLate_isBornAnew() throws Exception {
        ResubmittingCaller caller = callerAt(5_000);
        overHttp.clear();
        script.add(() -> ResponseEnvelope.failure(ID, ErrorCode.DEADLINE_EXCEEDED, "over")
                .telling(90_000, 0));
        script.add(success());

        assertThat(caller.call(stat()).succeeded()).isTrue();
        assertThat(sent(1).isResubmission()).isFalse();
        assertThat(sent(1).life().bornMillis()).isBetween(90_000L, 90_100L);
    }

    /** It was sent when the client did not know the time yet, and its answer comes when the request has been sent again. */
    @Test
    void lateRefusalOfAnUndatedSubmission_isNoAnswerToADatedOne() throws Exception {
        ResubmittingCaller caller = callerAt(5_000);
        overHttp.clear();
        script.add(
                () -> ResponseEnvelope.failure(ID, ErrorCode.MISDATED, "when?").telling(4_900, 0));
        script.add(success());

        assertThat(caller.call(stat()).succeeded()).isTrue();
        assertThat(sent(1).life().bornMillis()).isEqualTo(sent(0).life().bornMillis());
    }

    @Test
    void requestOfTheFuture_fails_andTheNextCallIsRight() throws Exception {
        ResubmittingCaller caller = callerAt(900_000);
        script.add(() ->
                ResponseEnvelope.failure(ID, ErrorCode.MISDATED, "not yet").telling(5_000, 0));
        assertThat(caller.call(stat()).error()).isEqualTo(ErrorCode.MISDATED);

        overHttp.clear();
        script.add(success());
        caller.call(stat());
        assertThat(sent(0).life().bornMillis()).isEqualTo(5_000);
    }

    private ResubmittingCaller callerAt(long storeMillis) throws InterruptedException {
        ResubmittingCaller caller = caller();
        script.add(() -> ResponseEnvelope.success(ID, new byte[0]).telling(storeMillis, 0));
        caller.call(stat());
        return caller;
    }

    private RequestEnvelope sent(int index) throws MalformedEnvelopeException {
        return RequestEnvelope.decode(overHttp.get(index).request());
    }

    private static Call stat() {
        return new Call(ID, new Caller("a", List.of(), "h"), Route.toOwnerOf("/x"), "stat", new byte[] {1});
    }

    @Test
    void anotherNumberOfDeployments_isAdopted_andTheCallRoutedAnew() throws Exception {
        script.add(() -> ResponseEnvelope.failure(ID, ErrorCode.WRONG_DEPLOYMENTS, "8, not 3")
                .telling(0, 8));
        script.add(success());

        assertThat(caller(3, 0).call(stat()).succeeded()).isTrue();
        assertThat(sent(0).deployments()).isEqualTo(3);
        assertThat(sent(1).deployments()).isEqualTo(8);
        assertThat(overHttp.get(1).deployment()).isEqualTo(new PartitionFunction(8).ownerOf("/x"));
        assertThat(nanos).isZero();
    }

    @Test
    void anotherNumberOfDeploymentsThanConfigured_isFinal() throws Exception {
        script.add(() -> ResponseEnvelope.failure(ID, ErrorCode.WRONG_DEPLOYMENTS, "8, not 3")
                .telling(0, 8));

        ResponseEnvelope refused = caller(3, 3).call(stat());
        assertThat(refused.error()).isEqualTo(ErrorCode.WRONG_DEPLOYMENTS);
        assertThat(refused.message()).isEqualTo("8, not 3");
        assertThat(overHttp).hasSize(1);
    }

    @Test
    void refusalOfAnEarlierSubmission_isNoAnswerToALaterOne() throws InterruptedException {
        Step refusedAlone = () -> ResponseEnvelope.unsettledFailure(ID, ErrorCode.FILE_NOT_FOUND, "not then");
        script.add(refusedAlone);
        assertThat(call().message()).isEqualTo("not then");

        ResubmittingCaller caller = callerAt(5_000);
        script.add(failure(Kind.TIMED_OUT));
        script.add(refusedAlone);
        script.add(answer(ErrorCode.ACCESS_DENIED));
        assertThat(caller.call(stat()).error()).isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void whatAnEarlierSubmissionFoundUnchanged_isNoAnswerToALaterOne() throws InterruptedException {
        Step unchangedThen = () -> ResponseEnvelope.unsettledSuccess(ID, new byte[] {1});
        script.add(unchangedThen);
        assertThat(call().payload()).containsExactly(1);

        ResubmittingCaller caller = callerAt(5_000);
        script.add(failure(Kind.TIMED_OUT));
        script.add(unchangedThen);
        script.add(answer(ErrorCode.ACCESS_DENIED));
        assertThat(caller.call(stat()).error()).isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void everyAttempt_sendsTheSameRequest_andAllButTheFirstSayThatTheyAreNot() throws Exception {
        ResubmittingCaller caller = callerAt(5_000);
        connected = true;
        overHttp.clear();
        script.add(failure(Kind.LOST));
        script.add(failure(Kind.GARBLED));
        script.add(failure(Kind.TIMED_OUT));
        script.add(success());

        assertThat(caller.call(stat()).succeeded()).isTrue();

        List<Attempt> all = new ArrayList<>(overTcp);
        all.addAll(overHttp);
        assertThat(all).hasSize(4);
        Set<RequestId> ids = all.stream().map(Attempt::id).collect(Collectors.toSet());
        assertThat(ids).containsExactly(ID);
        RequestEnvelope first = RequestEnvelope.decode(all.get(0).request());
        assertThat(first.id()).isEqualTo(ID);
        assertThat(first.isResubmission()).isFalse();
        for (Attempt attempt : all.subList(1, all.size())) {
            assertThat(attempt.request()).isEqualTo(first.asResubmission().encode());
        }
        assertThat(metrics.resubmissions()).isEqualTo(3);
        assertThat(metrics.lastFailedAttempt()).startsWith("stat over ").endsWith("TIMED_OUT");
    }

    @Test
    void listener_hearsOfEachResubmission_inTheThreadThatCalls_untilItIsEnded() throws Exception {
        List<String> heard = new ArrayList<>();
        AutoCloseable listening = metrics.onResubmission(
                method -> heard.add(method + " " + Thread.currentThread().getName()));
        for (int i = 0; i < 2; i++) {
            script.add(failure(Kind.LOST));
            script.add(failure(Kind.LOST));
            script.add(success());
        }

        assertThat(call().succeeded()).isTrue();
        assertThat(heard)
                .hasSize(2)
                .containsOnly("stat " + Thread.currentThread().getName());
        listening.close();
        assertThat(call().succeeded()).isTrue();

        assertThat(heard).hasSize(2);
        assertThat(metrics.resubmissions()).isEqualTo(4);
    }

    @Test
    void timeoutOrOverloadOverTcp_isTakenToHttp() throws InterruptedException {
        for (Step step : List.of(failure(Kind.TIMED_OUT), answer(ErrorCode.OVERLOADED))) {
            connected = true;
            overHttp.clear();
            overTcp.clear();
            script.add(step);
            script.add(success());

            call();

            assertThat(overTcp).hasSize(1);
            assertThat(overHttp).hasSize(1);
        }
    }

    @Test
    void platformThatFails_isAvoidedWhereAConnectionExists() throws InterruptedException {
        connected = true;
        chance = 0;
        script.add(failure(Kind.LOST));
        script.add(success());

        call();

        assertThat(overHttp).hasSize(1);
        assertThat(overTcp).hasSize(1);
    }

    @Test
    void finalFailure_isNotRepeated() throws InterruptedException {
        script.add(() -> {
            throw new TransportException(Kind.FINAL, ErrorCode.UNAUTHENTICATED, "wrong key");
        });

        ResponseEnvelope response = call();

        assertThat(response.error()).isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(response.message()).isEqualTo("wrong key");
    }

    @Test
    void endlessFailure_endsAtTheTotalTimeoutAndSaysWhatWasTried() throws InterruptedException {
        for (int i = 0; i < 10_000; i++) {
            script.add(failure(Kind.LOST));
        }

        ResponseEnvelope response = call();

        assertThat(nanos).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(60));
        assertThat(overHttp).hasSizeBetween(20, 200);
        assertThat(response.error()).isEqualTo(ErrorCode.IO_ERROR);
        assertThat(response.message()).contains("LOST").contains("stat given up after");
    }

    @Test
    void retriableCodeAtTheEnd_isNotHandedOnAsRetriable() throws InterruptedException {
        for (int i = 0; i < 10_000; i++) {
            script.add(answer(ErrorCode.CONFLICT));
        }

        assertThat(call().error()).isEqualTo(ErrorCode.IO_ERROR);
    }

    @Test
    void missingFunction_isWaitedForTenSeconds() throws InterruptedException {
        for (int i = 0; i < 10_000; i++) {
            script.add(failure(Kind.NO_SUCH_FUNCTION));
        }

        call();

        assertThat(nanos).isBetween(TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(13));
    }

    @Test
    void attemptsOfHttp_waitLongerEachTimeButNeverBeyondTheTotal() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            script.add(() -> {
                nanos += overHttp.get(overHttp.size() - 1).timeout().toNanos();
                throw new TransportException(Kind.TIMED_OUT, "silence");
            });
        }

        call();

        assertThat(overHttp.get(0).timeout()).hasSeconds(10);
        assertThat(overHttp.get(1).timeout()).hasSeconds(20);
        assertThat(overHttp).hasSize(3);
        assertThat(nanos).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(60));
    }

    @Test
    void oversizedRequest_isNotSent() throws InterruptedException {
        byte[] payload = new byte[RequestEnvelope.MAX_PAYLOAD_BYTES + 1];
        Call call = new Call(ID, new Caller("a", List.of(), "h"), Route.toOwnerOf("/x"), "stat", payload);

        assertThat(caller().call(call).error()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(overHttp).isEmpty();
    }

    private ResponseEnvelope call() throws InterruptedException {
        return caller().call(stat());
    }

    private ResubmittingCaller caller() {
        return caller(4, 4);
    }

    /** One that takes the number of deployments for this; 0 is configured for none. */
    private ResubmittingCaller caller(int deployments, int configured) {
        ClientConfig config = new ClientConfig(Map.of(ClientKey.DEPLOYMENTS, Integer.toString(configured)));
        DeploymentCount count =
                new DeploymentCount(TestPlatforms.openWhisk(config), configured, StackSharing.withinJvm());
        count.corrected(deployments);
        return new ResubmittingCaller(
                attempt -> step(overHttp, attempt),
                new ScriptedTcp(),
                count,
                new MovedClock(),
                metrics,
                tracing,
                config);
    }

    private ResponseEnvelope step(List<Attempt> seen, Attempt attempt) throws TransportException {
        seen.add(attempt);
        return script.remove().run();
    }

    private static Step success() {
        return () -> ResponseEnvelope.success(ID, new byte[0]);
    }

    private static Step answer(ErrorCode code) {
        return () -> ResponseEnvelope.failure(ID, code, "told so");
    }

    private static Step failure(Kind kind) {
        return () -> {
            throw new TransportException(kind, kind.name());
        };
    }

    private final class ScriptedTcp extends UndisturbedTcp {
        @Override
        public boolean reaches(int deployment) {
            return connected;
        }

        @Override
        public boolean wasReached() {
            return connected;
        }

        @Override
        public ResponseEnvelope send(Attempt attempt) throws TransportException {
            return step(overTcp, attempt);
        }
    }

    private final class MovedClock implements ClientEnvironment {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public double random() {
            return chance;
        }

        @Override
        public void sleepMillis(long millis) {
            nanos += TimeUnit.MILLISECONDS.toNanos(millis);
            connected |= nanos >= connectsAt;
        }

        @Override
        public void inform(String message) {}

        @Override
        public void warn(String message) {
            warnings.add(message);
        }
    }
}
