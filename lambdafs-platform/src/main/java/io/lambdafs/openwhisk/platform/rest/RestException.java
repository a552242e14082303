package io.lambdafs.openwhisk.platform.rest;

/** A request that is answered with an error: its status and the text for the caller. */
final class RestException extends RuntimeException {
    private final int status;

    RestException(int status, String message) {
        super(message);
        this.status = status;
    }

    static RestException notFound() {
        return new RestException(404, "The requested resource does not exist.");
    }

    static RestException malformed(String detail) {
        return new RestException(400, "The request content was malformed:\n" + detail);
    }

    static RestException malformedParameter(String name, String detail) {
        return new RestException(400, "The query parameter '" + name + "' was malformed:\n" + detail);
    }

    int status() {
        return status;
    }
}
