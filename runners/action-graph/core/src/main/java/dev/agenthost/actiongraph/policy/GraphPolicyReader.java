package dev.agenthost.actiongraph.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import dev.agenthost.actiongraph.policy.execution.CancellationPolicy;
import dev.agenthost.actiongraph.policy.execution.ConflictResolution;
import dev.agenthost.actiongraph.policy.execution.ExecutionMode;
import dev.agenthost.actiongraph.policy.execution.ExecutionPolicy;
import dev.agenthost.actiongraph.policy.execution.ExecutionStrategy;
import dev.agenthost.actiongraph.policy.failure.PartialResults;
import dev.agenthost.actiongraph.policy.result.ResponsePolicy;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.policy.result.ReturnToModel;
import dev.agenthost.actiongraph.validation.ObjectReader;
import dev.agenthost.actiongraph.validation.Rule;
import org.jspecify.annotations.Nullable;

/** Reads the policies of an envelope. */
public final class GraphPolicyReader {
    private GraphPolicyReader() {}

    /** Reads the members {@code execution}, {@code response_policy} and the other policies; absent ones have their standard. */
    public static GraphPolicies read(ObjectReader envelope, boolean persist) {
        GraphPolicies standard = GraphPolicies.standard(persist);
        return new GraphPolicies(
                execution(envelope, persist),
                response(envelope),
                PolicyMembers.approval(envelope),
                budget(envelope),
                PolicyMembers.orStandard(
                        envelope.constant("cancellation_policy", CancellationPolicy.class), standard.cancellation()),
                PolicyMembers.orStandard(
                        envelope.constant("conflict_resolution", ConflictResolution.class), standard.conflicts()),
                PolicyMembers.orStandard(
                        envelope.constant("partial_results", PartialResults.class), standard.partialResults()));
    }

    private static ExecutionPolicy execution(ObjectReader envelope, boolean persist) {
        ExecutionPolicy standard = ExecutionPolicy.standard(persist);
        ObjectReader execution = envelope.object("execution");
        if (execution == null) {
            return standard;
        }
        ExecutionMode mode = PolicyMembers.orStandard(execution.constant("mode", ExecutionMode.class), standard.mode());
        JsonNode declared = envelope.find("persist");
        if (mode != standard.mode() && (declared == null || declared.isBoolean())) {
            execution.error(
                    "mode",
                    Rule.FIELD_CONFLICT,
                    "contradicts persist: durable needs \"persist\": true, ephemeral needs \"persist\": false");
        }
        ExecutionStrategy strategy =
                PolicyMembers.orStandard(execution.constant("strategy", ExecutionStrategy.class), standard.strategy());
        execution.finish();
        return new ExecutionPolicy(mode, strategy);
    }

    private static ResponsePolicy response(ObjectReader envelope) {
        ObjectReader response = envelope.object("response_policy");
        if (response == null) {
            return ResponsePolicy.NONE;
        }
        @Nullable ReturnToModel part = response.constant("return_to_model", ReturnToModel.class);
        @Nullable Integer tokens = response.integer("max_tokens", 1, ResultPolicy.MAX_TOKENS);
        response.finish();
        return new ResponsePolicy(part, tokens);
    }

    private static BudgetPolicy budget(ObjectReader envelope) {
        ObjectReader budget = envelope.object("budget_policy");
        if (budget == null) {
            return BudgetPolicy.NONE;
        }
        BudgetPolicy policy = new BudgetPolicy(
                budget.integer("max_tokens", 1, BudgetPolicy.MAX_TOKENS),
                budget.integer("max_seconds", 1, BudgetPolicy.MAX_SECONDS),
                budget.number("max_cost", 0, BudgetPolicy.MAX_COST),
                budget.integer("max_calls", 1, BudgetPolicy.MAX_CALLS),
                budget.integer("max_retries", 0, BudgetPolicy.MAX_RETRIES),
                budget.integer("max_parallel", 1, BudgetPolicy.MAX_PARALLEL));
        budget.finish();
        return policy;
    }
}
