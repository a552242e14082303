package io.lambdafs.gateway.rpc;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.thirdparty.protobuf.AbstractMessage;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.Descriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FieldDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.Parser;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;

/** A response as a NameNode has encoded it: written as it is, and decoded only for a reader that looks into it. Immutable. */
final class EncodedMessage extends AbstractMessage {
    private final Message prototype;
    private final byte[] encoded;

    EncodedMessage(Message prototype, byte[] encoded) {
        this.prototype = prototype;
        this.encoded = encoded;
    }

    @Override
    public int getSerializedSize() {
        return encoded.length;
    }

    @Override
    public void writeTo(CodedOutputStream output) throws IOException {
        output.writeRawBytes(encoded);
    }

    private Message decoded() {
        try {
            return prototype.getParserForType().parseFrom(encoded);
        } catch (IOException e) {
            throw new IllegalStateException("not a " + getDescriptorForType().getName(), e);
        }
    }

    @Override
    public boolean isInitialized() {
        return true;
    }

    @Override
    public Descriptor getDescriptorForType() {
        return prototype.getDescriptorForType();
    }

    @Override
    public Message getDefaultInstanceForType() {
        return prototype;
    }

    @Override
    public Parser<? extends Message> getParserForType() {
        return prototype.getParserForType();
    }

    @Override
    public Message.Builder newBuilderForType() {
        return prototype.newBuilderForType();
    }

    @Override
    public Message.Builder toBuilder() {
        return decoded().toBuilder();
    }

    @Override
    public Map<FieldDescriptor, Object> getAllFields() {
        return decoded().getAllFields();
    }

    @Override
    public boolean hasField(FieldDescriptor field) {
        return decoded().hasField(field);
    }

    @Override
    public Object getField(FieldDescriptor field) {
        return decoded().getField(field);
    }

    @Override
    public int getRepeatedFieldCount(FieldDescriptor field) {
        return decoded().getRepeatedFieldCount(field);
    }

    @Override
    public Object getRepeatedField(FieldDescriptor field, int index) {
        return decoded().getRepeatedField(field, index);
    }

    @Override
    public UnknownFieldSet getUnknownFields() {
        return decoded().getUnknownFields();
    }
}
