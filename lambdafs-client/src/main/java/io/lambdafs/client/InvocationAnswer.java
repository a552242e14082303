package io.lambdafs.client;

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

    /** The encoded response envelope. */
    byte @Nullable [] response() {
        return response;
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
