package io.lambdafs.runtime;

import io.lambdafs.container.JsonObject;
import io.lambdafs.container.MalformedJsonException;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.housekeeping.RemovalBatch;
import java.util.Base64;

/** A batch to be removed, as the parameter {@code removal} of an invocation carries it. */
final class RemovalMessage {
    static final String PARAMETER = "removal";

    private RemovalMessage() {}

    /** The parameters of an invocation, as JSON. */
    static String encode(RemovalBatch batch) {
        return "{\"" + PARAMETER + "\":{\"directory\":\"" + batch.directory() + "\",\"after\":\"" + text(batch.after())
                + "\",\"last\":\"" + text(batch.last()) + "\"}}";
    }

    /**
     * Reads the parameter.
     *
     * @throws MalformedJsonException if a field has another type
     * @throws IllegalArgumentException if a field is missing or no batch comes of them
     */
    static RemovalBatch decode(JsonObject removal) throws MalformedJsonException {
        try {
            return new RemovalBatch(
                    new INodeId(Long.parseLong(removal.text("directory").orElse(""))),
                    name(removal.text("after").orElse("")),
                    name(removal.text("last").orElse("")));
        } catch (FsException e) {
            throw new IllegalArgumentException("no batch of files: " + e.getMessage(), e);
        }
    }

    private static String text(Name name) {
        return Base64.getEncoder().encodeToString(name.bytes());
    }

    private static Name name(String text) {
        return Name.of(Base64.getDecoder().decode(text));
    }
}
