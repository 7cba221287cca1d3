package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** {@code agenthost.buffer}. */
@ConfigMapping(prefix = "agenthost.buffer")
public interface BufferSettings {
    /** The memory limit of all runs together; a quarter of the heap by default. */
    Optional<MemorySize> maxSize();

    default BufferBudget budget() {
        return new BufferBudget(maxSize()
                .map(MemorySize::asLongValue)
                .orElse(Runtime.getRuntime().maxMemory() / 4));
    }
}
