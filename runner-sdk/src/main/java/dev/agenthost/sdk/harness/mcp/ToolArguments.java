package dev.agenthost.sdk.harness.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The arguments of a tool call; an error names the field ({@code invalid_argument}). */
record ToolArguments(ObjectNode said) {
    /** Refuses unknown fields: a misspelt field would otherwise count as absent. */
    ToolArguments only(Set<String> known) {
        said.fieldNames().forEachRemaining(field -> {
            if (!known.contains(field)) {
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
        JsonNode value = said.path(field);
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

    long number(String field, long usual, long least, long most) {
        JsonNode value = said.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return usual;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < least
                || value.longValue() > most) {
            throw wrong(field, "must be an integer within " + least + " and " + most);
        }
        return value.longValue();
    }

    @Nullable
    ObjectNode object(String field) {
        JsonNode value = said.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (value instanceof ObjectNode object) {
            return object;
        }
        throw wrong(field, "must be an object");
    }

    static AgentApiException wrong(String field, String why) {
        return new AgentApiException(FailureCode.INVALID_ARGUMENT, field + " " + why);
    }
}
