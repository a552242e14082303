package io.lambdafs.openwhisk.action;

/** A status and a JSON body, the answer of an action server to one message. */
record Reply(int status, JsonObject body) {
    /** Whether it refuses a caller that does not know the instance's secret. */
    boolean isToAStranger() {
        return status == ActionServerConfig.MISDIRECTED || status == ActionServerConfig.UNPROVEN;
    }

    static Reply error(int status, String text) {
        return new Reply(status, ActionResult.error(text).value());
    }
}
