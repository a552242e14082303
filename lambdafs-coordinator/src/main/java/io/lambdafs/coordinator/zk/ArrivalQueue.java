package io.lambdafs.coordinator.zk;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What arrived from the coordinator and is to be told in that order, though some of it must be read first. Not thread-safe.
 */
final class ArrivalQueue {
    private final Deque<Arrival> waiting = new ArrayDeque<>();
    private boolean listing;

    /** Something that arrived. */
    final class Arrival {
        private final boolean answer;
        private Runnable told;
        private boolean ready;
        private boolean dropped;

        private Arrival(boolean answer, Runnable told, boolean ready) {
            this.answer = answer;
            this.told = told;
            this.ready = ready;
        }

        /** Gives what had to be read; without effect if this was dropped. */
        void complete(Runnable how) {
            if (!dropped) {
                told = how;
                ready = true;
                tell();
            }
        }
    }

    /** An event. */
    void event(Runnable told) {
        add(new Arrival(false, told, true));
    }

    /** The answer to a request, which is not dropped; before what is being listed, which is newer. */
    void answer(Runnable told) {
        if (listing) {
            told.run();
        } else {
            add(new Arrival(true, told, true));
        }
    }

    /** An event whose meaning is still to be read. */
    Arrival unread() {
        Arrival arrival = new Arrival(false, () -> {}, false);
        add(arrival);
        return arrival;
    }

    /** Drops the events, because everything is going to be listed. What arrives from now on waits for the list. */
    Arrival list() {
        listing = false;
        for (Arrival arrival : waiting) {
            arrival.dropped = !arrival.answer;
        }
        waiting.removeIf(arrival -> arrival.dropped);
        tell();
        listing = true;
        return unread();
    }

    /** The list is what is being told. */
    void listed() {
        listing = false;
    }

    private void add(Arrival arrival) {
        waiting.add(arrival);
        tell();
    }

    private void tell() {
        for (Arrival first = waiting.peek(); first != null && first.ready; first = waiting.peek()) {
            waiting.remove();
            first.told.run();
        }
    }
}
