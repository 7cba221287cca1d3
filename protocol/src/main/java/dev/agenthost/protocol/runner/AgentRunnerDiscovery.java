package dev.agenthost.protocol.runner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunnerId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One runner of a plugin, as discovery lists it (spec 000 §4.1). */
public record AgentRunnerDiscovery(
        String pluginAuthor,
        String pluginName,
        String runnerName,
        @Nullable Map<String, String> runnerDescription,
        AgentRunnerManifest manifest,
        List<JsonNode> config) {
    public AgentRunnerDiscovery {
        Fields.text(pluginAuthor, "plugin_author");
        Fields.text(pluginName, "plugin_name");
        Fields.text(runnerName, "runner_name");
        runnerDescription = runnerDescription == null ? null : Fields.map(runnerDescription);
        Fields.required(manifest, "manifest");
        config = Fields.list(config, "config");
    }

    /** The id that the host computes; {@link AgentRunnerManifest#id()} must equal it. */
    public RunnerId runnerId() {
        return new RunnerId(pluginAuthor, pluginName, runnerName);
    }
}
