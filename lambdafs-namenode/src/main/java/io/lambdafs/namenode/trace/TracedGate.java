package io.lambdafs.namenode.trace;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.store.RequestWork.Ending;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.trace.Span;
import io.lambdafs.wire.trace.SpanKind;
import io.lambdafs.wire.trace.Tracing;

/** Makes a span of each round, from handing out the INV to having the last ACK. Thread-safe. */
public final class TracedGate implements WriteGate {
    private final WriteGate gate;
    private final Tracing tracing;

    /** Traces the rounds of writes that pass this gate. */
    public TracedGate(WriteGate gate, Tracing tracing) {
        this.gate = requireNonNull(gate, "gate");
        this.tracing = requireNonNull(tracing, "tracing");
    }

    @Override
    public void awaitReady() {
        gate.awaitReady();
    }

    @Override
    public WriteHint hint(FsPath subject, LockHints foresight) {
        return gate.hint(subject, foresight);
    }

    @Override
    public Pass begin(WriterId writer) {
        return new TracedPass(gate.begin(writer));
    }

    @Override
    public boolean isNeeded() {
        return gate.isNeeded();
    }

    /** One attempt. Used by one thread. */
    private final class TracedPass implements Pass {
        private final Pass pass;

        TracedPass(Pass pass) {
            this.pass = pass;
        }

        @Override
        public void lockOnTheWay() {
            pass.lockOnTheWay();
        }

        @Override
        public Transaction guard(Transaction tx) {
            return pass.guard(tx);
        }

        @Override
        public void forget(Scope scope) {
            try (Span span = tracing.child(SpanKind.INTERNAL, "invalidation")) {
                span.with("lambdafs.scope.paths", scope.paths().size())
                        .with("lambdafs.scope.directories", scope.directories().size())
                        .with("lambdafs.scope.prefixes", scope.prefixes().size());
                try {
                    pass.forget(scope);
                } catch (RuntimeException e) {
                    span.failed(String.valueOf(e.getMessage()));
                    throw e;
                }
            }
        }

        @Override
        public void seal() {
            pass.seal();
        }

        @Override
        public boolean wasTurnedBack() {
            return pass.wasTurnedBack();
        }

        @Override
        public void ended(Ending ending) {
            pass.ended(ending);
        }

        @Override
        public boolean waitsInDoubt() {
            return pass.waitsInDoubt();
        }
    }
}
