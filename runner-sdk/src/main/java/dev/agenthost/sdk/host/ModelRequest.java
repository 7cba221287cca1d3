package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to a model. Immutable; each method returns a changed copy.
 *
 * @param modelId as in {@code context.resources().models()}
 * @param functions tools that the model may call, each {@code {name, description, parameters}}
 * @param extraArgs the provider's own, for instance {@code temperature}; they override those of the host's catalogue
 * @param removeThink true to omit the model's thinking; if null the agent's configuration decides, or else the host
 */
public record ModelRequest(
        String modelId,
        List<Message> messages,
        List<JsonNode> functions,
        ObjectNode extraArgs,
        @Nullable Boolean removeThink) {
    public ModelRequest {
        Fields.text(modelId, "model_id");
        messages = Fields.list(messages, "messages");
        functions = Fields.list(functions, "functions");
        extraArgs = Fields.object(extraArgs);
    }

    public static ModelRequest of(String modelId, List<Message> messages) {
        return new ModelRequest(modelId, messages, List.of(), Fields.object(null), null);
    }

    public ModelRequest functions(List<JsonNode> functions) {
        return new ModelRequest(modelId, messages, functions, extraArgs, removeThink);
    }

    public ModelRequest extraArgs(ObjectNode extraArgs) {
        return new ModelRequest(modelId, messages, functions, extraArgs, removeThink);
    }

    public ModelRequest withoutThinking() {
        return new ModelRequest(modelId, messages, functions, extraArgs, true);
    }

    /** A copy that includes the model's thinking, whatever the agent's configuration. */
    public ModelRequest withThinking() {
        return new ModelRequest(modelId, messages, functions, extraArgs, false);
    }

    /** A copy for another model, for instance when the first is unavailable. */
    public ModelRequest to(String modelId) {
        return new ModelRequest(modelId, messages, functions, extraArgs, removeThink);
    }

    ObjectNode wire() {
        ObjectNode data = ProtocolCodec.mapper().createObjectNode();
        data.put("llm_model_uuid", modelId);
        data.set("messages", ProtocolCodec.tree(messages));
        data.set("funcs", ProtocolCodec.tree(functions));
        data.set("extra_args", extraArgs);
        return removeThink == null ? data : data.put("remove_think", removeThink);
    }
}
