package dev.agenthost.orchestrator.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.runner.Plugin;
import dev.agenthost.orchestrator.wire.JsonText;
import java.util.HashMap;
import java.util.Map;

/**
 * The versions of the plugins in a response to {@code list_plugins}, by {@code author/name}. No generation puts them in {@code
 * list_agent_runners}.
 */
record PluginVersions(Map<String, String> byPlugin) {
    static final PluginVersions NONE = new PluginVersions(Map.of());

    PluginVersions {
        byPlugin = Map.copyOf(byPlugin);
    }

    static PluginVersions read(JsonNode data) {
        Map<String, String> versions = new HashMap<>();
        for (JsonNode container : data.path("plugins")) {
            JsonNode metadata = container.at("/manifest/manifest/metadata");
            String version = Plugin.version(container);
            if (version != null) {
                versions.put(
                        metadata.path("author").asText("") + "/"
                                + metadata.path("name").asText(""),
                        JsonText.clean(version));
            }
        }
        return new PluginVersions(versions);
    }

    /** Returns the runners with the versions of their plugins; one whose plugin is not listed keeps its own. */
    RunnerListing of(RunnerListing listed) {
        return new RunnerListing(
                listed.runners().stream()
                        .map(runner -> runner.withPluginVersion(
                                byPlugin.getOrDefault(runner.id().plugin(), runner.pluginVersion())))
                        .toList(),
                listed.refused());
    }
}
