package dev.agenthost.orchestrator.hostapi.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.JsonText;
import java.util.Optional;

/** Reduces the page size of a paged read, so that the answer fits into one message of the caller's SDK and its cursor stays usable. */
public final class PageShrinker {
    /** The safety factor of the estimated page size: items differ in size. */
    private static final double CAUTION = 0.9;

    private PageShrinker() {}

    /**
     * Returns the arguments of a shorter page.
     *
     * @param answer the answer that is too large
     * @param bytes the size limit
     * @return empty if the page cannot be shorter
     */
    public static Optional<JsonNode> of(HostAction action, JsonNode arguments, JsonNode answer, int bytes) {
        double ratio = CAUTION * bytes / Math.max(1, JsonText.bytes(answer));
        return switch (action) {
            case HISTORY_PAGE, EVENT_PAGE, RUN_LIST, RUN_EVENTS_PAGE ->
                fewer(arguments, "limit", answer.path("items").size(), ratio);
            case HISTORY_SEARCH ->
                fewer(arguments, "top_k", answer.path("items").size(), ratio);
            case RETRIEVE_KNOWLEDGE ->
                fewer(arguments, "top_k", answer.path("results").size(), ratio);
            case STATE_LIST, GET_PLUGIN_STORAGE_KEYS, GET_WORKSPACE_STORAGE_KEYS, GET_BINARY_STORAGE_KEYS ->
                fewer(arguments, "limit", answer.path("keys").size(), ratio);
            case ARTIFACT_READ ->
                fewer(
                        arguments,
                        "limit",
                        answer.path("content_base64").asText("").length() / 4 * 3,
                        ratio);
            default -> Optional.empty();
        };
    }

    private static Optional<JsonNode> fewer(JsonNode arguments, String name, int current, double ratio) {
        if (current <= 1 || !(arguments instanceof ObjectNode object)) {
            return Optional.empty();
        }
        return Optional.of(object.deepCopy().put(name, Math.clamp((long) (current * ratio), 1, current - 1)));
    }
}
