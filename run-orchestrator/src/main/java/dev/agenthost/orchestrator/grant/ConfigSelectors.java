package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What a binding's configuration names by way of the selectors in its runner's form (spec 004 §3.5): a person chose it there, so it
 * is granted. {@code __none__} chooses nothing.
 */
record ConfigSelectors(List<String> chatModels, List<String> rerankModels, List<String> knowledgeBases) {
    private static final String NONE = "__none__";

    static ConfigSelectors read(List<JsonNode> form, JsonNode config) {
        List<String> chat = new ArrayList<>();
        List<String> rerank = new ArrayList<>();
        List<String> knowledge = new ArrayList<>();
        for (JsonNode field : form) {
            JsonNode chosen = config.path(field.path("name").asText(""));
            switch (field.path("type").asText("")) {
                case "model-fallback-selector" -> {
                    add(chat, chosen.path("primary"));
                    chosen.path("fallbacks").forEach(model -> add(chat, model));
                }
                case "llm-model-selector" -> add(chat, chosen);
                case "rerank-model-selector" -> add(rerank, chosen);
                case "knowledge-base-multi-selector" -> chosen.forEach(base -> add(knowledge, base));
                case "knowledge-base-selector" -> add(knowledge, chosen);
                default -> {}
            }
        }
        return new ConfigSelectors(chat, rerank, knowledge);
    }

    private static void add(List<String> chosen, JsonNode value) {
        String id = value.asText("");
        if (value.isTextual() && !id.isBlank() && !id.equals(NONE) && !chosen.contains(id)) {
            chosen.add(id);
        }
    }
}
