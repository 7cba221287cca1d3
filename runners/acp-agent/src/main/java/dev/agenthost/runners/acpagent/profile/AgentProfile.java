package dev.agenthost.runners.acpagent.profile;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.runners.acpagent.rpc.PermissionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An agent that this plugin can start. All of it is the operator's; nothing of it comes over the network.
 *
 * @param command the program and its arguments
 * @param passEnvironment names of this process's variables that the agent gets, besides those that every program needs
 * @param environment variables of the agent's own
 * @param mcp how it is told of the tools of its run
 * @param startWithin until it has a session
 * @param turnWithin until it has answered
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
    /** How an agent is told of the tools of its run. */
    public enum Mcp {
        /** With its session, as the protocol has it. */
        SESSION,
        /** By {@code .mcp.json} in its working directory. */
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

    /** Without what its environment holds. */
    @Override
    public String toString() {
        return "Profile[" + name + "]";
    }
}
