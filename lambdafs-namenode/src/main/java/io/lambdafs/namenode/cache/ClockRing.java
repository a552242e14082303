package io.lambdafs.namenode.cache;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** The entries in a circle, in the order in which a clock's hand passes them. Used under the cache's lock. */
final class ClockRing {
    private @Nullable Node hand;
    private int size;

    int size() {
        return size;
    }

    /** The entry under the hand; there must be one. */
    Node present() {
        return requireNonNull(hand, "the ring is empty");
    }

    void advance() {
        hand = present().next;
    }

    /** Adds an entry where the hand comes last. */
    void add(Node node) {
        Node at = hand;
        if (at == null) {
            node.next = node;
            node.previous = node;
            hand = node;
        } else {
            Node before = requireNonNull(at.previous);
            node.previous = before;
            node.next = at;
            before.next = node;
            at.previous = node;
        }
        size++;
    }

    /** Takes an entry out; the hand moves on if it was there. */
    void remove(Node node) {
        Node next = requireNonNull(node.next);
        Node previous = requireNonNull(node.previous);
        if (next == node) {
            hand = null;
        } else {
            previous.next = next;
            next.previous = previous;
            if (hand == node) {
                hand = next;
            }
        }
        node.next = null;
        node.previous = null;
        size--;
    }

    void clear() {
        hand = null;
        size = 0;
    }
}
