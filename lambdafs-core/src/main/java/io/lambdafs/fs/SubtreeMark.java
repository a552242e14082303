package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.subtree.VolumePolicy;

/**
 * What a directory's row says of the programmable subtree that begins at it.
 *
 * @param policy the canonical text of the policy that was set here; empty if none was
 * @param decoupling the number of the decoupling that holds the directory; 0 if none does
 * @param blocked whether all but the holder are refused while it is held
 * @param holder its holder, for people: the user, and the program in parentheses; empty if nobody holds it
 * @param sinceMillis since when it is held, in milliseconds since the epoch; 0 if it is not
 */
public record SubtreeMark(String policy, long decoupling, boolean blocked, String holder, long sinceMillis) {
    /** The longest text of a policy. */
    public static final int MOST_POLICY_CHARS = 2000;

    /** The longest text about a holder. */
    public static final int MOST_HOLDER_CHARS = 255;

    /** That of an inode at which no programmable subtree begins. */
    public static final SubtreeMark NONE = new SubtreeMark("", 0, false, "", 0);

    public SubtreeMark {
        requireNonNull(policy, "policy");
        requireNonNull(holder, "holder");
        if (policy.length() > MOST_POLICY_CHARS || holder.length() > MOST_HOLDER_CHARS) {
            throw new IllegalArgumentException("a policy of " + policy.length() + " characters or a holder of "
                    + holder.length() + " is too long");
        }
        if (decoupling == 0 && (blocked || !holder.isEmpty() || sinceMillis != 0)) {
            throw new IllegalArgumentException("what nobody holds has no holder and blocks nobody");
        }
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** Whether a policy was set here. */
    public boolean hasPolicy() {
        return !policy.isEmpty();
    }

    /** Whether the directory is a volume: then what is in it is in no row of the namespace. */
    public boolean isVolume() {
        return VolumePolicy.isOne(policy);
    }

    /** Whether it is decoupled from the namespace. */
    public boolean isDecoupled() {
        return decoupling != 0;
    }

    public SubtreeMark withPolicy(String changed) {
        return new SubtreeMark(changed, decoupling, blocked, holder, sinceMillis);
    }

    /** Held by the decoupling with this number, which is not 0. */
    public SubtreeMark heldBy(long number, boolean others, String who, long since) {
        return new SubtreeMark(policy, number, others, who, since);
    }

    /** Whether this user holds it, whichever of the user's programs does. */
    public boolean isHeldBy(String user) {
        String begin = user + " (";
        // The text is cut where it is too long.
        return isDecoupled() && holder.startsWith(begin.substring(0, Math.min(begin.length(), MOST_HOLDER_CHARS)));
    }

    /** Held by nobody. */
    public SubtreeMark released() {
        return new SubtreeMark(policy, 0, false, "", 0);
    }
}
