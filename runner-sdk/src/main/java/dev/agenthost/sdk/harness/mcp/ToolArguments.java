package dev.agenthost.sdk.harness.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The arguments of a tool call; an error names the field ({@code invalid_argument}). */
record ToolArguments(ObjectNode values) {
    /** Refuses unknown fields: a misspelt field would otherwise count as absent. */
    ToolArguments only(Set<String> allowed) {
        values.fieldNames().forEachRemaining(field -> {
            if (!allowed.contains(field)) {
                throw wrong(field, "is not a parameter of this tool");
            }
        });
        return this;
    }

    String text(String field, int longest) {
        String text = optional(field, longest);
        if (text == null || text.isBlank()) {
            throw wrong(field, "is required");
        }
        return text;
    }

    @Nullable
    String optional(String field, int longest) {
        JsonNode value = values.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isTextual()) {
            throw wrong(field, "must be a string");
        }
        if (value.textValue().length() > longest) {
            throw wrong(field, "has more than " + longest + " characters");
        }
        return value.textValue();
    }

    long number(String field, long defaultValue, long min, long max) {
        JsonNode value = values.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return defaultValue;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < min
                || value.longValue() > max) {
            throw wrong(field, "must be an integer within " + min + " and " + max);
        }
        return value.longValue();
    }

    @Nullable
    ObjectNode object(String field) {
        JsonNode value = values.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (value instanceof ObjectNode object) {
            return object;
        }
        throw wrong(field, "must be an object");
    }

    static AgentApiException wrong(String field, String reason) {
        return new AgentApiException(FailureCode.INVALID_ARGUMENT, field + " " + reason);
    }
}
