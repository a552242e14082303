package io.lambdafs.cli.doctor;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Whether the store answers and how fast, what its clock says, and what it knows of the DataNodes. */
final class StoreCheck implements Check {
    private static final int READS = 15;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double SLOW_MILLIS = 20;
    private static final long ODD_CLOCK_MILLIS = 1_000;
    private static final long WRONG_CLOCK_MILLIS = 60_000;

    @Override
    public String name() {
        return "store";
    }

    @Override
    public void run(ExaminedStack stack, Findings findings) {
        StoreConfig config;
        try {
            config = stack.store().get();
        } catch (RuntimeException unknown) {
            findings.error(
                    "the store cannot be asked: " + unknown.getMessage(), "Do what it says, then run this again.");
            return;
        }
        if (config.url().startsWith("ndb:")) {
            findings.ok("NDB is not asked from here: 'lambdafs status' shows which instances it has as members");
            return;
        }
        try (MetadataStore store = Stores.open(config);
                Transaction tx = store.beginRead()) {
            latency(tx, findings);
            findings.begin("clocks");
            clock(tx, findings);
            findings.begin("datanodes");
            new DataNodeJudge(stack).judge(dataNodes(tx), findings);
        } catch (StoreException e) {
            findings.error(
                    "the store at " + config.place() + " does not answer (" + e.getMessage() + ")",
                    "Run 'lambdafs start' if it is the stack's own; otherwise see whether its server runs and can be"
                            + " reached.");
        }
    }

    private static List<DataNodeDescriptor> dataNodes(Transaction tx) {
        return tx.dataNodes().all();
    }

    private static void latency(Transaction tx, Findings findings) {
        double[] millis = new double[READS];
        for (int i = 0; i < READS; i++) {
            long begin = System.nanoTime();
            int unused = tx.dataNodes().all().size();
            millis[i] = (System.nanoTime() - begin) / NANOS_PER_MILLI;
        }
        Arrays.sort(millis);
        double median = millis[READS / 2];
        String text = String.format(Locale.ROOT, "a read of the store takes %.2f ms", median);
        if (median > SLOW_MILLIS) {
            findings.warning(
                    text,
                    "See whether its machine or disk is busy, and how far away it is. Every write waits for it twice or"
                            + " more.");
        } else {
            findings.ok(text);
        }
    }

    private static void clock(Transaction tx, Findings findings) {
        long before = System.currentTimeMillis();
        long store = tx.nowMillis();
        long middle = before + (System.currentTimeMillis() - before) / 2;
        judgeClock(store - middle, findings);
    }

    /** Says what it means that the store's clock is so far ahead. */
    static void judgeClock(long aheadMillis, Findings findings) {
        String text = "the store's clock is " + Math.abs(aheadMillis) + " ms "
                + (aheadMillis < 0 ? "behind" : "ahead of") + " this machine's";
        String remedy =
                "Have NTP or chrony set the clocks of all machines. Nothing is lost by it, but the times of files"
                        + " come from the instances' clocks.";
        if (Math.abs(aheadMillis) > WRONG_CLOCK_MILLIS) {
            findings.error(text, remedy);
        } else if (Math.abs(aheadMillis) > ODD_CLOCK_MILLIS) {
            findings.warning(text, remedy);
        } else {
            findings.ok(text);
        }
    }
}
