package io.lambdafs.wire;

import io.lambdafs.wire.authentication.Credential;
import io.lambdafs.wire.authentication.Signature;
import io.lambdafs.wire.authentication.SigningKey;
import io.lambdafs.wire.trace.TraceParent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One call of a ClientProtocol method: the caller, the request's id, how long it may wait, and the method's protobuf
 * message.
 */
public final class RequestEnvelope {
    /** The largest payload, in bytes, that a NameNode accepts. */
    public static final int MAX_PAYLOAD_BYTES = 512 * 1024;

    private static final int VERSION = 3;

    /** A caller with more fields makes an envelope of this version, so that others are read by older NameNodes. */
    private static final int VERSION_WITH_ORIGIN = 4;

    /** As that, for a caller who holds a decoupled subtree. */
    private static final int VERSION_WITH_HOLDING = 5;

    /** With the fields of all versions, and a signature at the end. */
    private static final int VERSION_SIGNED = 6;

    /** Where {@link #encode} puts the mark of a resubmission. A signature leaves it out, so that a request can be marked later. */
    private static final int RESUBMISSION_AT = Byte.BYTES + 3 * Long.BYTES;

    private static final int RESUBMISSION = 1;
    private static final int MAX_DEPLOYMENTS = 1 << 20;
    private static final int MAX_TEXT_BYTES = 1024;
    private static final int MAX_GROUPS = 4096;

    private final RequestId id;
    private final Caller caller;
    private final RequestLife life;
    private final String method;
    private final byte[] payload;
    private final boolean resubmission;
    private final int deployments;
    private final @Nullable SigningKey key;
    private final @Nullable Signature signature;
    private final boolean proven;

    /**
     * A request that is sent for the first time, by a client that does not say how many deployments it knows of.
     *
     * @param life when it was sent first and how long it may wait; the NameNode does not begin the operation later
     * @param method the name of the ClientProtocol method
     * @param payload the method's request message, in protobuf's encoding
     */
    public RequestEnvelope(RequestId id, Caller caller, RequestLife life, String method, byte[] payload) {
        this.id = Objects.requireNonNull(id, "id");
        this.caller = Objects.requireNonNull(caller, "caller");
        this.life = Objects.requireNonNull(life, "life");
        this.method = Objects.requireNonNull(method, "method");
        this.payload = Objects.requireNonNull(payload, "payload");
        this.resubmission = false;
        this.deployments = 0;
        this.key = null;
        this.signature = null;
        this.proven = false;
    }

    private RequestEnvelope(RequestEnvelope same, RequestLife life, boolean resubmission, int deployments) {
        this.id = same.id;
        this.caller = same.caller;
        this.life = life;
        this.method = same.method;
        this.payload = same.payload;
        this.resubmission = resubmission;
        this.deployments = deployments;
        this.key = same.key;
        this.signature = same.signature;
        this.proven = same.proven;
    }

    private RequestEnvelope(RequestEnvelope same, byte[] payload) {
        this.id = same.id;
        this.caller = same.caller;
        this.life = same.life;
        this.method = same.method;
        this.payload = payload;
        this.resubmission = same.resubmission;
        this.deployments = same.deployments;
        this.key = same.key;
        this.signature = same.signature;
        this.proven = same.proven;
    }

    private RequestEnvelope(
            RequestEnvelope same,
            Caller caller,
            @Nullable SigningKey key,
            @Nullable Signature signature,
            boolean proven) {
        this.id = same.id;
        this.caller = caller;
        this.life = same.life;
        this.method = same.method;
        this.payload = same.payload;
        this.resubmission = same.resubmission;
        this.deployments = same.deployments;
        this.key = key;
        this.signature = signature;
        this.proven = proven;
    }

    /** The same request, signed with this key whenever it is encoded; not signed for null. */
    public RequestEnvelope signedWith(@Nullable SigningKey signing) {
        return new RequestEnvelope(this, caller, signing, signature, proven);
    }

    /** The same request with the caller who was proven to make it, whatever caller it names. */
    public RequestEnvelope provenToBeOf(Caller known) {
        return new RequestEnvelope(this, Objects.requireNonNull(known, "known"), key, signature, true);
    }

    /** Whether somebody called {@link #provenToBeOf}; never so in a request as it was received. */
    public boolean isProven() {
        return proven;
    }

    /** What proves who made the request; null in a request that was not signed, or not received. */
    public @Nullable Signature signature() {
        return signature;
    }

    /** The same request, sent again: an earlier submission of it may still be carried out. */
    public RequestEnvelope asResubmission() {
        return new RequestEnvelope(this, life, true, deployments);
    }

    /** The same request with another life. */
    public RequestEnvelope living(RequestLife changed) {
        return new RequestEnvelope(this, Objects.requireNonNull(changed, "life"), resubmission, deployments);
    }

    /** The same request, routed among so many deployments; 0 where the client does not say. */
    public RequestEnvelope among(int known) {
        if (known < 0 || known > MAX_DEPLOYMENTS) {
            throw new IllegalArgumentException(known + " deployments are outside 0.." + MAX_DEPLOYMENTS);
        }
        return new RequestEnvelope(this, life, resubmission, known);
    }

    /**
     * The same request as a part of a trace, unless it is too long for that. To be called once at most.
     *
     * @param traceParent a {@link TraceParent}'s text; empty for none
     */
    public RequestEnvelope traced(String traceParent) {
        return traceParent.isEmpty() || payload.length > MAX_PAYLOAD_BYTES - TraceParent.FIELD_BYTES
                ? this
                : new RequestEnvelope(this, TraceParent.appendTo(payload, traceParent));
    }

    /** Of which trace it is a part, as a {@link TraceParent}'s text; empty for none. */
    public String traceParent() {
        return TraceParent.atEndOf(payload);
    }

    public RequestId id() {
        return id;
    }

    public Caller caller() {
        return caller;
    }

    public RequestLife life() {
        return life;
    }

    /** Among how many deployments the client routed the request; 0 where it does not say. */
    public int deployments() {
        return deployments;
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
                .putByte(version())
                .putLong(id.client().getMostSignificantBits())
                .putLong(id.client().getLeastSignificantBits())
                .putLong(id.sequence())
                .putByte(resubmission ? RESUBMISSION : 0)
                .putLong(life.bornMillis())
                .putLong(life.patienceMillis())
                .putInt(deployments)
                .putString(caller.user())
                .putString(caller.host())
                .putInt(caller.groups().size());
        for (String group : caller.groups()) {
            out.putString(group);
        }
        out.putString(method).putBytes(payload);
        int version = version();
        if (version >= VERSION_WITH_ORIGIN) {
            out.putString(caller.realUser()).putString(caller.context()).putString(caller.protocol());
        }
        if (version >= VERSION_WITH_HOLDING) {
            out.putLong(caller.holding());
        }
        return key == null ? out.toBytes() : signed(out, key);
    }

    private static byte[] signed(ByteWriter out, SigningKey signing) {
        Credential credential = signing.credential();
        out.putByte(credential.kind().number()).putBytes(credential.identifier());
        byte[] message = out.toBytes();
        return out.putBytes(signing.sign(message, message.length, RESUBMISSION_AT))
                .toBytes();
    }

    private int version() {
        if (key != null) {
            return VERSION_SIGNED;
        }
        if (caller.holding() != 0) {
            return VERSION_WITH_HOLDING;
        }
        return caller.saysMore() ? VERSION_WITH_ORIGIN : VERSION;
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are not an envelope of this version or exceed a bound
     */
    public static RequestEnvelope decode(byte[] bytes) throws MalformedEnvelopeException {
        ByteReader in = new ByteReader(bytes);
        int version = in.getByte();
        if (version < VERSION || version > VERSION_SIGNED) {
            throw new MalformedEnvelopeException(
                    "envelope version " + version + " is not one of " + VERSION + " to " + VERSION_SIGNED);
        }
        RequestId id = new RequestId(new UUID(in.getLong(), in.getLong()), in.getLong());
        int resubmission = in.getByte();
        if (resubmission != 0 && resubmission != 1) {
            throw new MalformedEnvelopeException("a submission is the first or not, and nothing like " + resubmission);
        }
        RequestLife life = life(in);
        int deployments = deployments(in);
        String user = name(in);
        String host = name(in);
        List<String> groups = groups(in);
        String method = in.getString(MAX_TEXT_BYTES);
        byte[] payload = in.getBytes(MAX_PAYLOAD_BYTES);
        Caller caller = new Caller(user, groups, host);
        if (version >= VERSION_WITH_ORIGIN) {
            caller = caller.through(name(in)).inContext(name(in)).by(name(in));
        }
        if (version >= VERSION_WITH_HOLDING) {
            caller = caller.holding(in.getLong());
        }
        Signature signature = version >= VERSION_SIGNED ? signature(in, bytes) : null;
        in.requireEnd();
        RequestEnvelope first = new RequestEnvelope(id, caller, life, method, payload);
        return new RequestEnvelope(
                new RequestEnvelope(first, life, resubmission == RESUBMISSION, deployments),
                caller,
                null,
                signature,
                false);
    }

    private static Signature signature(ByteReader in, byte[] message) throws MalformedEnvelopeException {
        Credential credential;
        try {
            Credential.Kind kind = Credential.Kind.numbered(in.getByte());
            credential = new Credential(kind, in.getBytes(Credential.MAX_IDENTIFIER_BYTES));
        } catch (IllegalArgumentException e) {
            throw new MalformedEnvelopeException(String.valueOf(e.getMessage()));
        }
        byte[] mac = in.getBytes(SigningKey.MAC_BYTES);
        return new Signature(credential, message, message.length - Integer.BYTES - mac.length, RESUBMISSION_AT, mac);
    }

    private static RequestLife life(ByteReader in) throws MalformedEnvelopeException {
        long born = in.getLong();
        long patience = in.getLong();
        if (born == 0 && patience == 0) {
            return RequestLife.UNDATED;
        }
        try {
            return RequestLife.of(born, patience);
        } catch (IllegalArgumentException e) {
            throw new MalformedEnvelopeException(String.valueOf(e.getMessage()));
        }
    }

    private static int deployments(ByteReader in) throws MalformedEnvelopeException {
        int deployments = in.getInt();
        if (deployments < 0 || deployments > MAX_DEPLOYMENTS) {
            throw new MalformedEnvelopeException(deployments + " deployments are outside 0.." + MAX_DEPLOYMENTS);
        }
        return deployments;
    }

    private static List<String> groups(ByteReader in) throws MalformedEnvelopeException {
        int count = in.getInt();
        if (count < 0 || count > MAX_GROUPS) {
            throw new MalformedEnvelopeException(count + " groups are outside 0.." + MAX_GROUPS);
        }
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            groups.add(name(in));
        }
        return groups;
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
