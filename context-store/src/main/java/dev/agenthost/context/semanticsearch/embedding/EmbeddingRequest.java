package dev.agenthost.context.semanticsearch.embedding;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A request to {@code /embeddings}, in the shape that OpenAI gave it. */
public final class EmbeddingRequest {
    /** Texts of one request. */
    public static final int MOST = 64;
    /** Length of a text, in UTF-16 units: models accept about as many tokens, and refuse more. */
    private static final int READ_LIMIT = 8_000;

    private EmbeddingRequest() {}

    public static ObjectNode of(EmbeddingsEndpoint endpoint, List<String> texts) {
        ObjectNode body = endpoint.extraArgs().deepCopy();
        body.put("model", endpoint.model()).put("encoding_format", "float");
        ArrayNode input = body.putArray("input");
        texts.forEach(text -> input.add(cut(text)));
        return body;
    }

    private static String cut(String text) {
        if (text.length() <= READ_LIMIT) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(READ_LIMIT - 1)) ? READ_LIMIT - 1 : READ_LIMIT);
    }
}
