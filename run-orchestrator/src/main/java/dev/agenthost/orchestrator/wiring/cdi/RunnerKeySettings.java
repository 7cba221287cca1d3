package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.runner.RunnerKey;
import dev.agenthost.orchestrator.runner.RunnerKeyRing;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.util.Map;
import java.util.Set;

/** The accepted keys of runners, by name. */
@ConfigMapping(prefix = "agenthost.runner-keys")
public interface RunnerKeySettings {
    @WithParentName
    Map<String, Key> keys();

    interface Key {
        String sha256();

        /** {@code author/name}, {@code author/*} or {@code *}. */
        Set<String> plugins();

        /** Workspace ids, or {@code *}. */
        Set<String> workspaces();
    }

    default RunnerKeyRing ring(RunnerKeyRing.Issued issued) {
        return new RunnerKeyRing(
                keys().entrySet().stream()
                        .map(key -> new RunnerKey(
                                key.getKey(),
                                key.getValue().sha256(),
                                key.getValue().plugins(),
                                key.getValue().workspaces()))
                        .toList(),
                issued);
    }
}
