package dev.agenthost.protocol.message;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import org.jspecify.annotations.Nullable;

/** The content of a message: a text, a list of elements with a {@code type}, or nothing. */
final class Content {
    private Content() {}

    static @Nullable JsonNode check(@Nullable JsonNode content) {
        JsonNode present = Fields.nullable(content);
        if (present == null || present.isTextual()) {
            return present;
        }
        if (!present.isArray()) {
            throw new InvalidFieldException("content", "must be a string or a list");
        }
        for (JsonNode element : present) {
            if (!element.path("type").isTextual()) {
                throw new InvalidFieldException("content", "contains an element without a type");
            }
        }
        return present;
    }

    static @Nullable JsonNode list(@Nullable JsonNode value, String field) {
        JsonNode present = Fields.nullable(value);
        if (present != null && !present.isArray()) {
            throw new InvalidFieldException(field, "must be a list");
        }
        return present;
    }

    static @Nullable JsonNode object(@Nullable JsonNode value, String field) {
        JsonNode present = Fields.nullable(value);
        if (present != null && !present.isObject()) {
            throw new InvalidFieldException(field, "must be an object");
        }
        return present;
    }

    static String plainText(@Nullable JsonNode content) {
        if (content == null) {
            return "";
        }
        if (content.isTextual()) {
            return content.textValue();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode element : content) {
            if (element.path("text").isTextual()) {
                text.append(element.path("text").textValue());
            }
        }
        return text.toString();
    }
}
