package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The knowledge bases that the run was granted (spec 000 §8). */
public record Knowledge(Calls calls) {
    /**
     * The passages nearest to a text, the nearest first.
     *
     * @param filters the knowledge base's own, an object; null for none
     */
    public List<JsonNode> retrieve(String knowledgeBase, String text, int topK, @Nullable ObjectNode filters) {
        ObjectNode data = ProtocolCodec.mapper().createObjectNode();
        data.put("kb_id", knowledgeBase).put("query_text", text).put("top_k", topK);
        data.set("filters", filters);
        List<JsonNode> passages = new ArrayList<>();
        calls.call("retrieve_knowledge_base", data).path("results").forEach(passages::add);
        return passages;
    }
}
