package io.lambdafs.client.platform;

import org.jspecify.annotations.Nullable;

/** The parts of a platform's answer that matter here; what was not there is null. */
final class InvocationAnswer {
    private final byte @Nullable [] response;
    private final @Nullable String error;
    private final @Nullable String activationId;

    InvocationAnswer(byte @Nullable [] response, @Nullable String error, @Nullable String activationId) {
        this.response = response;
        this.error = error;
        this.activationId = activationId;
    }

    InvocationAnswer withResponse(byte[] newResponse) {
        return new InvocationAnswer(newResponse, error, activationId);
    }

    InvocationAnswer withError(String newError) {
        return new InvocationAnswer(response, newError, activationId);
    }

    InvocationAnswer withActivationId(String newActivationId) {
        return new InvocationAnswer(response, error, newActivationId);
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
        throw error == null
                ? new TransportException(TransportException.Kind.GARBLED, "The function gave no response")
                : PlatformRefusal.failedFunction(PlatformRefusal.shorten(error));
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
