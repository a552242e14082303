package io.lambdafs.client.platform;

import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.wire.ErrorCode;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;

/**
 * Functions that answer plain HTTP at addresses of their own, as Knative, Cloud Run, Nuclio and Kubernetes have them: an invocation
 * is a POST. docs/platform-http.md describes the other end.
 */
public final class PlainHttpPlatform implements FunctionPlatform {
    /** What stands for the function's name in the pattern of addresses. */
    public static final String NAME = "{function}";

    /** What stands for its number. */
    public static final String NUMBER = "{number}";

    private final String pattern;
    private final Map<String, String> headers;
    private final BoundedHttp http;
    private final AnswerJson json = new AnswerJson();

    /**
     * Functions at these addresses.
     *
     * @param pattern the address of a function with {@value #NAME} or {@value #NUMBER} in it
     * @param authorization the header that shows the functions' secret
     */
    public PlainHttpPlatform(String pattern, String authorization, BoundedHttp http) {
        this.pattern = pattern;
        this.headers = Collections.singletonMap("Authorization", authorization);
        this.http = http;
    }

    /** The address of a function. */
    public static String address(String pattern, int number) {
        return pattern.replace(NAME, FunctionCall.function(number)).replace(NUMBER, Integer.toString(number));
    }

    @Override
    public String name() {
        return pattern;
    }

    @Override
    public byte[] invoke(FunctionCall call) throws TransportException, InterruptedException {
        String url = address(pattern, call.deployment());
        try {
            PlatformReply reply = http.post(url, headers, call.parameters(), call.timeout(), call.cancellation());
            return interpret(url, call, reply);
        } catch (SocketTimeoutException e) {
            throw new TransportException(Kind.TIMED_OUT, url + " did not answer in time");
        } catch (UnknownHostException e) {
            throw new TransportException(
                    Kind.NO_SUCH_FUNCTION,
                    "There is no host of the name in " + url + ": is λFS deployed, and is " + PlatformKeys.FUNCTION_URL
                            + " the address of its functions?");
        } catch (IOException e) {
            throw ConnectionFailure.of(url, e);
        }
    }

    private byte[] interpret(String url, FunctionCall call, PlatformReply reply) throws TransportException {
        switch (reply.status()) {
            case 200:
                return parse(url, reply).requireResponse();
            case 202:
                throw new TransportException(
                        Kind.FINAL,
                        ErrorCode.IO_ERROR,
                        url + " answered 202: something accepts calls there and answers later. Set "
                                + PlatformKeys.FUNCTION_URL + " to the address of the functions themselves");
            case 301:
            case 302:
            case 303:
            case 307:
            case 308:
                throw new TransportException(
                        Kind.FINAL,
                        ErrorCode.IO_ERROR,
                        url + " redirects to " + reply.location() + ", where the secret is not shown. Set "
                                + PlatformKeys.FUNCTION_URL + " to the address that answers itself");
            case 404:
                throw new TransportException(
                        Kind.NO_SUCH_FUNCTION,
                        url + " does not have the function " + call.function() + ": is λFS deployed, and is "
                                + PlatformKeys.FUNCTION_URL + " the address of its functions?");
            default:
                throw PlatformRefusal.ofPlainHttp(url, reply);
        }
    }

    private InvocationAnswer parse(String url, PlatformReply reply) throws TransportException {
        try {
            return json.answer(reply.body());
        } catch (IOException e) {
            throw new TransportException(Kind.GARBLED, url + " answered no valid JSON");
        }
    }

    /** One, with which the first function is asked: its answer says how many there are. */
    @Override
    public int count(Duration timeout) {
        return 1;
    }
}
