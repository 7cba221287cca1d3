package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import org.jspecify.annotations.Nullable;

/**
 * The description of a runner in the registry (spec 002 §4.3, 004 §3.1). Its only source is a plugin (spec 000 §13), so its id consists of
 * the plugin's names.
 *
 * @param pluginVersion the version in the plugin's manifest; null if it has none, or while a runtime has not listed the plugin
 * @param rawManifest the manifest as the plugin sent it
 */
public record RunnerDescriptor(
        RunnerId id, AgentRunnerManifest manifest, @Nullable String pluginVersion, JsonNode rawManifest) {
    public static final String SOURCE = "plugin";

    /** The most bytes of a manifest, typed or raw. */
    public static final int LARGEST_MANIFEST = 256 * 1024;

    public RunnerDescriptor {
        if (!id.toString().equals(manifest.id())) {
            throw new IllegalArgumentException("the manifest is of another runner");
        }
        if (manifest.label().isEmpty()) {
            throw new IllegalArgumentException("label is missing");
        }
        if (rawManifest.toString().length() > LARGEST_MANIFEST) {
            throw new IllegalArgumentException("has a manifest of more than " + LARGEST_MANIFEST / 1024 + " KiB");
        }
    }

    public RunnerDescriptor withPluginVersion(@Nullable String version) {
        return new RunnerDescriptor(id, manifest, version, rawManifest);
    }

    /** The delta mode that the manifest's metadata declares; empty if it declares none. */
    public String deltaMode() {
        return manifest.metadata().path("delta_mode").asText("");
    }
}
