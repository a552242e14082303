package io.lambdafs.openwhisk.platform.pool;

import java.nio.charset.StandardCharsets;

/** The reply of a container: its status, and its body as far as it was read. */
@SuppressWarnings("ArrayRecordComponent") // the bytes of one message: read once, never compared
record ContainerReply(int status, byte[] body, long length) {
    boolean isOk() {
        return status == 200;
    }

    boolean isTruncated() {
        return length > body.length;
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
