package io.lambdafs.coordinator.zk;

import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coherence.Member;
import io.lambdafs.store.WriterId;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The content of a member's znode: lines of text, so that people can read it with ZooKeeper's own shell. */
final class MemberCodec {
    private static final String VERSION = "1";
    private static final int LINES = 5;

    private MemberCodec() {}

    static byte[] encode(Member member) {
        return String.join(
                        "\n",
                        VERSION,
                        Integer.toString(member.deployment()),
                        Long.toString(member.writer().value()),
                        Long.toString(member.pid()),
                        member.instance())
                .getBytes(StandardCharsets.UTF_8);
    }

    static Member decode(byte[] content) {
        String[] lines = new String(content, StandardCharsets.UTF_8).split("\n", LINES);
        if (lines.length != LINES || !lines[0].equals(VERSION)) {
            throw malformed(null);
        }
        try {
            return new Member(
                    Integer.parseInt(lines[1]),
                    new WriterId(Long.parseLong(lines[2])),
                    lines[4],
                    Long.parseLong(lines[3]));
        } catch (NumberFormatException e) {
            throw malformed(e);
        }
    }

    private static CoordinatorException malformed(@Nullable Exception cause) {
        String message = "a member's znode is not of format " + VERSION + ": is a newer version in this cluster?";
        return cause == null ? new CoordinatorException(message) : new CoordinatorException(message, cause);
    }
}
