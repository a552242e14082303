package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What became of a merge. Immutable. */
public final class MergeOutcome {
    private static final int MOST = 100_000;

    private final boolean finished;
    private final long merged;
    private final long replacedCount;
    private final List<String> replaced;

    public MergeOutcome(boolean finished, long merged, long replacedCount, List<String> replaced) {
        this.finished = finished;
        this.merged = merged;
        this.replacedCount = replacedCount;
        this.replaced = Collections.unmodifiableList(new ArrayList<>(replaced));
    }

    /** Whether all is done; if not, the call is to be made again. */
    public boolean finished() {
        return finished;
    }

    /** How many inodes the journal made. */
    public long merged() {
        return merged;
    }

    /** How many entries of others were replaced. */
    public long replacedCount() {
        return replacedCount;
    }

    /** Their paths; at most 100. */
    public List<String> replaced() {
        return replaced;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            out.writeBoolean(finished);
            out.writeLong(merged);
            out.writeLong(replacedCount);
            out.writeInt(replaced.size());
            for (String each : replaced) {
                Fields.putText(out, each);
            }
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static MergeOutcome decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(bytes, in -> {
            boolean finished = in.readBoolean();
            long merged = in.readLong();
            long replacedCount = in.readLong();
            List<String> replaced = new ArrayList<>();
            int told = Fields.getCount(in, MOST);
            for (int i = 0; i < told; i++) {
                replaced.add(Fields.getText(in));
            }
            return new MergeOutcome(finished, merged, replacedCount, replaced);
        });
    }
}
