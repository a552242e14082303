package io.lambdafs.namenode;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.store.RequestWork.Ending;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import java.util.List;
import java.util.Optional;

/** What stands between a write and its commit where NameNodes cache what it changes. Thread-safe. */
public interface WriteGate {
    /**
     * Waits until this NameNode may execute writes, within a bound.
     *
     * @throws io.lambdafs.fs.FsException a retriable one if it may not by then
     */
    void awaitReady();

    /**
     * What to tell the store that an attempt will probably do, before its transaction begins. It may be wrong.
     *
     * @param subject the path that the attempt is about; the root if none is known
     */
    default WriteHint hint(FsPath subject, LockHints foresight) {
        return new WriteHint(subject, List.of(), Optional.empty(), foresight.leaseOf());
    }

    /**
     * Begins an attempt, whose transaction holds the writer's row.
     *
     * @throws RuntimeException a retriable {@link io.lambdafs.fs.FsException} or {@link io.lambdafs.store.StoreException}
     *     if it must not go on
     */
    Pass begin(WriterId writer);

    /** Whether what a scope covers must be forgotten before it is changed; without caches, nothing must be. */
    boolean isNeeded();

    /** One attempt at a write. Used by one thread. */
    interface Pass {
        /**
         * Has the attempt lock every directory on its paths, so that no change of their permissions turns it back. To be called
         * before anything else.
         */
        void lockOnTheWay();

        /** The transaction as the operation is to see it. */
        Transaction guard(Transaction tx);

        /**
         * Has every cache forget this, and keep none of it until the attempt has ended; waits for that, within a bound.
         * For a scope with prefixes it also waits until no other write is under way below them; the caller must hold no
         * row locks then. For one with directories that stay, the caller holds their rows EXCLUSIVE.
         *
         * @throws RuntimeException as {@link #begin} does
         */
        void forget(Scope scope);

        /**
         * Says that all is done but to commit, which will wait for nothing any more.
         *
         * @throws RuntimeException as {@link #begin} does
         */
        void seal();

        /** Whether it was refused because a directory that it had not locked got another owner or permission. */
        boolean wasTurnedBack();

        /**
         * The attempt's transaction has ended. Where its commit is in doubt and {@link #waitsInDoubt}, this is called when it
         * is known that it has ended, or when nobody here will find out.
         */
        void ended(Ending ending);

        /** Whether what the attempt told must stay forgotten for as long as its commit may still take effect. */
        boolean waitsInDoubt();
    }

    /** For NameNodes that cache nothing. */
    static WriteGate open() {
        return OpenGate.INSTANCE;
    }

    /** Lets everything pass. */
    final class OpenGate implements WriteGate, Pass {
        private static final OpenGate INSTANCE = new OpenGate();

        private OpenGate() {}

        @Override
        public void awaitReady() {}

        @Override
        public Pass begin(WriterId writer) {
            return this;
        }

        @Override
        public boolean isNeeded() {
            return false;
        }

        @Override
        public void lockOnTheWay() {}

        @Override
        public Transaction guard(Transaction tx) {
            return tx;
        }

        @Override
        public void forget(Scope scope) {}

        @Override
        public void seal() {}

        @Override
        public boolean wasTurnedBack() {
            return false;
        }

        @Override
        public void ended(Ending ending) {}

        @Override
        public boolean waitsInDoubt() {
            return false;
        }
    }
}
