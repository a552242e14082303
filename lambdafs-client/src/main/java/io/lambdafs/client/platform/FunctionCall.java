package io.lambdafs.client.platform;

import io.lambdafs.client.hedge.Cancellation;
import java.time.Duration;

/** One call of a function by HTTP. */
public final class FunctionCall {
    private final int deployment;
    private final byte[] parameters;
    private final Duration timeout;
    private final Cancellation cancellation;

    /**
     * A call.
     *
     * @param parameters a JSON object; not to be changed
     * @param timeout how long the answer is waited for
     */
    public FunctionCall(int deployment, byte[] parameters, Duration timeout, Cancellation cancellation) {
        this.deployment = deployment;
        this.parameters = parameters;
        this.timeout = timeout;
        this.cancellation = cancellation;
    }

    /** The number of the function. */
    int deployment() {
        return deployment;
    }

    /** The function's name, as λFS has it. */
    String function() {
        return function(deployment);
    }

    /** The name of the function of this number. */
    static String function(int number) {
        return "namenode" + number;
    }

    byte[] parameters() {
        return parameters;
    }

    Duration timeout() {
        return timeout;
    }

    Cancellation cancellation() {
        return cancellation;
    }
}
