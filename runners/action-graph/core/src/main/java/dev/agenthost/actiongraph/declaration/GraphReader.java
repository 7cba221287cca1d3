package dev.agenthost.actiongraph.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.ActionReader;
import dev.agenthost.actiongraph.action.DeclaredAction;
import dev.agenthost.actiongraph.action.GraphCheck;
import dev.agenthost.actiongraph.action.WriteConflicts;
import dev.agenthost.actiongraph.policy.GraphPolicies;
import dev.agenthost.actiongraph.policy.execution.ConflictResolution;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.policy.result.ReturnToModel;
import dev.agenthost.actiongraph.reference.ReferenceCheck;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.validation.ObjectReader;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.TextRule;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the payload {@code action_graph}. */
final class GraphReader {
    private static final String ACTIONS = "actions";

    private GraphReader() {}

    static ActionGraph read(
            ObjectReader payload, @Nullable Intent intent, GraphPolicies policies, ReferenceScope scope) {
        String runId = runId(payload, intent, scope);
        ReturnToModel standardPart = policies.response().returnToModel();
        JsonNode elements = payload.require(ACTIONS, "it is the array of actions");
        ResultPolicy standard = standardPart == null ? ResultPolicy.STANDARD : ResultPolicy.of(standardPart);
        List<DeclaredAction> actions = payload.list(
                ACTIONS,
                ActionGraph.MAX_ACTIONS,
                (value, path, violations) -> ActionReader.read(value, path, standard, violations));
        if (elements != null && elements.isArray() && elements.size() <= ActionGraph.MAX_ACTIONS) {
            Set<String> existing = runId == null ? Set.of() : scope.runActions().getOrDefault(runId, Set.of());
            GraphCheck.check(elements, payload.path(ACTIONS), actions, existing, scope, payload.violations());
            if (elements.isEmpty()) {
                payload.violations()
                        .warn(payload.path(ACTIONS), Rule.GRAPH_EMPTY, "is empty; nothing will be executed");
            }
        }
        if (policies.conflicts() == ConflictResolution.REFUSE) {
            refuseConflicts(actions, payload.violations());
        }
        return new ActionGraph(
                runId, actions.stream().map(DeclaredAction::action).toList());
    }

    private static void refuseConflicts(List<DeclaredAction> actions, ViolationCollector violations) {
        Map<String, String> paths = actions.stream()
                .collect(Collectors.toMap(
                        declared -> declared.action().id(), DeclaredAction::path, (one, other) -> one));
        WriteConflicts.of(actions.stream().map(DeclaredAction::action).toList())
                .forEach(conflict -> violations.error(
                        paths.get(conflict.later()) + ".resources.writes",
                        Rule.RESOURCE_CONFLICT,
                        "names " + conflict.resource() + ", which " + conflict.earlier()
                                + " writes, too; add a dependency between the two"));
        actions.forEach(declared -> WriteConflicts.ofIterations(declared.action())
                .ifPresent(resource -> violations.error(
                        declared.path() + ".loop.max_parallel",
                        Rule.RESOURCE_CONFLICT,
                        "lets several iterations write " + resource + " at the same time; it must be 1")));
    }

    private static @Nullable String runId(ObjectReader payload, @Nullable Intent intent, ReferenceScope scope) {
        if (intent != Intent.REVISE) {
            if (payload.find("run_id") != null && intent != null) {
                payload.error("run_id", Rule.FIELD_CONFLICT, "names a run to revise; use intent revise, or omit it");
            }
            return null;
        }
        String runId = payload.requireText("run_id", TextRule.RUN_ID);
        if (runId != null) {
            new ReferenceCheck(scope, Set.of(), payload.violations()).checkRun(runId, payload.path("run_id"));
        }
        return runId;
    }
}
