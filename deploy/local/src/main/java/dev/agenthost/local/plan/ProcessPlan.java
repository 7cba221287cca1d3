package dev.agenthost.local.plan;

import dev.agenthost.local.process.ProcessName;
import java.util.List;
import java.util.Map;

/**
 * One process that the box is to have.
 *
 * @param tier what has to be up before it
 * @param port where it listens; 0 where it does not
 * @param probe how to see that it is ready
 * @param command how to start it; empty for PostgreSQL, which is started by its own means
 */
public record ProcessPlan(
        ProcessName name,
        Tier tier,
        int port,
        ProcessProbe probe,
        List<String> command,
        Map<String, String> environment) {
    /** Tiers start in this order and end in the opposite one. */
    public enum Tier {
        SERVERS,
        SERVICES,
        EDGE
    }

    public ProcessPlan {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }
}
