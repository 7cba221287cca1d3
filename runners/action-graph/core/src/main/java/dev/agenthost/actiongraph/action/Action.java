package dev.agenthost.actiongraph.action;

import dev.agenthost.actiongraph.condition.Condition;
import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One semantic unit of work. Every carrier is normalised to it.
 *
 * @param id unique in its graph
 * @param description words for people and models
 * @param executor the wanted executor; null leaves the choice to the runtime
 * @param dependsOn ids of actions that end before this one starts, as declared; {@link ActionDependencies} adds those of references
 * @param input the material
 * @param condition the action is skipped if it is false; null means always
 * @param loop the repetition; null means once
 * @param resources the declared reads and writes
 * @param policies the policies
 */
public record Action(
        String id,
        ActionDescription description,
        @Nullable ExecutorRequest executor,
        List<String> dependsOn,
        ActionInput input,
        @Nullable Condition condition,
        @Nullable Loop loop,
        ResourceAccess resources,
        ActionPolicies policies) {
    public static final int MAX_DEPENDENCIES = 256;

    public Action {
        dependsOn = List.copyOf(dependsOn);
    }
}
