package io.lambdafs.namenode.validate;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;

/** Has the instance join before it writes, and then lets its writes pass as those of every other member. */
public final class JoiningGate implements WriteGate {
    private final WriteGate gate;
    private final BriefMembership membership;
    private final boolean joins;

    /**
     * A gate before another one.
     *
     * @param gate of the member
     * @param rules all, but in tests that show that a rule is needed
     */
    public JoiningGate(WriteGate gate, BriefMembership membership, ProtocolRules rules) {
        this.gate = requireNonNull(gate, "gate");
        this.membership = requireNonNull(membership, "membership");
        this.joins = rules.keeps(CoherenceRule.JOIN_TO_WRITE);
    }

    @Override
    public void awaitReady() {
        if (joins) {
            membership.join();
            gate.awaitReady();
        }
    }

    @Override
    public WriteHint hint(FsPath subject, LockHints foresight) {
        return gate.hint(subject, foresight);
    }

    @Override
    public Pass begin(WriterId writer) {
        return joins ? gate.begin(writer) : WriteGate.open().begin(writer);
    }

    @Override
    public boolean isNeeded() {
        return joins;
    }
}
