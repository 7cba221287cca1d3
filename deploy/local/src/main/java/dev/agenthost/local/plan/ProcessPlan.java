package dev.agenthost.local.plan;

import dev.agenthost.local.process.ProcessName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One process of a planned box.
 *
 * @param tier place in the order of starts: earlier tiers must be up first
 * @param port of its listener; 0 if it has none
 * @param probe its readiness check
 * @param command that starts it; empty for PostgreSQL, which has its own launcher
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

    /** The same process with more variables in its environment. */
    ProcessPlan with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(more);
        return new ProcessPlan(name, tier, port, probe, command, all);
    }
}
