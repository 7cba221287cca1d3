package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.runner.RunnerKey;
import dev.agenthost.orchestrator.runner.RunnerKeyRing;
import dev.agenthost.platform.security.ApiKeyRegistry;
import java.util.Optional;

/** The runner keys among the issued keys. */
record IssuedRunnerKeys(ApiKeyRegistry ring) implements RunnerKeyRing.Issued {
    @Override
    public Optional<RunnerKey> find(String secret) {
        return ring.runnerKey(secret)
                .map(key -> new RunnerKey(key.keyId(), key.sha256(), key.plugins(), key.workspaces()));
    }

    @Override
    public boolean isRevoked(RunnerKey key) {
        return ring.isRevoked(key.name());
    }

    @Override
    public boolean isComplete() {
        return ring.isComplete();
    }
}
