package dev.agenthost.binding.agent;

import java.util.List;

/** What became of a change to an agent. */
public sealed interface AgentWritten {
    /** It is stored as this. */
    record Stored(Agent agent) implements AgentWritten {}

    /** It is gone. */
    record Deleted() implements AgentWritten {}

    /** The id is taken. */
    record Exists() implements AgentWritten {}

    /** There is none of that id. */
    record Missing() implements AgentWritten {}

    /** Somebody changed it in between. */
    record Stale(int currentVersion) implements AgentWritten {}

    /** Bindings name it. */
    record InUse(List<String> bindingIds) implements AgentWritten {}
}
