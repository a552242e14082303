package io.lambdafs.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class KnownSecretsTest {
    private final Map<DelegationTokenIdentifier, byte[]> there = new HashMap<>();
    private int asked;
    private long nanos;
    private boolean away;

    private final KnownSecrets secrets = new KnownSecrets(this::answer, () -> nanos, Runnable::run);

    private static DelegationTokenIdentifier token(int number) {
        DelegationTokenIdentifier token =
                new DelegationTokenIdentifier(new Text("alice"), new Text("yarn"), new Text(""));
        token.setSequenceNumber(number);
        return token;
    }

    private byte[] answer(DelegationTokenIdentifier identifier) throws IOException {
        asked++;
        if (away) {
            throw new IOException("no NameNode answers");
        }
        byte[] secret = there.get(identifier);
        if (secret == null) {
            throw new InvalidToken("can't be found in cache");
        }
        return secret;
    }

    @Test
    void secret_isAskedForOnce_untilItsTimeIsOver() throws Exception {
        there.put(token(1), new byte[] {7});
        byte[] first = secrets.secret(token(1));
        first[0] = 8;
        assertThat(secrets.secret(token(1))).containsExactly(7);
        assertThat(asked).isEqualTo(1);

        there.remove(token(1));
        nanos += KnownSecrets.FRESH.toNanos();

        assertThatThrownBy(() -> secrets.secret(token(1))).isInstanceOf(InvalidToken.class);
    }

    @Test
    void refusal_isRemembered_forAShortTime() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> secrets.secret(token(1)))
                    .isInstanceOf(InvalidToken.class)
                    .hasMessageContaining("can't be found in cache");
        }
        assertThat(asked).isEqualTo(1);

        there.put(token(1), new byte[] {7});
        nanos += KnownSecrets.REFUSED.toNanos();

        assertThat(secrets.secret(token(1))).containsExactly(7);
    }

    @Test
    void failure_isNotRemembered_andHasTheClientComeAgain() throws Exception {
        there.put(token(1), new byte[] {7});
        away = true;
        assertThatThrownBy(() -> secrets.secret(token(1)))
                .isInstanceOf(RetriableException.class)
                .hasMessageContaining("no NameNode answers");

        away = false;

        assertThat(secrets.secret(token(1))).containsExactly(7);
    }

    @Test
    void madeUpTokens_doNotHaveTheSecretsOfOthersForgotten() throws Exception {
        there.put(token(0), new byte[] {7});
        for (int i = 1; i <= KnownSecrets.MOST; i++) {
            int made = i;
            assertThatThrownBy(() -> secrets.secret(token(made))).isInstanceOf(InvalidToken.class);
        }
        assertThat(secrets.secret(token(0))).containsExactly(7);
        int before = asked;

        assertThat(secrets.secret(token(0))).containsExactly(7);

        assertThat(asked).isEqualTo(before);
    }

    @Test
    void whoComesWhileManyAreAsked_isToldToComeAgain_andWhoComesForTheSame_waitsWithTheFirst() throws Exception {
        there.put(token(1), new byte[] {7});
        Deque<Runnable> waiting = new ArrayDeque<>();
        Executor one = work -> {
            if (!waiting.isEmpty()) {
                throw new RejectedExecutionException("one at a time");
            }
            waiting.add(work);
        };
        KnownSecrets bounded = new KnownSecrets(this::answer, () -> nanos, one);
        assertThatThrownBy(() -> bounded.secret(token(1)))
                .isInstanceOf(RetriableException.class)
                .hasMessageContaining("within 1 s");
        assertThatThrownBy(() -> bounded.secret(token(2)))
                .isInstanceOf(RetriableException.class)
                .hasMessageContaining("too many callers");

        waiting.remove().run();

        assertThat(bounded.secret(token(1))).containsExactly(7);
        assertThat(asked).isEqualTo(1);
    }

    @Test
    void tokenThatWasJustIssued_isKnownWithoutAQuestion_forItsTime() throws Exception {
        secrets.issued(token(1), new byte[] {7});

        assertThat(secrets.secret(token(1))).containsExactly(7);
        assertThat(asked).isZero();

        nanos += KnownSecrets.FRESH.toNanos();

        assertThatThrownBy(() -> secrets.secret(token(1))).isInstanceOf(InvalidToken.class);
        assertThat(asked).isEqualTo(1);
    }

    @Test
    @Timeout(60)
    void patientCaller_waitsForAnAnswerThatComesAfterTheShortWait_andOnlySomeArePatient() throws Exception {
        there.put(token(1), new byte[] {7});
        BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
        KnownSecrets slow = new KnownSecrets(this::answer, () -> nanos, waiting::add);
        ExecutorService callers = Executors.newCachedThreadPool();
        try {
            List<Future<byte[]>> patient = new ArrayList<>();
            for (int i = 0; i < KnownSecrets.MOST_PATIENT; i++) {
                patient.add(callers.submit(() -> slow.patientSecret(token(1))));
            }
            while (slow.freeForPatience() > 0) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(() -> slow.patientSecret(token(1)))
                    .isInstanceOf(RetriableException.class)
                    .hasMessageContaining("within 1 s");

            waiting.take().run();

            for (Future<byte[]> caller : patient) {
                assertThat(caller.get()).containsExactly(7);
            }
        } finally {
            callers.shutdownNow();
        }
    }
}
