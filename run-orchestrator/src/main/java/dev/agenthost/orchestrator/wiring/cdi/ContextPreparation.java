package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Prepares the context of runs while the service starts, so that the first run does not wait for it. */
@ApplicationScoped
class ContextPreparation {
    void start(@Observes StartupEvent started) {
        ProtocolCodec.prepareRunnerTree(AgentRunContext.class);
    }
}
