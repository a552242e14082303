package io.lambdafs.coordinator.zk;

import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coherence.Member;
import java.util.Base64;

/**
 * The name of a member's znode, which tells everything about the member: so a member that hears that a znode came or went needs
 * to read nothing, also when it is too late to read.
 */
final class MemberName {
    private static final char SEPARATOR = '~';
    private static final int PARTS = 3;

    private MemberName() {}

    /**
     * Names a member's znode.
     *
     * @param suffix tells registrations of the same member apart
     */
    static String of(Member member, String suffix) {
        String content = Base64.getUrlEncoder().withoutPadding().encodeToString(MemberCodec.encode(member));
        return member.writer() + String.valueOf(SEPARATOR) + content + SEPARATOR + suffix;
    }

    /**
     * Reads a name.
     *
     * @throws CoordinatorException if it is not of this form
     */
    static Member parse(String name) {
        String[] parts = name.split(String.valueOf(SEPARATOR), PARTS);
        if (parts.length != PARTS) {
            throw new CoordinatorException("not the name of a member's znode: " + name);
        }
        try {
            return MemberCodec.decode(Base64.getUrlDecoder().decode(parts[1]));
        } catch (IllegalArgumentException e) {
            throw new CoordinatorException("not the name of a member's znode: " + name, e);
        }
    }
}
