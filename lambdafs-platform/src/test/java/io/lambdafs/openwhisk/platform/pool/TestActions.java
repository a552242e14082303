package io.lambdafs.openwhisk.platform.pool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** Actions for unit tests. */
final class TestActions {
    private TestActions() {}

    static Action action(String name, long revision, int memoryMb, int concurrency) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return new Action(
                "guest",
                name,
                "0.0.1",
                revision,
                0,
                nodes.objectNode().put("kind", "blackbox").put("image", "echo"),
                new ActionLimits(60_000, memoryMb, 0, concurrency),
                nodes.arrayNode(),
                nodes.arrayNode(),
                false);
    }
}
