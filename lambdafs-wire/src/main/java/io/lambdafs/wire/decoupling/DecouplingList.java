package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** All decoupled subtrees. Immutable. */
public final class DecouplingList {
    private static final int MOST = 100_000;

    private final List<DecouplingInfo> all;

    public DecouplingList(List<DecouplingInfo> all) {
        this.all = Collections.unmodifiableList(new ArrayList<>(all));
    }

    public List<DecouplingInfo> all() {
        return all;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            out.writeInt(all.size());
            for (DecouplingInfo each : all) {
                Fields.putBytes(out, each.encode());
            }
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static DecouplingList decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(bytes, in -> {
            List<DecouplingInfo> all = new ArrayList<>();
            int allCount = Fields.getCount(in, MOST);
            for (int i = 0; i < allCount; i++) {
                all.add(DecouplingInfo.decode(Fields.getBytes(in, Integer.MAX_VALUE)));
            }
            return new DecouplingList(all);
        });
    }
}
