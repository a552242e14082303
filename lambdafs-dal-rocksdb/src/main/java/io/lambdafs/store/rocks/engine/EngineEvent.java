package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.FeedRange;
import io.lambdafs.store.maintenance.StoreFigure;
import java.time.Duration;
import java.util.List;

/** An input of the core. */
public sealed interface EngineEvent {
    /** Applies the event to the core. */
    void happen(EngineCore core);

    /** A request; its result goes to the reply. */
    sealed interface Asked extends EngineEvent
            permits Begin,
                    Call,
                    Read,
                    OnVolumes,
                    Register,
                    Fence,
                    Writers,
                    Reserve,
                    ClaimDeployments,
                    ChangeDeployments,
                    Changes,
                    Announcements,
                    ChangeRange,
                    Figures {
        EngineReply<?> reply();
    }

    /**
     * A transaction begins, and does its first work.
     *
     * @param transaction its number, unique in this engine
     * @param connection the connection that owns it
     */
    record Begin<T>(
            long transaction,
            long connection,
            WriterId writer,
            TransactionBounds bounds,
            EngineTask<T> first,
            EngineReply<T> reply)
            implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.begin(this);
        }
    }

    /**
     * A transaction does some work.
     *
     * @param commit whether it ends with that
     */
    record Call<T>(long transaction, EngineTask<T> work, boolean commit, EngineReply<T> reply) implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.call(this);
        }
    }

    /** A transaction ends without a commit. */
    record RollBack(long transaction) implements EngineEvent {
        @Override
        public void happen(EngineCore core) {
            core.rollBack(transaction);
        }
    }

    /** A read of committed rows, outside of any transaction. */
    record Read<T>(EngineTask<T> work, EngineReply<T> reply) implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.read(this);
        }
    }

    /** Work on volumes, which needs no transaction of the engine: it is done at once, and answered when it is durable. */
    record OnVolumes<T>(VolumeWork<T> work, EngineReply<T> reply) implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.onVolumes(this);
        }
    }

    /** A connection was closed. Its transactions roll back, except those that are already committing. */
    record Disconnect(long connection) implements EngineEvent {
        @Override
        public void happen(EngineCore core) {
            core.disconnect(connection);
        }
    }

    /** A new writer registers. */
    record Register(String label, EngineReply<WriterId> reply) implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.register(this);
        }
    }

    /** A writer is to be fenced. */
    record Fence(WriterId writer, Duration bound, EngineReply<WriterId> reply) implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.fence(this);
        }
    }

    /**
     * A query for writers.
     *
     * @param open true for the writers with open transactions, fenced ones included; false for the registered writers
     */
    record Writers(boolean open, EngineReply<List<Writer>> reply) implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.writers(this);
        }
    }

    /** A request for numbers of a sequence. */
    record Reserve(Sequence sequence, int count, long floor, EngineReply<IdRange> reply) implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.reserve(this);
        }
    }

    /** A query for the number of deployments; records this number if none is recorded. */
    record ClaimDeployments(int first, EngineReply<Integer> reply) implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.claimDeployments(this);
        }
    }

    /** A change of the number of deployments, if the recorded one is as expected. */
    record ChangeDeployments(int from, int to, EngineReply<Boolean> reply) implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.changeDeployments(this);
        }
    }

    /** A read of the change feed. */
    record Changes(long after, int limit, EngineReply<List<CommittedChange>> reply) implements Asked {
        /** Whether the answer is that there is nothing, if the feed goes this far. */
        boolean isNoNews(FeedTip tip) {
            return limit > 0 && limit <= ChangeFeed.MAX_TRANSACTIONS && tip.isAt(after);
        }

        @Override
        public void happen(EngineCore core) {
            core.changes(this);
        }
    }

    /** A read of what transactions in the change feed have announced. */
    record Announcements(long after, int limit, EngineReply<List<CommittedAnnouncement>> reply) implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.announcements(this);
        }
    }

    /** A query for what the change feed has. */
    record ChangeRange(EngineReply<FeedRange> reply) implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.changeRange(this);
        }
    }

    /** A query for how the engine and its tables are. */
    record Figures(EngineReply<List<StoreFigure>> reply) implements Asked {
        @Override
        public void happen(EngineCore core) {
            core.figures(this);
        }
    }

    /** The batch is durable. */
    record Written() implements EngineEvent {
        @Override
        public void happen(EngineCore core) {
            core.written();
        }
    }

    /** Nothing of the batch was written. */
    record WriteRefused(StoreException why) implements EngineEvent {
        @Override
        public void happen(EngineCore core) {
            core.writeRefused(why);
        }
    }

    /** The write of the batch failed. The batch may be durable or not. */
    record WriteFailed(StoreException why) implements EngineEvent {
        @Override
        public void happen(EngineCore core) {
            core.writeFailed(why);
        }
    }

    /** Time has passed. */
    record Tick() implements EngineEvent {
        @Override
        public void happen(EngineCore core) {
            // The core checks its bounds at each event.
        }
    }
}
