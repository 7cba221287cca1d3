package dev.agenthost.local.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.model.ChatModel;
import dev.agenthost.local.settings.ServiceSettings;
import java.util.stream.Stream;

/** The demo's agents, bindings and model, as bodies of the services' REST API. */
final class DemoDocuments {
    private DemoDocuments() {}

    /** An agent that the echo runner answers. */
    static ObjectNode echo(String agent) {
        return object().put("agent_id", agent).put("name", agent).put("runner_id", Demo.RUNNER_ID);
    }

    /** An agent that local-agent answers. */
    static ObjectNode thinking() {
        return withModel(Demo.THINKING_AGENT, Demo.THINKING_RUNNER_ID, "You are a helpful assistant. Be brief.");
    }

    /** An agent that action-graph answers. Its runs begin again after a loss: a graph with {@code persist} goes on then. */
    static ObjectNode planning() {
        ObjectNode agent = withModel(
                Demo.PLANNING_AGENT, Demo.PLANNING_RUNNER_ID, "You are a helpful assistant that plans. Be brief.");
        agent.withObject("resource_policy").withArray("host_apis").add("timers");
        return agent.put("retry_policy", "resumable");
    }

    private static ObjectNode withModel(String id, String runnerId, String prompt) {
        var agent = object().put("agent_id", id).put("name", id).put("runner_id", runnerId);
        var config = agent.putObject("runner_config").put("prompt", prompt);
        config.putObject("model").put("primary", Demo.MODEL).putArray("fallbacks");
        // The default calls, and artifacts for the photos that people send.
        agent.putObject("resource_policy")
                .putArray("host_apis")
                .add("history")
                .add("events")
                .add("state")
                .add("artifacts");
        return agent;
    }

    static ObjectNode binding(String id, String agent, String bot) {
        var binding = object().put("binding_id", id).put("agent_id", agent);
        binding.putObject("scope").put("kind", "bot").put("bot_id", bot);
        binding.putArray("event_types").add("message.received");
        return binding;
    }

    static ObjectNode model(ChatModel.Endpoint chosen) {
        var model = object().put("model_id", Demo.MODEL).put("kind", "chat").put("model", chosen.name());
        var provider = model.putObject("provider").put("base_url", chosen.baseUrl());
        if (chosen instanceof ChatModel.Named named && named.key() != null) {
            provider.put("api_key_ref", ServiceSettings.MODEL_SECRET_NAME);
        }
        return model;
    }

    /** Returns true if the existing model has the wanted endpoint, name and key; its other fields belong to the user. */
    static boolean matches(JsonNode there, ObjectNode wanted) {
        return Stream.of("/model", "/provider/base_url", "/provider/api_key_ref")
                .allMatch(at -> there.at(at).asText("").equals(wanted.at(at).asText("")));
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
