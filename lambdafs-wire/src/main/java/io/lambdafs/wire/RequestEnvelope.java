package io.lambdafs.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** One call of a ClientProtocol method: who calls, under which id, until when, and the method's protobuf message. */
public final class RequestEnvelope {
    /** The largest payload, in bytes, that a NameNode accepts. */
    public static final int MAX_PAYLOAD_BYTES = 512 * 1024;

    private static final int VERSION = 2;
    private static final int MAX_TEXT_BYTES = 1024;
    private static final int MAX_GROUPS = 4096;

    private final RequestId id;
    private final Caller caller;
    private final long deadlineEpochMillis;
    private final String method;
    private final byte[] payload;
    private final boolean resubmission;

    /**
     * A request that is sent for the first time.
     *
     * @param deadlineEpochMillis wall-clock time after which the client no longer waits; the NameNode does not begin
     *     the operation later than that
     * @param method the name of the ClientProtocol method
     * @param payload the method's request message, in protobuf's encoding
     */
    public RequestEnvelope(RequestId id, Caller caller, long deadlineEpochMillis, String method, byte[] payload) {
        this(id, caller, deadlineEpochMillis, method, payload, false);
    }

    private RequestEnvelope(
            RequestId id,
            Caller caller,
            long deadlineEpochMillis,
            String method,
            byte[] payload,
            boolean resubmission) {
        this.id = Objects.requireNonNull(id, "id");
        this.caller = Objects.requireNonNull(caller, "caller");
        this.deadlineEpochMillis = deadlineEpochMillis;
        this.method = Objects.requireNonNull(method, "method");
        this.payload = Objects.requireNonNull(payload, "payload");
        this.resubmission = resubmission;
    }

    /** The same request, sent again: an earlier submission of it may still be carried out. */
    public RequestEnvelope asResubmission() {
        return new RequestEnvelope(id, caller, deadlineEpochMillis, method, payload, true);
    }

    public RequestId id() {
        return id;
    }

    public Caller caller() {
        return caller;
    }

    public long deadlineEpochMillis() {
        return deadlineEpochMillis;
    }

    public String method() {
        return method;
    }

    /** The message's bytes; not to be changed. */
    public byte[] payload() {
        return payload;
    }

    /** Whether the request may have been sent before. */
    public boolean isResubmission() {
        return resubmission;
    }

    /** The envelope as bytes. */
    public byte[] encode() {
        ByteWriter out = new ByteWriter(payload.length + 160)
                .putByte(VERSION)
                .putLong(id.client().getMostSignificantBits())
                .putLong(id.client().getLeastSignificantBits())
                .putLong(id.sequence())
                .putByte(resubmission ? 1 : 0)
                .putLong(deadlineEpochMillis)
                .putString(caller.user())
                .putString(caller.host())
                .putInt(caller.groups().size());
        for (String group : caller.groups()) {
            out.putString(group);
        }
        return out.putString(method).putBytes(payload).toBytes();
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are not an envelope of this version or exceed a bound
     */
    public static RequestEnvelope decode(byte[] bytes) throws MalformedEnvelopeException {
        ByteReader in = new ByteReader(bytes);
        int version = in.getByte();
        if (version != VERSION) {
            throw new MalformedEnvelopeException("envelope version " + version + " is not " + VERSION);
        }
        RequestId id = new RequestId(new UUID(in.getLong(), in.getLong()), in.getLong());
        int resubmission = in.getByte();
        if (resubmission != 0 && resubmission != 1) {
            throw new MalformedEnvelopeException("a submission is the first or not, and nothing like " + resubmission);
        }
        long deadline = in.getLong();
        String user = name(in);
        String host = name(in);
        int groupCount = in.getInt();
        if (groupCount < 0 || groupCount > MAX_GROUPS) {
            throw new MalformedEnvelopeException(groupCount + " groups are outside 0.." + MAX_GROUPS);
        }
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < groupCount; i++) {
            groups.add(name(in));
        }
        String method = in.getString(MAX_TEXT_BYTES);
        byte[] payload = in.getBytes(MAX_PAYLOAD_BYTES);
        in.requireEnd();
        return new RequestEnvelope(id, new Caller(user, groups, host), deadline, method, payload, resubmission == 1);
    }

    /** A text that is kept in the store, which takes no NUL. */
    private static String name(ByteReader in) throws MalformedEnvelopeException {
        String name = in.getString(MAX_TEXT_BYTES);
        if (name.indexOf('\0') >= 0) {
            throw new MalformedEnvelopeException("the name of a user, a group or a host has a NUL in it");
        }
        return name;
    }
}
