package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.WireLink;
import java.util.Optional;

/** Responds to a runtime's requests about a plugin that it starts. A plugin without the id of an installation never registers. */
final class PluginSettings {
    private final RuntimeSettings settings;
    private final RuntimeIdentity identity;

    PluginSettings(RuntimeSettings settings, RuntimeIdentity identity) {
        this.settings = settings;
        this.identity = identity;
    }

    static boolean isAboutThem(String action) {
        return action.equals("get_plugin_settings") || action.equals("initialize_plugin_settings");
    }

    /** Returns true if the list of runners may change soon. */
    boolean answer(Frame.Request request, WireLink.Reply reply) {
        Optional<String> wrong = wrong(request);
        if (wrong.isPresent()) {
            reply.failed(wrong.get());
            return false;
        }
        if (request.action().equals("initialize_plugin_settings")) {
            reply.success(JsonNodeFactory.instance.objectNode());
        } else {
            reply.success(of(request.data()));
        }
        return true;
    }

    private Optional<String> wrong(Frame.Request request) {
        JsonNode workspace = request.context().path("workspace_uuid");
        if (!workspace.isMissingNode() && !workspace.asText("").equals(settings.workspace())) {
            return Optional.of("this runtime serves another workspace");
        }
        return isName(request.data().path("plugin_author"))
                        && isName(request.data().path("plugin_name"))
                ? Optional.empty()
                : Optional.of("plugin_author and plugin_name are required");
    }

    private static boolean isName(JsonNode part) {
        return part.isTextual()
                && !part.textValue().isBlank()
                && part.textValue().indexOf('/') < 0;
    }

    private ObjectNode of(JsonNode data) {
        String author = data.path("plugin_author").asText();
        String name = data.path("plugin_name").asText();
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("enabled", settings.allows(author, name)).put("priority", 0);
        answer.putObject("plugin_config");
        answer.put("install_source", "local").putObject("install_info");
        identity.installation(author + "/" + name).writeTo(answer);
        return answer;
    }
}
