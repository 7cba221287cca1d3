package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Converts {@code invoke_rerank} to a request to {@code /rerank} in the format of Jina and Cohere, and its response back. */
public final class Rerank {
    public static final String PATH = "/rerank";
    /** The limit of the provider APIs. */
    public static final int MOST = 64;

    private Rerank() {}

    /** @throws InvalidFieldException for the first invalid argument */
    public static ObjectNode request(Model model, JsonNode data) {
        if (!data.path("query").isTextual() || data.path("query").textValue().isBlank()) {
            throw new InvalidFieldException("query", "is missing");
        }
        JsonNode documents = data.path("documents");
        if (!documents.isArray() || documents.isEmpty() || documents.size() > MOST) {
            throw new InvalidFieldException("documents", "must be a list of 1 to " + MOST + " texts");
        }
        documents.forEach(document -> {
            if (!document.isTextual()) {
                throw new InvalidFieldException("documents", "must contain strings only");
            }
        });
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("query", data.get("query"));
        body.set("documents", documents);
        body.put("top_n", top(data));
        return ProviderArguments.of(model, data.path("extra_args"), body);
    }

    /**
     * Returns the results, the best first, without duplicates, at most {@code top_k}.
     *
     * @return empty if the answer is invalid
     */
    public static Optional<ObjectNode> read(JsonNode answer, JsonNode data) {
        JsonNode scored = answer.path("results").isArray() ? answer.path("results") : answer.path("data");
        if (!scored.isArray()) {
            return Optional.empty();
        }
        int documents = data.path("documents").size();
        List<JsonNode> valid = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        for (JsonNode result : scored) {
            JsonNode index = result.path("index");
            boolean inRange = index.isInt() && index.intValue() >= 0 && index.intValue() < documents;
            if (!inRange || !result.path("relevance_score").isNumber()) {
                return Optional.empty();
            }
            if (seen.add(index.intValue())) {
                valid.add(result);
            }
        }
        valid.sort(Comparator.comparingDouble(
                        (JsonNode result) -> result.path("relevance_score").doubleValue())
                .reversed()
                .thenComparing(result -> result.path("index").intValue()));
        ObjectNode response = JsonNodeFactory.instance.objectNode();
        ArrayNode results = response.putArray("results");
        valid.stream().limit(top(data)).forEach(result -> {
            ObjectNode entry =
                    results.addObject().put("index", result.path("index").intValue());
            entry.put("relevance_score", result.path("relevance_score").doubleValue());
        });
        return Optional.of(response);
    }

    private static int top(JsonNode data) {
        JsonNode top = data.path("top_k");
        int documents = data.path("documents").size();
        if (top.isMissingNode() || top.isNull()) {
            return documents;
        }
        if (!top.isInt() || top.intValue() < 1) {
            throw new InvalidFieldException("top_k", "must be a positive integer");
        }
        return Math.min(top.intValue(), documents);
    }
}
