package dev.agenthost.orchestrator.runner;

import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.runner.AgentRunnerManifest;

/** A runner as the registry knows it. Its only source is a plugin (spec 000 §13), so its id is made of the plugin's names. */
public record RunnerDescriptor(RunnerId id, AgentRunnerManifest manifest) {
    public static final String SOURCE = "plugin";

    public RunnerDescriptor {
        if (!id.toString().equals(manifest.id())) {
            throw new IllegalArgumentException("the manifest is of another runner");
        }
    }

    /** What the text of its deltas is, as declared in the manifest's metadata; empty where it declares nothing. */
    public String deltaMode() {
        return manifest.metadata().path("delta_mode").asText("");
    }
}
