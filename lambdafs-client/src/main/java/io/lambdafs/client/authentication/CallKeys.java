package io.lambdafs.client.authentication;

import io.lambdafs.wire.authentication.SigningKey;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What the calls of one caller are signed with. Thread-safe. */
@FunctionalInterface
public interface CallKeys {
    /** In simple mode: calls are not signed. */
    CallKeys NONE = () -> null;

    /**
     * The key for the next call; null if it is not to be signed. May take a call to a gateway now and then.
     *
     * @throws IOException with a sentence for the user, if the caller has nothing to prove who it is
     */
    @Nullable
    SigningKey current() throws IOException;
}
