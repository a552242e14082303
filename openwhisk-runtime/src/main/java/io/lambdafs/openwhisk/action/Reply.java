package io.lambdafs.openwhisk.action;

/** A status and a JSON body, the answer of an action server to one message. */
record Reply(int status, JsonObject body) {
    static Reply error(int status, String text) {
        return new Reply(status, ActionResult.error(text).value());
    }
}
