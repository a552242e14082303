package io.lambdafs.coordinator.zk;

import io.lambdafs.coherence.MalformedInvException;
import io.lambdafs.coherence.Member;
import io.lambdafs.store.WriterId;
import java.util.Base64;
import java.util.Optional;

/**
 * The name of an INV's znode: leader, number of the batch and, where it is short, the content. So the event that the znode
 * came says all, and nobody needs to read it.
 *
 * @param content the content of the znode, if the name has it
 */
record InvName(WriterId leader, long batch, Optional<byte[]> content) {
    /** The longest content that goes into the name, in bytes. */
    static final int MAX_IN_NAME = 240;

    private static final char CONTENT = '~';

    /** How the names of a leader's INVs start. */
    static String start(WriterId leader) {
        return leader.value() + "_";
    }

    /** Names a batch. */
    static String of(WriterId leader, long batch, byte[] content) {
        String name = start(leader) + batch;
        return content.length <= MAX_IN_NAME
                ? name + CONTENT + Base64.getUrlEncoder().withoutPadding().encodeToString(content)
                : name;
    }

    /**
     * Reads a name.
     *
     * @throws MalformedInvException if it is not of this form
     */
    static InvName parse(String name) throws MalformedInvException {
        int content = name.indexOf(CONTENT);
        String[] numbers = (content < 0 ? name : name.substring(0, content)).split("_", -1);
        if (numbers.length != 2) {
            throw new MalformedInvException("a name that is none of an INV's");
        }
        try {
            Optional<byte[]> bytes = content < 0
                    ? Optional.empty()
                    : Optional.of(Base64.getUrlDecoder().decode(name.substring(content + 1)));
            return new InvName(new WriterId(Long.parseLong(numbers[0])), Long.parseLong(numbers[1]), bytes);
        } catch (IllegalArgumentException e) {
            throw new MalformedInvException("a name that is none of an INV's", e);
        }
    }

    /** The content that a name has; empty if it is apart, and no INV's if the name is none. */
    static Optional<byte[]> contentIn(String name) {
        try {
            return parse(name).content();
        } catch (MalformedInvException e) {
            return Optional.of(new byte[0]);
        }
    }

    /** The name of a member's acknowledgement of it. */
    String ackBy(Member member) {
        return AckName.of(batch, member);
    }
}
