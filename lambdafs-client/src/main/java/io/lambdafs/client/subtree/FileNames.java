package io.lambdafs.client.subtree;

import io.lambdafs.wire.PathSyntax;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Which names files and directories may have, as HDFS has it. */
final class FileNames {
    private FileNames() {}

    /**
     * Refuses a name that is too long, reserved or without meaning.
     *
     * @throws IOException says what is wrong with it
     */
    static void require(String name) throws IOException {
        if (name.getBytes(StandardCharsets.UTF_8).length > PathSyntax.MAX_COMPONENT_BYTES) {
            throw Refusals.plain("The maximum path component name limit of " + name + " is exceeded: limit="
                    + PathSyntax.MAX_COMPONENT_BYTES);
        }
        if (name.equals(".") || name.equals("..") || name.equals(".snapshot") || name.indexOf(':') >= 0) {
            throw Refusals.plain("Invalid file name: " + name);
        }
    }
}
