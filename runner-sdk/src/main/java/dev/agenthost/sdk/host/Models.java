package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.MessageChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The models that the run was granted (spec 000 §8), each for the operations that {@code context.resources().models()} shows:
 * {@code invoke}, {@code stream}, {@code rerank}.
 */
public record Models(Calls calls) {
    /** Sends a request and waits for the whole answer. */
    public ModelAnswer invoke(ModelRequest request) {
        return calls.read(calls.call("invoke_llm", request.wire()), ModelAnswer.class);
    }

    /**
     * Sends a request and passes each chunk to the consumer as it arrives; the last has {@code isFinal}. Only the end of the run
     * stops a stream: this method throws an exception of the consumer, and drops the rest.
     *
     * @return the usage and the reason of the end, if the provider reports them
     */
    public ModelEnd stream(ModelRequest request, Consumer<MessageChunk> consumer) {
        List<ModelEnd> ends = new ArrayList<>(1);
        calls.stream("invoke_llm_stream", request.wire(), data -> {
            if (data.path("chunk") instanceof ObjectNode chunk) {
                consumer.accept(calls.read(chunk, MessageChunk.class));
            } else if (data.path("usage").isObject()) {
                ends.add(new ModelEnd(
                        data.path("usage"), data.path("finish_reason").textValue()));
            }
        });
        return ends.isEmpty() ? ModelEnd.UNKNOWN : ends.getLast();
    }

    /**
     * Orders documents by their relevance to a query, the best first.
     *
     * @param topK maximum of results
     */
    public List<RankedDocument> rerank(String modelId, String query, List<String> documents, int topK) {
        ObjectNode data = ProtocolCodec.mapper().createObjectNode();
        data.put("rerank_model_uuid", modelId).put("query", query);
        data.set("documents", ProtocolCodec.tree(documents));
        data.put("top_k", topK).putObject("extra_args");
        return List.of(
                calls.read(calls.call("invoke_rerank", data), Ranking.class).results());
    }

    /** The number of tokens of a request; not every host counts them. */
    public long countTokens(ModelRequest request) {
        return calls.read(calls.call("count_tokens", request.wire()), Count.class)
                .tokens();
    }

    private record Ranking(RankedDocument[] results) {}

    private record Count(long tokens) {}
}
