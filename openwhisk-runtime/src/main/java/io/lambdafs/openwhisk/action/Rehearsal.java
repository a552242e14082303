package io.lambdafs.openwhisk.action;

import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionResult;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The work of an instance that has started before anybody needs it, and before it answers its platform: everything that
 * is slow for the first time only.
 */
public final class Rehearsal {
    /** Environment variable which is {@code true} for an instance that has time for it. */
    public static final String VARIABLE = "ACTION_REHEARSES";

    private static final byte[] INIT =
            ("{\"value\":{\"name\":\"rehearsal\",\"main\":\"main\",\"binary\":false,\"code\":\"\","
                            + "\"env\":{\"__OW_NAMESPACE\":\"guest\"}}}")
                    .getBytes(StandardCharsets.UTF_8);
    private static final byte[] RUN =
            ("{\"value\":{\"number\":1,\"list\":[\"a\",true,null]},\"action_name\":\"rehearsal\","
                            + "\"activation_id\":\"0\",\"deadline\":\"1\"}")
                    .getBytes(StandardCharsets.UTF_8);

    private Rehearsal() {}

    /** Rehearses the messages and the handler. Says what goes wrong to standard error; the instance starts all the same. */
    public static void of(FunctionHandler handler) {
        try {
            JsonCodec codec = new JsonCodec();
            InitRequest init = InitRequest.from(codec.read(INIT).object("value"));
            Invocation run = Invocation.from(codec.read(RUN));
            codec.write(FunctionResult.of(Map.of("name", init.name(), "of", run.actionName()))
                    .value());
            handler.rehearse();
        } catch (Exception | LinkageError e) {
            System.err.println("function instance: it starts slower, because its rehearsal failed: " + e);
        }
    }
}
