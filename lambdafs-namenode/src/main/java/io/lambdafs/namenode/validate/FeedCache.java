package io.lambdafs.namenode.validate;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.FillGuard;
import io.lambdafs.coherence.FillToken;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.namenode.cache.MetadataCache;
import io.lambdafs.namenode.coherence.Waiting;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.CommittedTransaction;
import io.lambdafs.store.changefeed.RowChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps a cache at a position of the store's change feed. Thread-safe.
 *
 * <p>All that the cache has is as it was committed at the position, a commit's number. {@link #validate} asks the feed what was
 * committed after it, forgets that, and moves on to the answer's last commit. A transaction is in the feed when its commit
 * returns. So a request that validates after a write was answered finds nothing in the cache that the write has replaced; the moment of the
 * answer is the one at which a read is linearized. An instance may be frozen at any moment: what it finds in its cache when it
 * goes on was true at a moment after the request began, which is all that is promised.
 *
 * <p>The guard of fills does the same once more when the rows have been read. If nothing that they depend on was
 * committed between the position at the beginning and the one at the end, they are what is committed at the latter, and
 * belong together. Changes that are committed later are after the position, and so in the next answer.
 */
public final class FeedCache implements FillGuard {
    /** More changes than this while a read is under way, and it is not kept. */
    private static final int MAX_LOGGED = 20_000;

    /** A cache that is further behind forgets everything. */
    private static final int MAX_PAGES = 20;

    private static final long NOWHERE = -1;

    private final ChangeFeed feed;
    private final MetadataCache cache;
    private final SharedQuestion question;
    private final boolean validatesReads;
    private final boolean validatesFills;
    private final Object lock = new Object();
    private final Map<Long, OpenFill> fills = new HashMap<>();

    /** The places of rows that were changed while reads were under way, in the order in which they were told. */
    private final List<INodeKey> log = new ArrayList<>();

    private volatile long position = NOWHERE;
    private long numbers;
    private long questions;
    private long restarts;

    /**
     * A cache that has nothing yet.
     *
     * @param bound how long a request waits for the question of others
     * @param rules all, but in tests that show that a rule is needed
     */
    public FeedCache(ChangeFeed feed, MetadataCache cache, Waiting waiting, Duration bound, ProtocolRules rules) {
        this.feed = requireNonNull(feed, "feed");
        this.cache = requireNonNull(cache, "cache");
        this.question = new SharedQuestion(this::askFeed, waiting, bound, rules.keeps(CoherenceRule.ASK_AFTER_ARRIVAL));
        this.validatesReads = rules.keeps(CoherenceRule.VALIDATE_BEFORE_READ);
        this.validatesFills = rules.keeps(CoherenceRule.VALIDATE_BEFORE_FILL);
    }

    /**
     * Brings the cache to a position that is not before this call. Waits for one round trip to the store, or two.
     *
     * @return whether it is there, and so may be believed; false if the store did not answer
     */
    public boolean validate() {
        return (!validatesReads && position != NOWHERE) || question.ask();
    }

    private boolean askFeed() {
        try {
            boolean told = position != NOWHERE && askForChanges();
            if (!told) {
                startAgain();
            }
            return true;
        } catch (StoreException unanswered) {
            return false;
        }
    }

    /* One thread does this at a time. False if it is too late for the feed, or too far behind. */
    private boolean askForChanges() {
        try {
            for (int pages = 0; pages < MAX_PAGES; pages++) {
                List<CommittedTransaction> page = feed.after(position, ChangeFeed.MAX_TRANSACTIONS);
                take(page);
                if (ChangeFeed.isLast(page, ChangeFeed.MAX_TRANSACTIONS)) {
                    return true;
                }
            }
            return false;
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.INCOMPATIBLE) {
                return false;
            }
            throw e;
        }
    }

    private void take(List<CommittedTransaction> page) {
        synchronized (lock) {
            questions++;
            if (page.isEmpty()) {
                return;
            }
            boolean found = false;
            for (CommittedTransaction transaction : page) {
                for (RowChange change : transaction.changes()) {
                    // A cached block belongs to a closed file. Every change of the blocks of a closed file also writes
                    // the file's row.
                    if (change instanceof RowChange.INodeRow row) {
                        found |= cache.forgetRow(row.id(), row.key(), row.deleted());
                        log(row.key());
                    }
                }
            }
            if (found) {
                cache.changed();
            }
            position = page.get(page.size() - 1).number();
        }
    }

    private void log(INodeKey key) {
        if (fills.isEmpty()) {
            log.clear();
        } else if (log.size() >= MAX_LOGGED) {
            disturbAll();
        } else {
            log.add(key);
        }
    }

    private void disturbAll() {
        log.clear();
        fills.values().forEach(OpenFill::disturb);
    }

    private void startAgain() {
        long newest = feed.range().newest();
        synchronized (lock) {
            restarts++;
            cache.clear();
            disturbAll();
            position = newest;
        }
    }

    @Override
    public FillToken begin(FsPath path) {
        synchronized (lock) {
            if (fills.isEmpty()) {
                log.clear();
            }
            OpenFill fill = new OpenFill(path, log.size());
            if (position == NOWHERE) {
                fill.disturb();
            }
            FillToken token = new FillToken(++numbers, path);
            fills.put(token.number(), fill);
            return token;
        }
    }

    @Override
    public void resolved(FillToken token, List<INode> chain) {
        synchronized (lock) {
            OpenFill fill = fills.get(token.number());
            if (fill != null) {
                fill.resolved(chain);
            }
        }
    }

    @Override
    public boolean isUndisturbed(FillToken token) {
        return !validatesFills || (validateEnd(token) && isAdmissible(token));
    }

    @Override
    public boolean isAdmissible(FillToken token) {
        synchronized (lock) {
            OpenFill fill = fills.get(token.number());
            return fill != null && (!validatesFills || fill.isClean(log));
        }
    }

    /* All rows have been read: are they still what is committed? */
    private boolean validateEnd(FillToken token) {
        if (validatesFills && !isValidated(token)) {
            if (!question.ask()) {
                return false;
            }
            synchronized (lock) {
                OpenFill fill = fills.get(token.number());
                if (fill != null) {
                    fill.validated();
                }
            }
        }
        return true;
    }

    private boolean isValidated(FillToken token) {
        synchronized (lock) {
            OpenFill fill = fills.get(token.number());
            return fill != null && fill.isValidated();
        }
    }

    @Override
    public boolean completeInParts(FillToken token, Admission admission) {
        boolean validated = isAdmissible(token) && validateEnd(token);
        while (true) {
            synchronized (lock) {
                boolean admits = validated && isAdmissible(token);
                if (!admits || !admission.admitSome()) {
                    fills.remove(token.number());
                    return admits;
                }
            }
        }
    }

    @Override
    public void abandon(FillToken token) {
        synchronized (lock) {
            fills.remove(token.number());
        }
    }

    /** How often the feed was asked, pages counted. */
    public long questions() {
        synchronized (lock) {
            return questions;
        }
    }

    /** How often everything was forgotten, because the feed did not reach back far enough; once at the beginning. */
    public long restarts() {
        synchronized (lock) {
            return restarts;
        }
    }
}
