package dev.agenthost.binding.agent;

import dev.agenthost.binding.change.Change;
import dev.agenthost.binding.change.ExpectedVersion;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The agents as people keep them. A change is in effect for every event accepted after it, on every replica. */
public interface Agents {
    /** Answers {@link AgentWritten.Stored} or {@link AgentWritten.Exists}. */
    Uni<AgentWritten> create(Agent agent, Change change);

    /** Replaces all of it; the version that is stored is the one after the expected. */
    Uni<AgentWritten> replace(Agent agent, ExpectedVersion expected, Change change);

    /** An agent that a binding names stays. */
    Uni<AgentWritten> delete(String workspaceId, String agentId, ExpectedVersion expected, Change change);

    Uni<Optional<Agent>> find(String workspaceId, String agentId);

    /** @param after the id that the page before ended with; null for the first page */
    Uni<List<Agent>> list(String workspaceId, @Nullable String after, int limit);
}
