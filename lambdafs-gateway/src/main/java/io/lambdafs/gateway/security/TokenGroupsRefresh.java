package io.lambdafs.gateway.security;

import static java.util.Objects.requireNonNull;

import io.lambdafs.gateway.call.ObservedCalls;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.authentication.TokenGroups;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.Groups;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has delegation tokens follow the groups of their owners. Functions know no groups, so they go by those in the token. A gateway compares
 * these with what its machine says now and then, and has NameNodes change tokens that are out of date. Thread-safe.
 */
public final class TokenGroupsRefresh implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TokenGroupsRefresh.class);
    private static final Caller SELF = new Caller("gateway", List.of(), "");

    /** For how long Hadoop keeps groups, in seconds, and as often tokens are looked at. */
    private static final String CACHE_SECONDS = "hadoop.security.groups.cache.secs";

    private static final long DEFAULT_CACHE_SECONDS = 300;

    private final NameNodes nameNodes;
    private final KnownGroups groups;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread created = new Thread(task, "token-groups");
        created.setDaemon(true);
        return created;
    });

    /** How NameNodes are asked. */
    @FunctionalInterface
    interface NameNodes {
        /** The answer's message. */
        byte[] ask(String method, TokenGroups message) throws IOException;
    }

    /** What this machine knows. */
    @FunctionalInterface
    interface KnownGroups {
        /**
         * The groups of a user, the primary one first.
         *
         * @throws IOException if none are found
         */
        List<String> of(String user) throws IOException;
    }

    TokenGroupsRefresh(NameNodes nameNodes, KnownGroups groups) {
        this.nameNodes = requireNonNull(nameNodes, "nameNodes");
        this.groups = requireNonNull(groups, "groups");
    }

    /** Begins to look after tokens, by these calls, which remain the caller's. */
    public static TokenGroupsRefresh start(ObservedCalls calls, Configuration settings) {
        UUID self = UUID.randomUUID();
        AtomicLong made = new AtomicLong();
        TokenGroupsRefresh refresh = new TokenGroupsRefresh(
                (method, message) -> {
                    BytesValue request = BytesValue.newBuilder()
                            .setValue(ByteString.copyFrom(message.encode()))
                            .build();
                    byte[] answer =
                            calls.call(new RequestId(self, made.incrementAndGet()), false, SELF, method, request);
                    return BytesValue.parseFrom(answer).getValue().toByteArray();
                },
                user -> List.copyOf(Groups.getUserToGroupsMappingService().getGroupsSet(user)));
        long seconds = Math.max(1, settings.getLong(CACHE_SECONDS, DEFAULT_CACHE_SECONDS));
        Future<?> unusedUntilClosed =
                refresh.thread.scheduleWithFixedDelay(refresh::runAndLog, seconds, seconds, TimeUnit.SECONDS);
        return refresh;
    }

    private void runAndLog() {
        try {
            run();
        } catch (IOException | RuntimeException e) {
            LOG.atWarn()
                    .setMessage("the groups of delegation tokens' owners are not compared this time")
                    .setCause(e)
                    .log();
        }
    }

    /**
     * Looks at all tokens now. A user of whom this machine knows no groups keeps those of the token, because they are not known either while
     * a directory service is away.
     *
     * @throws IOException if NameNodes do not answer, or there is no room in a token for the groups of its owner; the others are looked at
     */
    public synchronized void run() throws IOException {
        IOException failed = null;
        for (long from = 1; from <= TokenGroups.LAST; ) {
            TokenGroups page = list((int) from);
            for (TokenGroups.Owner owner : page.owners()) {
                try {
                    compare(page, owner);
                } catch (IOException e) {
                    failed = e;
                }
            }
            if (page.to() < from) {
                throw new IOException("a NameNode looked at tokens up to " + page.to() + ", which is before " + from);
            }
            from = page.to() + 1L;
        }
        if (failed != null) {
            throw failed;
        }
    }

    private TokenGroups list(int from) throws IOException {
        try {
            return TokenGroups.decode(nameNodes.ask(TokenGroups.LIST, new TokenGroups(from, from, List.of())));
        } catch (IllegalArgumentException e) {
            throw new IOException("a NameNode's answer about tokens is malformed: " + e.getMessage(), e);
        }
    }

    private void compare(TokenGroups page, TokenGroups.Owner owner) throws IOException {
        List<String> now;
        try {
            now = groups.of(owner.name());
        } catch (IOException notKnown) {
            return;
        }
        if (!now.equals(owner.groups())) {
            byte[] unused = nameNodes.ask(
                    TokenGroups.SET,
                    new TokenGroups(page.from(), page.to(), List.of(new TokenGroups.Owner(owner.name(), now))));
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
