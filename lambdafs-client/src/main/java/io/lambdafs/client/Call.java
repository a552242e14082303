package io.lambdafs.client;

import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestId;

/** One logical call: what is asked, by whom, and under the one id that all its attempts carry. */
final class Call {
    private final RequestId id;
    private final Caller caller;
    private final Route route;
    private final String method;
    private final byte[] payload;

    Call(RequestId id, Caller caller, Route route, String method, byte[] payload) {
        this.id = id;
        this.caller = caller;
        this.route = route;
        this.method = method;
        this.payload = payload;
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
