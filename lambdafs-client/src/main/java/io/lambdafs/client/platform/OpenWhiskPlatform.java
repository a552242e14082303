package io.lambdafs.client.platform;

import io.lambdafs.client.hedge.Cancellation;
import io.lambdafs.client.platform.TransportException.Kind;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** OpenWhisk's REST interface: functions are actions, which it starts, wakes and adds instances of as needed. */
public final class OpenWhiskPlatform implements FunctionPlatform {
    private static final String NAMESPACE = "/api/v1/namespaces/_/";
    private static final long FIRST_POLL_MILLIS = 50;
    private static final long MAX_POLL_MILLIS = 1000;
    private static final int PAGE = 200;
    private static final int MAX_PAGES = 50;

    private final String url;
    private final Map<String, String> headers;
    private final BoundedHttp http;
    private final LongSupplier nanoTime;
    private final Pause pause;
    private final AnswerJson json = new AnswerJson();

    /** Lets time pass. */
    @FunctionalInterface
    public interface Pause {
        /** Returns after this time. */
        void millis(long millis) throws InterruptedException;
    }

    /**
     * The platform at this address.
     *
     * @param url without a slash at its end
     * @param authorization the header that shows its key; null for none
     */
    public OpenWhiskPlatform(
            String url, @Nullable String authorization, BoundedHttp http, LongSupplier nanoTime, Pause pause) {
        this.url = url;
        this.headers = authorization == null
                ? Collections.emptyMap()
                : Collections.singletonMap("Authorization", authorization);
        this.http = http;
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    @Override
    public String name() {
        return url;
    }

    @Override
    public byte[] invoke(FunctionCall call) throws TransportException, InterruptedException {
        long deadline = nanoTime.getAsLong() + call.timeout().toNanos();
        try {
            String resource = resource("actions/" + call.function() + "?blocking=true&result=true");
            PlatformReply reply = http.post(resource, headers, call.parameters(), call.timeout(), call.cancellation());
            return interpret(call, reply, deadline);
        } catch (SocketTimeoutException e) {
            throw new TransportException(Kind.TIMED_OUT, url + " did not answer in time");
        } catch (IOException e) {
            throw ConnectionFailure.of(url, e);
        }
    }

    private byte[] interpret(FunctionCall call, PlatformReply reply, long deadline)
            throws TransportException, InterruptedException {
        switch (reply.status()) {
            case 200:
                return parse(reply).requireResponse();
            case 202:
                return await(call.cancellation(), parse(reply), deadline);
            case 404:
                throw new TransportException(
                        Kind.NO_SUCH_FUNCTION, url + " has no function " + call.function() + ": is λFS started?");
            default:
                throw PlatformRefusal.ofOpenWhisk(url, reply);
        }
    }

    /** Not waited for: the result is fetched when it is there, which the call's time bounds. */
    private byte[] await(Cancellation cancellation, InvocationAnswer accepted, long deadline)
            throws TransportException, InterruptedException {
        String id = accepted.activationId();
        if (id == null || !id.matches("[0-9a-zA-Z]{1,64}")) {
            throw new TransportException(Kind.GARBLED, url + " answered 202 without an activation id");
        }
        long next = FIRST_POLL_MILLIS;
        long left = millisUntil(deadline);
        while (left > 0 && !cancellation.isCancelled()) {
            pause.millis(Math.min(next, left));
            next = Math.min(next * 2, MAX_POLL_MILLIS);
            PlatformReply reply = poll(id, Math.max(1, millisUntil(deadline)), cancellation);
            if (reply.status() == 200) {
                return parse(reply).requireResponse();
            }
            left = millisUntil(deadline);
        }
        throw new TransportException(Kind.TIMED_OUT, "Activation " + id + " has no result yet");
    }

    private PlatformReply poll(String activationId, long timeoutMillis, Cancellation cancellation)
            throws TransportException, InterruptedException {
        try {
            String resource = resource("activations/" + activationId + "/result");
            return http.get(resource, headers, Duration.ofMillis(timeoutMillis), cancellation);
        } catch (SocketTimeoutException e) {
            throw new TransportException(
                    Kind.TIMED_OUT,
                    "Activation " + activationId + " has no result yet: " + url + " did not answer in time");
        } catch (IOException e) {
            throw ConnectionFailure.of(url, e);
        }
    }

    private long millisUntil(long deadline) {
        return TimeUnit.NANOSECONDS.toMillis(deadline - nanoTime.getAsLong());
    }

    private InvocationAnswer parse(PlatformReply reply) throws TransportException {
        try {
            return json.answer(reply.body());
        } catch (IOException e) {
            throw new TransportException(Kind.GARBLED, url + " answered no valid JSON");
        }
    }

    /** Counts the platform's actions, which may be some too few while functions are being registered. */
    @Override
    public int count(Duration timeout) throws TransportException, InterruptedException {
        Set<String> names = actionNames(timeout);
        int count = 0;
        while (names.contains("namenode" + count)) {
            count++;
        }
        if (count == 0) {
            throw new TransportException(
                    Kind.NO_SUCH_FUNCTION,
                    url + " has no function namenode0: start λFS, or point " + PlatformKeys.OPENWHISK_URL
                            + " to where it runs");
        }
        return count;
    }

    private Set<String> actionNames(Duration timeout) throws TransportException, InterruptedException {
        Set<String> names = new HashSet<>();
        for (int page = 0; page < MAX_PAGES; page++) {
            List<String> some = page(page, timeout);
            names.addAll(some);
            if (some.size() < PAGE) {
                return names;
            }
        }
        return names;
    }

    private List<String> page(int page, Duration timeout) throws TransportException, InterruptedException {
        PlatformReply reply;
        try {
            String resource = resource("actions?limit=" + PAGE + "&skip=" + page * PAGE);
            reply = http.get(resource, headers, timeout, new Cancellation());
        } catch (IOException e) {
            throw ConnectionFailure.of(url, e);
        }
        if (reply.status() != 200) {
            throw PlatformRefusal.ofOpenWhisk(url, reply);
        }
        try {
            return json.actionNames(reply.body());
        } catch (IOException e) {
            throw new TransportException(Kind.GARBLED, url + " answered no valid list of actions");
        }
    }

    private String resource(String path) {
        return url + NAMESPACE + path;
    }
}
