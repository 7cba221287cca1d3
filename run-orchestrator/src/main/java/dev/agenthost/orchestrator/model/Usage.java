package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The cost of a call in tokens, as the provider reported it.
 *
 * @param raw the provider's own object; null if it reported none
 */
public record Usage(long prompt, long completion, @Nullable JsonNode raw) {
    public static final Usage UNKNOWN = new Usage(0, 0, null);

    /** @param usage the provider's {@code usage}; may be missing */
    public static Usage of(JsonNode usage) {
        return usage.isObject()
                ? new Usage(
                        Math.max(0, usage.path("prompt_tokens").asLong(0)),
                        Math.max(0, usage.path("completion_tokens").asLong(0)),
                        usage)
                : UNKNOWN;
    }

    /** Returns a summary for the audit. */
    public String summary() {
        return raw == null ? "usage unknown" : "usage prompt=" + prompt + " completion=" + completion;
    }
}
