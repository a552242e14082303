package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** Asks to merge a journal that was brought to the store. Immutable. */
public final class MergeRequest {
    private final String path;
    private final long number;
    private final int chunks;
    private final long entries;
    private final long checksum;
    private final boolean keep;
    private final long leaseEnd;

    public MergeRequest(String path, long number, int chunks, long entries, long checksum, boolean keep) {
        this(path, number, chunks, entries, checksum, keep, 0);
    }

    private MergeRequest(
            String path, long number, int chunks, long entries, long checksum, boolean keep, long leaseEnd) {
        this.path = path;
        this.number = number;
        this.chunks = chunks;
        this.entries = entries;
        this.checksum = checksum;
        this.keep = keep;
        this.leaseEnd = leaseEnd;
    }

    /**
     * Asks to merge what is in the store, unless the lease was renewed.
     *
     * @param leaseEnd when the lease was seen to end, in milliseconds since the epoch
     */
    public static MergeRequest ofEndedLease(String path, long number, long leaseEnd) {
        return new MergeRequest(path, number, 0, 0, 0, false, leaseEnd);
    }

    public String path() {
        return path;
    }

    /** The number of the decoupling. */
    public long number() {
        return number;
    }

    /** How many chunks the journal has. */
    public int chunks() {
        return chunks;
    }

    /** How many entries. */
    public long entries() {
        return entries;
    }

    /** The CRC-32 of all chunks in order. */
    public long checksum() {
        return checksum;
    }

    /** Whether the subtree stays decoupled afterwards. */
    public boolean keep() {
        return keep;
    }

    /** When the lease was seen to end, in milliseconds since the epoch; 0 if that does not matter. */
    public long leaseEnd() {
        return leaseEnd;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            Fields.putText(out, path);
            out.writeLong(number);
            out.writeInt(chunks);
            out.writeLong(entries);
            out.writeLong(checksum);
            out.writeBoolean(keep);
            if (leaseEnd != 0) {
                // Clients send none, so that older NameNodes, which do not know it, can read the request.
                out.writeLong(leaseEnd);
            }
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static MergeRequest decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(
                bytes,
                in -> new MergeRequest(
                        Fields.getText(in),
                        in.readLong(),
                        in.readInt(),
                        in.readLong(),
                        in.readLong(),
                        in.readBoolean(),
                        in.available() > 0 ? in.readLong() : 0));
    }
}
