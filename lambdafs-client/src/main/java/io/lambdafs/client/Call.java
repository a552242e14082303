package io.lambdafs.client;

import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.authentication.SigningKey;
import org.jspecify.annotations.Nullable;

/** One logical call: the request, the caller, and the one id that all its attempts carry. */
final class Call {
    private final RequestId id;
    private final Caller caller;
    private final Route route;
    private final String method;
    private final byte[] payload;
    private final boolean repeated;
    private final @Nullable SigningKey key;

    Call(RequestId id, Caller caller, Route route, String method, byte[] payload) {
        this.id = id;
        this.caller = caller;
        this.route = route;
        this.method = method;
        this.payload = payload;
        this.repeated = false;
        this.key = null;
    }

    private Call(Call same, boolean repeated, @Nullable SigningKey key) {
        this.id = same.id;
        this.caller = same.caller;
        this.route = same.route;
        this.method = same.method;
        this.payload = same.payload;
        this.repeated = repeated;
        this.key = key;
    }

    /** The same call, of which another process may have sent the request before. */
    Call repeated() {
        return new Call(this, true, key);
    }

    /** The same call, whose requests are signed with this key; not signed for null. */
    Call signedWith(@Nullable SigningKey signing) {
        return new Call(this, repeated, signing);
    }

    /** What its requests are signed with; null if they are not signed. */
    @Nullable
    SigningKey key() {
        return key;
    }

    /** Whether another process may have sent the request before. */
    boolean isRepeated() {
        return repeated;
    }

    RequestId id() {
        return id;
    }

    Caller caller() {
        return caller;
    }

    Route route() {
        return route;
    }

    String method() {
        return method;
    }

    byte[] payload() {
        return payload;
    }
}
