package io.lambdafs.system;

import io.lambdafs.openwhisk.platform.ConfigFile;
import io.lambdafs.openwhisk.platform.LocalPlatform;
import io.lambdafs.openwhisk.platform.PlatformConfig;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A platform with other settings in the place of a system's own. */
public final class OtherPlatform {
    private static final Duration BOUND = Duration.ofMinutes(2);

    private OtherPlatform() {}

    /** Ends the stack's platform, and starts another one, in this JVM, at the same port with the same functions. */
    public static LocalPlatform replace(Stack stack, UnaryOperator<PlatformConfig> change) throws Exception {
        long pid = stack.pid("platform");
        Stack.signal("TERM", pid);
        Await.until(
                "the platform has ended",
                BOUND,
                () -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
        return start(stack, change);
    }

    /** Starts a platform at the port of the stack's own, which has ended. */
    static LocalPlatform start(Stack stack, UnaryOperator<PlatformConfig> change) throws Exception {
        PlatformConfig config = ConfigFile.read(
                stack.dataDir().resolve("conf/platform.json"),
                PlatformConfig.defaults(stack.dataDir().resolve("platform")));
        return LocalPlatform.start(change.apply(config));
    }
}
