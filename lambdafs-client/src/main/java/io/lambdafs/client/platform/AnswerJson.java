package io.lambdafs.client.platform;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The JSON of a function platform's answers. */
final class AnswerJson {
    private final JsonFactory factory = new JsonFactory();

    /** What an invocation, or the result of an activation, answered. */
    InvocationAnswer answer(byte[] body) throws IOException {
        try (JsonParser json = factory.createParser(body)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("the body is not a JSON object");
            }
            return readAnswer(json);
        }
    }

    /** The message in an error of AWS, or of a function there. */
    String awsMessage(byte[] body) throws IOException {
        try (JsonParser json = factory.createParser(body)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("the body is not a JSON object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName().toLowerCase(Locale.ROOT);
                JsonToken value = json.nextToken();
                if ((field.equals("message") || field.equals("errormessage")) && value == JsonToken.VALUE_STRING) {
                    return PlatformRefusal.shorten(json.getText());
                }
                json.skipChildren();
            }
            throw new IOException("there is no message");
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
        InvocationAnswer answer = InvocationAnswer.EMPTY;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            if ("response".equals(field) && value == JsonToken.VALUE_STRING) {
                answer = answer.withResponse(json.getBinaryValue());
            } else if ("error".equals(field) && value == JsonToken.VALUE_STRING) {
                answer = answer.withError(json.getText());
            } else if ("errorCode".equals(field) && value == JsonToken.VALUE_STRING) {
                answer = answer.withErrorCode(json.getText());
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
