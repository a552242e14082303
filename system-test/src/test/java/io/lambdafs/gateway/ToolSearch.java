package io.lambdafs.gateway;

import java.io.IOException;
import java.time.Duration;

/** Whether there is a tool that tests can do without, by {@code .mvn/tool.sh}, which may install it. */
public final class ToolSearch {
    private static final Duration BOUND = Duration.ofMinutes(10);

    private final ClientProgram.Ended ended;

    private ToolSearch(ClientProgram.Ended ended) {
        this.ended = ended;
    }

    /** Looks for a tool. */
    public static ToolSearch of(String name) throws IOException, InterruptedException {
        return new ToolSearch(ClientProgram.findTool(name, BOUND));
    }

    /** Whether it is there; a search that fails counts as found, and {@link #program} says why. */
    public boolean isThere() {
        return !ended.noTool();
    }

    /** Why it is not. */
    public String message() {
        return ended.errors().strip();
    }

    /** Its path. */
    public String program() throws IOException {
        return ended.require().strip();
    }
}
