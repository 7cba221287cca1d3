package dev.agenthost.runners.acpagent.process;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.runners.acpagent.rpc.PermissionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An agent that this plugin can start. All of it comes from the operator's configuration; nothing of it comes over the network.
 *
 * @param command the program and its arguments
 * @param passEnvironment names of this process's variables that the agent receives, besides those that every program needs
 * @param environment variables of the agent's own
 * @param mcp way in which it learns the address of its run's tools
 * @param startWithin timeout until it has a session
 * @param turnWithin timeout until it has answered
 */
public record AgentProfile(
        String name,
        List<String> command,
        List<String> passEnvironment,
        Map<String, String> environment,
        PermissionPolicy permissions,
        Mcp mcp,
        Duration startWithin,
        Duration turnWithin) {
    /** The way in which an agent learns the address of its run's tools. */
    public enum Mcp {
        /** In the request that opens its session, as the protocol defines it. */
        SESSION,
        /** In {@code .mcp.json} in its working directory. */
        FILE,
        OFF
    }

    public AgentProfile {
        Fields.text(name, "name");
        command = List.copyOf(command);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("command is empty");
        }
        passEnvironment = List.copyOf(passEnvironment);
        environment = Map.copyOf(environment);
    }

    /** Without the values of its environment. */
    @Override
    public String toString() {
        return "Profile[" + name + "]";
    }
}
