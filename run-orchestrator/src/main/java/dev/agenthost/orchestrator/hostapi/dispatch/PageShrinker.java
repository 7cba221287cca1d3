package dev.agenthost.orchestrator.hostapi.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.JsonText;
import java.util.Optional;

/** Asks for less of what is read page by page, so that the answer fits into one message of the caller's SDK and its cursor goes on. */
public final class PageShrinker {
    /** Of an estimated page, how much is asked for: items differ in size. */
    private static final double CAUTION = 0.9;

    private PageShrinker() {}

    /**
     * Makes the arguments of a shorter page.
     *
     * @param answer that is too large
     * @param bytes that fit
     * @return empty where nothing less can be asked for
     */
    public static Optional<JsonNode> of(HostAction action, JsonNode arguments, JsonNode answer, int bytes) {
        double share = CAUTION * bytes / Math.max(1, JsonText.bytes(answer));
        return switch (action) {
            case HISTORY_PAGE, EVENT_PAGE, RUN_LIST, RUN_EVENTS_PAGE ->
                fewer(arguments, "limit", answer.path("items").size(), share);
            case HISTORY_SEARCH ->
                fewer(arguments, "top_k", answer.path("items").size(), share);
            case RETRIEVE_KNOWLEDGE ->
                fewer(arguments, "top_k", answer.path("results").size(), share);
            case STATE_LIST, GET_PLUGIN_STORAGE_KEYS, GET_WORKSPACE_STORAGE_KEYS, GET_BINARY_STORAGE_KEYS ->
                fewer(arguments, "limit", answer.path("keys").size(), share);
            case ARTIFACT_READ ->
                fewer(
                        arguments,
                        "limit",
                        answer.path("content_base64").asText("").length() / 4 * 3,
                        share);
            default -> Optional.empty();
        };
    }

    private static Optional<JsonNode> fewer(JsonNode arguments, String name, int now, double share) {
        if (now <= 1 || !(arguments instanceof ObjectNode given)) {
            return Optional.empty();
        }
        return Optional.of(given.deepCopy().put(name, Math.clamp((long) (now * share), 1, now - 1)));
    }
}
