package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.flowcontrol.BufferBudget;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** {@code agenthost.buffer}. */
@ConfigMapping(prefix = "agenthost.buffer")
public interface BufferSettings {
    /** The most bytes that all runs together hold in memory; default: a quarter of the heap. */
    Optional<MemorySize> limit();

    default BufferBudget budget() {
        return new BufferBudget(
                limit().map(MemorySize::asLongValue).orElse(Runtime.getRuntime().maxMemory() / 4));
    }
}
