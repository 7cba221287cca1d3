package dev.agenthost.runners.localagent.window;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.context.KnowledgeBaseResource;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.RankedDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Passages of the granted knowledge bases for a question. One that fails costs its passages, not the answer. */
public final class KnowledgeRetrieval {
    private static final System.Logger LOG = System.getLogger(KnowledgeRetrieval.class.getName());

    private final HostApi api;
    private final List<KnowledgeBaseResource> granted;
    private final Optional<String> rerankModel;
    private final int topK;

    /**
     * @param rerankModel orders the passages of several knowledge bases
     * @param topK maximum of passages
     */
    public KnowledgeRetrieval(
            HostApi api, List<KnowledgeBaseResource> granted, Optional<String> rerankModel, int topK) {
        this.api = api;
        this.granted = granted.stream()
                .filter(base -> base.operations().contains("retrieve"))
                .toList();
        this.rerankModel = rerankModel;
        this.topK = topK;
    }

    /** The question with its passages, as the model receives it; empty if there are none. */
    public Optional<String> with(String question) {
        List<String> passages = new ArrayList<>();
        for (KnowledgeBaseResource base : granted) {
            try {
                api.knowledge().retrieve(base.kbId(), question, topK, null).forEach(found -> {
                    String text = text(found);
                    if (!text.isBlank()) {
                        passages.add(text.strip());
                    }
                });
            } catch (AgentApiException why) {
                LOG.log(System.Logger.Level.WARNING, "knowledge base {0}: {1}", base.kbId(), why.getMessage());
            }
        }
        List<String> best = ranked(question, passages);
        return best.isEmpty() ? Optional.empty() : Optional.of(prompt(best, question));
    }

    private List<String> ranked(String question, List<String> passages) {
        if (rerankModel.isPresent() && passages.size() > 1) {
            try {
                return api.models().rerank(rerankModel.get(), question, passages, topK).stream()
                        .map(RankedDocument::index)
                        .filter(index -> index >= 0 && index < passages.size())
                        .limit(topK)
                        .map(passages::get)
                        .toList();
            } catch (AgentApiException why) {
                LOG.log(System.Logger.Level.WARNING, "rerank: {0}", why.getMessage());
            }
        }
        return passages.subList(0, Math.min(topK, passages.size()));
    }

    private static String prompt(List<String> passages, String question) {
        StringBuilder text =
                new StringBuilder("Passages that may help with the message below them. Use what answers it,"
                        + " pass over the rest, and answer in the message's language.\n");
        for (int i = 0; i < passages.size(); i++) {
            text.append("\n[")
                    .append(i + 1)
                    .append("] ")
                    .append(passages.get(i))
                    .append('\n');
        }
        return text.append("\nMessage: ").append(question).toString();
    }

    /** Its text, however the knowledge base wraps it: a text, or elements with texts. */
    private static String text(JsonNode found) {
        JsonNode content = found.has("content") ? found.path("content") : found.path("text");
        if (content.isTextual()) {
            return content.textValue();
        }
        StringBuilder text = new StringBuilder();
        content.forEach(element -> text.append(element.path("text").asText("")).append('\n'));
        return text.toString();
    }
}
