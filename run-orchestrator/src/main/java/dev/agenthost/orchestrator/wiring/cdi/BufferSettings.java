package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** {@code agenthost.buffer}. */
@ConfigMapping(prefix = "agenthost.buffer")
public interface BufferSettings {
    /** How much all runs together may hold in memory; a quarter of the heap where it is not said. */
    Optional<MemorySize> maxSize();

    default BufferBudget budget() {
        return new BufferBudget(maxSize()
                .map(MemorySize::asLongValue)
                .orElse(Runtime.getRuntime().maxMemory() / 4));
    }
}
