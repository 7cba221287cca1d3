package dev.agenthost.actiongraph.declaration;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ActionDependencies;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A graph of actions without cycles.
 *
 * @param runId the run that the graph revises; null for a new run
 * @param actions in the order of the declaration, at most {@value #MAX_ACTIONS}
 */
public record ActionGraph(@Nullable String runId, List<Action> actions) implements Payload {
    public static final int MAX_ACTIONS = 256;

    public ActionGraph {
        actions = List.copyOf(actions);
    }

    /** The ids that each action depends on, by {@code depends_on} or by a reference. */
    public Map<String, Set<String>> dependencies() {
        return ActionDependencies.of(actions);
    }

    @Override
    public PayloadType type() {
        return PayloadType.ACTION_GRAPH;
    }
}
