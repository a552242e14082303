package io.lambdafs.client.platform;

import org.jspecify.annotations.Nullable;

/** The parts of a platform's answer that matter here; what was not there is null. */
final class InvocationAnswer {
    /** What a function says that does not understand the request. */
    private static final String MALFORMED = "MALFORMED_REQUEST";

    private final byte @Nullable [] response;
    private final @Nullable String error;
    private final @Nullable String errorCode;
    private final @Nullable String activationId;

    /** An answer in which nothing was. */
    static final InvocationAnswer EMPTY = new InvocationAnswer(null, null, null, null);

    private InvocationAnswer(
            byte @Nullable [] response,
            @Nullable String error,
            @Nullable String errorCode,
            @Nullable String activationId) {
        this.response = response;
        this.error = error;
        this.errorCode = errorCode;
        this.activationId = activationId;
    }

    InvocationAnswer withResponse(byte[] newResponse) {
        return new InvocationAnswer(newResponse, error, errorCode, activationId);
    }

    InvocationAnswer withError(String newError) {
        return new InvocationAnswer(response, newError, errorCode, activationId);
    }

    InvocationAnswer withErrorCode(String newCode) {
        return new InvocationAnswer(response, error, newCode, activationId);
    }

    InvocationAnswer withActivationId(String newActivationId) {
        return new InvocationAnswer(response, error, errorCode, newActivationId);
    }

    /**
     * The encoded response envelope.
     *
     * @throws TransportException if there is none, by what the function complains about
     */
    byte[] requireResponse() throws TransportException {
        if (response != null) {
            return response;
        }
        if (error == null) {
            throw new TransportException(TransportException.Kind.GARBLED, "The function gave no response");
        }
        throw failure(PlatformRefusal.shorten(error));
    }

    /** What a failed function means, of whose complaint this is the text. */
    TransportException failure(String text) {
        return MALFORMED.equals(errorCode)
                ? PlatformRefusal.malformedRequest(text)
                : PlatformRefusal.failedFunction(text);
    }

    /** What the platform or the function complains about. */
    @Nullable
    String error() {
        return error;
    }

    /** Under which id the invocation goes on, if it was not waited for. */
    @Nullable
    String activationId() {
        return activationId;
    }
}
