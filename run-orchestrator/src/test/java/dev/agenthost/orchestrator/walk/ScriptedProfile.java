package dev.agenthost.orchestrator.walk;

import dev.agenthost.orchestrator.Sha256;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;
import java.util.Set;

/** Scripted runners in place of connections, and a short lease. */
public class ScriptedProfile implements QuarkusTestProfile {
    static final String KEY = "key-of-demo";
    static final String VIEWER_KEY = "key-of-viewer";
    static final String OTHER_KEY = "key-of-other";

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(ScriptedRunners.class);
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "agenthost.lease.term", "2s",
                "quarkus.http.test-port", "0",
                "agenthost.api-keys.demo.sha256", Sha256.hex(KEY),
                "agenthost.api-keys.demo.workspace", "demo",
                "agenthost.api-keys.viewer.sha256", Sha256.hex(VIEWER_KEY),
                "agenthost.api-keys.viewer.workspace", "demo",
                "agenthost.api-keys.viewer.role", "viewer",
                "agenthost.api-keys.other.sha256", Sha256.hex(OTHER_KEY),
                "agenthost.api-keys.other.workspace", "other");
    }
}
