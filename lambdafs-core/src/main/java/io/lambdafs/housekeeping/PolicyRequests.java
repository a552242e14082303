package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.Transaction;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The requests to move replicas to storages that fit their files' storage policies: one for each file or directory, until the
 * housekeeping has done what it says.
 */
public final class PolicyRequests {
    private final Transaction tx;

    public PolicyRequests(Transaction tx) {
        this.tx = requireNonNull(tx, "tx");
    }

    /**
     * A request, and how far it has been carried out.
     *
     * @param inode a file, or a directory with all that is below it
     * @param attempts how often a file was looked at without coming to an end
     * @param notBeforeMillis when it is to be looked at next
     * @param after the name of the directory's entry after which to go on; empty at the beginning
     */
    public record Request(INodeId inode, int attempts, long notBeforeMillis, String after) {
        public Request {
            requireNonNull(inode, "inode");
            requireNonNull(after, "after");
        }

        /** One that nobody has begun to carry out. */
        public static Request of(INodeId inode) {
            return new Request(inode, 0, 0, "");
        }
    }

    /** Adds a request, or replaces the one for the same inode. */
    public void put(Request request) {
        byte[] after = request.after().getBytes(StandardCharsets.UTF_8);
        byte[] value = ByteBuffer.allocate(Integer.BYTES + Long.BYTES + after.length)
                .putInt(request.attempts())
                .putLong(request.notBeforeMillis())
                .put(after)
                .array();
        tx.details().put(new Detail(key(request.inode()), value));
    }

    /** The requests in the order of their inodes' ids, from this one on. */
    public List<Request> from(INodeId first, int limit) {
        return tx.details().of(INodeId.NONE, DetailKind.POLICY_REQUEST, first.value(), limit).stream()
                .map(PolicyRequests::request)
                .toList();
    }

    /** Takes away the request for this inode. */
    public void remove(INodeId inode) {
        tx.details().delete(List.of(key(inode)));
    }

    private static DetailKey key(INodeId inode) {
        return new DetailKey(INodeId.NONE, DetailKind.POLICY_REQUEST, inode.value());
    }

    private static Request request(Detail detail) {
        ByteBuffer value = ByteBuffer.wrap(detail.value());
        int attempts = value.getInt();
        long notBefore = value.getLong();
        byte[] after = new byte[value.remaining()];
        value.get(after);
        return new Request(
                new INodeId(detail.key().label()), attempts, notBefore, new String(after, StandardCharsets.UTF_8));
    }
}
