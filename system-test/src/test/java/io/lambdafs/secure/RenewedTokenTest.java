package io.lambdafs.secure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Await;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.security.Credentials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs that outlive the ticket for which their user got them a token, as those of YARN do: another principal renews the token. A job ends
 * with its token, at its last renewal or at the end that no renewal moves.
 */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
final class RenewedTokenTest {
    private static final String TOKEN_FILE = "HADOOP_TOKEN_FILE_LOCATION";
    private static final Duration TICKET = Duration.ofSeconds(12);
    private static final Duration RENEWAL = Duration.ofSeconds(20);
    private static final Duration LIFETIME = Duration.ofSeconds(70);

    /** For how long a gateway opens connections for a token of which it has read the secret. */
    private static final Duration GATEWAYS_MEMORY = Duration.ofSeconds(30);

    /** What a step of a job, the start of a process and a busy machine take together. */
    private static final Duration SLACK = Duration.ofSeconds(10);

    private static final Duration BOUND = Duration.ofMinutes(3);

    @TempDir
    private Path directory;

    @Test
    @Tag("extended")
    void jobs_outliveTheirUsersTicketByRenewal_andEndWithTheirTokens() throws Exception {
        try (Kdc kdc = Kdc.start(directory, "nn/localhost", "HTTP/localhost", "alice", "yarn");
                Stack stack = start(kdc)) {
            Path renewed = directory.resolve("renewed");
            Path forgotten = directory.resolve("forgotten");
            long ticketEnds = fetch(stack, kdc, renewed, forgotten);
            // A gateway lets an open connection go on, as a NameNode of HDFS does. These are closed between two files.
            String brief = "set ipc.client.connection.maxidletime 500";
            try (HadoopProgram.Running renewer =
                            HadoopProgram.of(stack, true).as("yarn", kdc).start("renewer " + renewed);
                    HadoopProgram.Running direct =
                            job(stack, kdc, true, renewed).start("job /user/alice/direct");
                    HadoopProgram.Running without =
                            job(stack, kdc, true, forgotten).start("job /user/alice/forgotten");
                    HadoopProgram.Running gateway =
                            job(stack, kdc, false, renewed).start(brief, "job /user/alice/gateway")) {
                Ended last = ended(direct, "job /user/alice/direct");
                assertThat(last.output()).contains("is expired").doesNotContain("nothing ended");
                assertThat(last.millis())
                        .as("the job went on after the end of the ticket, and after each end that a renewal has moved")
                        .isGreaterThan(ticketEnds)
                        .isBetween(
                                endOf(renewed) - SLACK.toMillis() - RENEWAL.toMillis() / 2,
                                endOf(renewed) + SLACK.toMillis());
                Ended ofForgotten = ended(without, "job /user/alice/forgotten");
                assertThat(ofForgotten.output()).contains("is expired");
                assertThat(ofForgotten.millis())
                        .as("nobody renewed the token")
                        .isLessThan(issueOf(forgotten) + RENEWAL.toMillis() + SLACK.toMillis());
                assertThat(ended(renewer, "renewer " + renewed).output()).contains("tried to renew an expired token");
                Ended byGateway = ended(gateway, "job /user/alice/gateway");
                assertThat(byGateway.output()).contains("is expired");
                assertThat(byGateway.millis())
                        .isGreaterThan(issueOf(renewed) + 2 * RENEWAL.toMillis())
                        .isLessThan(endOf(renewed) + GATEWAYS_MEMORY.plus(SLACK).toMillis());
            }
        }
    }

    private Stack start(Kdc kdc) throws Exception {
        Stack stack = Stack.unstarted(
                        1,
                        1,
                        "--gateway",
                        "1",
                        "--secure",
                        "--kerberos-principal",
                        "nn/localhost@EXAMPLE.COM",
                        "--kerberos-keytab",
                        kdc.keytab().toString())
                .with(new Stack.Launcher(
                        Stack.Launcher.ofThisCheckout().command(), Map.of("JAVA_TOOL_OPTIONS", kdc.jvmOption())));
        stack.startAgain();
        Files.writeString(stack.dataDir().resolve("conf").resolve("function.properties"), """
                LAMBDAFS_TOKEN_RENEW_INTERVAL_MILLIS=%d
                LAMBDAFS_TOKEN_MAX_LIFETIME_MILLIS=%d
                """.formatted(
                        RENEWAL.toMillis(), LIFETIME.toMillis()));
        // Functions look for the file when the platform starts.
        stack.run("stop");
        stack.startAgain();
        stack.run("dfs", "-mkdir", "-p", "/user/alice");
        stack.run("dfs", "-chown", "alice", "/user/alice");
        return stack;
    }

    /* Alice gets tokens for her jobs, and leaves. Returns when her ticket ends. */
    private long fetch(Stack stack, Kdc kdc, Path... tokens) throws Exception {
        Path brief = Files.writeString(
                directory.resolve("brief.conf"),
                Files.readString(kdc.configuration())
                        .replace("[libdefaults]", "[libdefaults]\n ticket_lifetime = " + TICKET.toSeconds() + "s"));
        String output = HadoopProgram.of(stack, true)
                .as("alice", kdc)
                .with("JAVA_TOOL_OPTIONS", "-Djava.security.krb5.conf=" + brief)
                .run("ticket", "token yarn " + tokens[0], "token yarn " + tokens[1]);
        assertThat(output).contains("[token yarn " + tokens[1] + ": 0]");
        long ends = times(output, LongJob.TICKET).get(0);
        assertThat(ends)
                .isLessThan(System.currentTimeMillis() + TICKET.plusSeconds(1).toMillis());
        return ends;
    }

    /* It has the token and nothing else: no ticket, no keytab, no key. */
    private static HadoopProgram job(Stack stack, Kdc kdc, boolean plugin, Path token) {
        return HadoopProgram.of(stack, plugin)
                .with("JAVA_TOOL_OPTIONS", kdc.jvmOption())
                .with(TOKEN_FILE, token.toString());
    }

    /* What a program has printed, and the time of its last step that did not fail. */
    private record Ended(String output, long millis) {}

    private static Ended ended(HadoopProgram.Running running, String command) throws Exception {
        Await.until(command + " ends", BOUND, () -> running.soFar().contains("[" + command + ": 1]"));
        String output = running.soFar();
        List<Long> times = times(output, LongJob.WROTE);
        return new Ended(output, times.isEmpty() ? 0 : times.get(times.size() - 1));
    }

    private static List<Long> times(String output, String what) {
        return output.lines()
                .filter(line -> line.startsWith(what))
                .map(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
    }

    private static long endOf(Path token) throws IOException {
        return identifier(token).getMaxDate();
    }

    private static long issueOf(Path token) throws IOException {
        return identifier(token).getIssueDate();
    }

    private static DelegationTokenIdentifier identifier(Path token) throws IOException {
        return (DelegationTokenIdentifier)
                Objects.requireNonNull(Credentials.readTokenStorageFile(token.toFile(), new Configuration(false))
                        .getAllTokens()
                        .iterator()
                        .next()
                        .decodeIdentifier());
    }
}
