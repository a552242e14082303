package io.lambdafs.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON around a request to, and an answer of, the function platform. */
final class InvocationJson {
    private final JsonFactory factory = new JsonFactory();

    /** The parameters of an invocation. */
    byte[] parameters(byte[] request, @Nullable TcpOffer offer) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(request.length * 4 / 3 + 256);
        try (JsonGenerator json = factory.createGenerator(out)) {
            json.writeStartObject();
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
                json.writeEndObject();
            }
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    /** What an invocation, or the result of an activation, answered. */
    InvocationAnswer answer(byte[] body) throws IOException {
        try (JsonParser json = factory.createParser(body)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("the body is not a JSON object");
            }
            return readAnswer(json);
        }
    }

    /** The names in a list of actions. */
    List<String> actionNames(byte[] body) throws IOException {
        List<String> names = new ArrayList<>();
        try (JsonParser json = factory.createParser(body)) {
            if (json.nextToken() != JsonToken.START_ARRAY) {
                throw new IOException("the body is not a JSON array");
            }
            while (json.nextToken() == JsonToken.START_OBJECT) {
                readName(json, names);
            }
        }
        return names;
    }

    private static void readName(JsonParser json, List<String> names) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            if ("name".equals(field) && value == JsonToken.VALUE_STRING) {
                names.add(json.getText());
            } else {
                json.skipChildren();
            }
        }
    }

    private static InvocationAnswer readAnswer(JsonParser json) throws IOException {
        InvocationAnswer answer = new InvocationAnswer(null, null, null);
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            if ("response".equals(field) && value == JsonToken.VALUE_STRING) {
                answer = answer.withResponse(json.getBinaryValue());
            } else if ("error".equals(field) && value == JsonToken.VALUE_STRING) {
                answer = answer.withError(json.getText());
            } else if ("activationId".equals(field) && value == JsonToken.VALUE_STRING) {
                answer = answer.withActivationId(json.getText());
            } else if ("result".equals(field) && value == JsonToken.START_OBJECT) {
                answer = readAnswer(json);
            } else {
                json.skipChildren();
            }
        }
        return answer;
    }
}
