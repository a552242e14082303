package io.lambdafs.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The JSON around a request to a function. */
final class InvocationJson {
    private final JsonFactory factory = new JsonFactory();

    /**
     * The parameters of an invocation.
     *
     * @param scaleOut whether the platform is asked for another instance of the function
     */
    byte[] parameters(byte[] request, @Nullable TcpOffer offer, boolean scaleOut) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(request.length * 4 / 3 + 256);
        try (JsonGenerator json = factory.createGenerator(out)) {
            json.writeStartObject();
            // The platform looks for this one; what comes before the request it finds at once.
            if (scaleOut) {
                json.writeBooleanField("scaleOut", true);
            }
            json.writeNumberField("answers", ResponseEnvelope.VERSION);
            json.writeBinaryField("request", request);
            if (offer != null) {
                json.writeObjectFieldStart("tcp");
                json.writeStringField("client", offer.client().toString());
                json.writeArrayFieldStart("endpoints");
                for (String endpoint : offer.endpoints()) {
                    json.writeString(endpoint);
                }
                json.writeEndArray();
                json.writeStringField("secret", offer.secret());
                if (!offer.certificate().isEmpty()) {
                    json.writeStringField("certificate", offer.certificate());
                }
                json.writeEndObject();
            }
            json.writeEndObject();
        }
        return out.toByteArray();
    }
}
