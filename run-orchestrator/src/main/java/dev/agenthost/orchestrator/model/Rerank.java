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

/** {@code invoke_rerank} as a request to {@code /rerank}, in the shape that Jina and Cohere gave it, and back. */
public final class Rerank {
    public static final String PATH = "/rerank";
    /** As many as the peer takes. */
    public static final int MOST = 64;

    private Rerank() {}

    /** @throws InvalidFieldException for the first argument that is none */
    public static ObjectNode request(Model model, JsonNode data) {
        if (!data.path("query").isTextual() || data.path("query").textValue().isBlank()) {
            throw new InvalidFieldException("query", "is missing");
        }
        JsonNode documents = data.path("documents");
        if (!documents.isArray() || documents.isEmpty() || documents.size() > MOST) {
            throw new InvalidFieldException("documents", "is no list of 1 to " + MOST + " texts");
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
     * The best first, none twice, no more than were asked for.
     *
     * @return empty where the answer is none
     */
    public static Optional<ObjectNode> read(JsonNode answer, JsonNode data) {
        JsonNode said = answer.path("results").isArray() ? answer.path("results") : answer.path("data");
        if (!said.isArray()) {
            return Optional.empty();
        }
        int documents = data.path("documents").size();
        List<JsonNode> sound = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        for (JsonNode result : said) {
            JsonNode index = result.path("index");
            boolean known = index.isInt() && index.intValue() >= 0 && index.intValue() < documents;
            if (!known || !result.path("relevance_score").isNumber()) {
                return Optional.empty();
            }
            if (seen.add(index.intValue())) {
                sound.add(result);
            }
        }
        sound.sort(Comparator.comparingDouble(
                        (JsonNode result) -> result.path("relevance_score").doubleValue())
                .reversed()
                .thenComparing(result -> result.path("index").intValue()));
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        ArrayNode results = shown.putArray("results");
        sound.stream().limit(top(data)).forEach(result -> {
            ObjectNode one =
                    results.addObject().put("index", result.path("index").intValue());
            one.put("relevance_score", result.path("relevance_score").doubleValue());
        });
        return Optional.of(shown);
    }

    private static int top(JsonNode data) {
        JsonNode top = data.path("top_k");
        int documents = data.path("documents").size();
        if (top.isMissingNode() || top.isNull()) {
            return documents;
        }
        if (!top.isInt() || top.intValue() < 1) {
            throw new InvalidFieldException("top_k", "is no number of documents");
        }
        return Math.min(top.intValue(), documents);
    }
}
