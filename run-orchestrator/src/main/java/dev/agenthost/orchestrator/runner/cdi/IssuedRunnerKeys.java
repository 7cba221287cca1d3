package dev.agenthost.orchestrator.runner.cdi;

import dev.agenthost.door.key.KeyRing;
import dev.agenthost.orchestrator.runner.key.RunnerKey;
import dev.agenthost.orchestrator.runner.key.RunnerKeyRing;
import java.util.Optional;

/** The runner keys among those that the door knows. */
record IssuedRunnerKeys(KeyRing ring) implements RunnerKeyRing.Issued {
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
