package dev.agenthost.orchestrator.walk;

import dev.agenthost.orchestrator.Sha256;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** The whole service as it is deployed, and a runner key for scripted plugins. */
public class PluginProfile implements QuarkusTestProfile {
    static final String RUNNER_KEY = "a-runner-key-of-more-than-32-characters";
    static final String SECRET = "sk-nobody-else-may-see-this";
    static final String VIEWER_KEY = "key-of-a-viewer";
    static final String HOST_KEY = "the-key-of-the-host";
    static final String ADAPTER_KEY = "key-of-an-adapter";
    static final String STRANGERS_KEY = "a-strangers-key-of-more-than-32-characters";

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.ofEntries(
                Map.entry("quarkus.http.test-port", "0"),
                Map.entry("agenthost.lease.term", "2s"),
                Map.entry("agenthost.egress.allow", "127.0.0.1/32"),
                Map.entry("agenthost.api-keys.viewer.sha256", Sha256.hex(VIEWER_KEY)),
                Map.entry("agenthost.api-keys.viewer.workspace", "demo"),
                Map.entry("agenthost.api-keys.viewer.role", "viewer"),
                Map.entry("agenthost.api-keys.host.sha256", Sha256.hex(HOST_KEY)),
                Map.entry("agenthost.api-keys.host.workspace", "*"),
                Map.entry("agenthost.api-keys.host.role", "admin"),
                Map.entry("agenthost.secrets.\"MODEL_KEY\"", "of-a-server-1234"),
                Map.entry("agenthost.observability.probe-interval", "200ms"),
                Map.entry("agenthost.api-keys.demo.sha256", Sha256.hex(ScriptedProfile.KEY)),
                Map.entry("agenthost.api-keys.demo.workspace", "demo"),
                Map.entry("agenthost.api-keys.other.sha256", Sha256.hex(ScriptedProfile.OTHER_KEY)),
                Map.entry("agenthost.api-keys.other.workspace", "other"),
                Map.entry("agenthost.api-keys.adapter.sha256", Sha256.hex(ADAPTER_KEY)),
                Map.entry("agenthost.api-keys.adapter.workspace", "demo"),
                Map.entry("agenthost.api-keys.adapter.role", "adapter"),
                Map.entry("agenthost.secrets.\"TONE\"", SECRET),
                Map.entry("agenthost.runner-keys.peer.sha256", Sha256.hex(RUNNER_KEY)),
                Map.entry("agenthost.runner-keys.peer.plugins", "*"),
                Map.entry("agenthost.runner-keys.peer.workspaces", "*"),
                Map.entry("agenthost.runner-keys.stranger.sha256", Sha256.hex(STRANGERS_KEY)),
                Map.entry("agenthost.runner-keys.stranger.plugins", "*"),
                Map.entry("agenthost.runner-keys.stranger.workspaces", "elsewhere"));
    }
}
