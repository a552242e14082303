package io.lambdafs.client.platform;

import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.client.platform.aws.AwsCredentials;
import io.lambdafs.client.platform.aws.AwsCredentialsSource;
import io.lambdafs.client.platform.aws.AwsSignature;
import io.lambdafs.wire.ErrorCode;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Functions on AWS Lambda, invoked by its Invoke API with signatures of version 4. */
public final class LambdaPlatform implements FunctionPlatform {
    /** The most that Lambda takes as an event, 6 MB. */
    static final int MAX_EVENT_BYTES = 6 * 1024 * 1024;

    private static final String SERVICE = "lambda";
    private static final int OK = 200;

    private final String endpoint;
    private final String pattern;
    private final AwsSignature signature;
    private final AwsCredentialsSource credentials;
    private final BoundedHttp http;
    private final Supplier<Instant> clock;
    private final AnswerJson json = new AnswerJson();

    /**
     * The functions of a region.
     *
     * @param endpoint the address of the Invoke API, without a slash at its end
     * @param pattern Lambda's name of a function, with {@code {function}} in it for λFS's
     * @param clock signatures hold for minutes, so it must be right to minutes
     */
    public LambdaPlatform(
            String endpoint,
            String region,
            String pattern,
            AwsCredentialsSource credentials,
            BoundedHttp http,
            Supplier<Instant> clock) {
        this.endpoint = endpoint;
        this.pattern = pattern;
        this.signature = new AwsSignature(region, SERVICE);
        this.credentials = credentials;
        this.http = http;
        this.clock = clock;
    }

    @Override
    public String name() {
        return endpoint;
    }

    @Override
    public byte[] invoke(FunctionCall call) throws TransportException, InterruptedException {
        if (call.parameters().length > MAX_EVENT_BYTES) {
            throw new TransportException(
                    Kind.FINAL,
                    ErrorCode.TOO_LARGE,
                    "The request has " + call.parameters().length + " bytes; AWS Lambda takes " + MAX_EVENT_BYTES
                            + ". Ask for less at a time");
        }
        String function = PlainHttpPlatform.address(pattern, call.deployment());
        URI url = URI.create(endpoint + "/2015-03-31/functions/" + function + "/invocations");
        try {
            Map<String, String> signed = signature.sign(
                    "POST",
                    url,
                    Collections.singletonMap("x-amz-invocation-type", "RequestResponse"),
                    call.parameters(),
                    credentials(),
                    clock.get());
            PlatformReply reply =
                    http.post(url.toString(), signed, call.parameters(), call.timeout(), call.cancellation());
            return interpret(function, reply);
        } catch (SocketTimeoutException e) {
            throw new TransportException(Kind.TIMED_OUT, endpoint + " did not answer in time");
        } catch (IOException e) {
            throw ConnectionFailure.of(endpoint, e);
        }
    }

    private AwsCredentials credentials() throws TransportException {
        try {
            return credentials.get();
        } catch (IOException e) {
            throw new TransportException(Kind.FINAL, ErrorCode.UNAUTHENTICATED, String.valueOf(e.getMessage()));
        }
    }

    private byte[] interpret(String function, PlatformReply reply) throws TransportException {
        if (reply.status() == OK) {
            return result(function, reply);
        }
        String why = reply.errorType() + ": " + message(reply);
        switch (reply.status()) {
            case 401:
            case 403:
                throw new TransportException(Kind.FINAL, ErrorCode.UNAUTHENTICATED, refusedAccess(reply, why));
            case 404:
                throw new TransportException(
                        Kind.NO_SUCH_FUNCTION,
                        endpoint + " has no function " + function + ": is λFS deployed there, and is "
                                + PlatformKeys.LAMBDA_FUNCTION + " right?");
            case 409:
                // The function is being created or updated.
                throw new TransportException(Kind.BUSY, endpoint + " is not ready: " + why);
            case 413:
                throw new TransportException(
                        Kind.FINAL,
                        ErrorCode.TOO_LARGE,
                        endpoint + " takes no request of this size (" + why + "). Ask for less at a time");
            case 429:
                throw new TransportException(
                        Kind.THROTTLED,
                        ErrorCode.IO_ERROR,
                        endpoint + " refuses the call: " + why,
                        reply.retryAfterMillis());
            case 503:
                throw new TransportException(
                        Kind.BUSY, ErrorCode.IO_ERROR, endpoint + " is busy: " + why, reply.retryAfterMillis());
            default:
                throw reply.status() >= 500
                        ? new TransportException(Kind.LOST, endpoint + " failed: " + why)
                        : new TransportException(
                                Kind.FINAL, ErrorCode.IO_ERROR, endpoint + " answered " + reply.status() + ", " + why);
        }
    }

    private byte[] result(String function, PlatformReply reply) throws TransportException {
        if (reply.hasFunctionError()) {
            String error = message(reply);
            throw error.toLowerCase(Locale.ROOT).contains("response payload size")
                    ? new TransportException(
                            Kind.FINAL,
                            ErrorCode.TOO_LARGE,
                            "The answer is too large for AWS Lambda: " + error + ". Ask for less at a time")
                    : new TransportException(Kind.LOST, "The function " + function + " failed: " + error);
        }
        try {
            return json.answer(reply.body()).requireResponse();
        } catch (IOException e) {
            throw new TransportException(Kind.GARBLED, endpoint + " answered no valid JSON");
        }
    }

    private String refusedAccess(PlatformReply reply, String why) {
        String from = " of " + credentials.name();
        if (reply.errorType().startsWith("ExpiredToken") || message(reply).contains("expired")) {
            return "The credentials" + from + " have expired (" + why + "). Renew them";
        }
        return endpoint + " does not accept the credentials" + from + " (" + why
                + "). They need lambda:InvokeFunction, and the clock of this machine must be right";
    }

    private String message(PlatformReply reply) {
        try {
            return json.awsMessage(reply.body());
        } catch (IOException e) {
            return "status " + reply.status();
        }
    }

    /** One, with which the first function is asked: its answer says how many there are. */
    @Override
    public int count(Duration timeout) {
        return 1;
    }
}
