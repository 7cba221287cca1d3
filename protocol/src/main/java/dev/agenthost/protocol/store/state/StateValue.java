package dev.agenthost.protocol.store.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** A value and its version; a missing {@code value} is written as null. */
public record StateValue(
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable JsonNode value,
        @Nullable String etag) {
    public StateValue {
        value = Fields.nullable(value);
    }
}
