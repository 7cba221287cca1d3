package dev.agenthost.actiongraph.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.actiongraph.policy.failure.ActionRetry;
import dev.agenthost.actiongraph.policy.failure.FailureOutcome;
import dev.agenthost.actiongraph.policy.failure.FailurePolicy;
import dev.agenthost.actiongraph.policy.failure.Idempotency;
import dev.agenthost.actiongraph.policy.failure.RetryBackoff;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.policy.result.ReturnToModel;
import dev.agenthost.actiongraph.policy.result.TruncationPolicy;
import dev.agenthost.actiongraph.validation.ObjectReader;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.TextRule;
import dev.agenthost.protocol.json.WireName;
import java.util.List;
import java.util.Set;

/** Reads the policies of an action. */
public final class ActionPolicyReader {
    private static final String RETRY = "retry";

    private ActionPolicyReader() {}

    /** Reads {@code result_policy}, {@code failure_policy} and the other policies; absent ones have their standard. */
    public static ActionPolicies read(ObjectReader action, ResultPolicy standardResult) {
        ResultPolicy result = result(action, standardResult);
        ResultGranularity granularity = PolicyMembers.orStandard(
                action.constant("result_granularity", ResultGranularity.class), ResultGranularity.FULL);
        if (!granularity.permits(result.returnToModel())) {
            action.error(
                    "result_policy",
                    Rule.FIELD_CONFLICT,
                    "asks for " + result.returnToModel().wire() + ", which is finer than result_granularity "
                            + granularity.wire());
        }
        FailurePolicy failure = failure(action);
        Idempotency idempotency = idempotency(action);
        if (!idempotency.repeatable() && failure.retry().maxAttempts() > 1) {
            action.error(
                    "idempotency",
                    Rule.FIELD_CONFLICT,
                    "states repeatable false, but failure_policy repeats the action; remove one of them");
        }
        return new ActionPolicies(
                result,
                failure,
                PolicyMembers.approval(action),
                idempotency,
                PolicyMembers.constants(action, "side_effects", SideEffect.class),
                visibility(action),
                granularity,
                action.flag("persist"));
    }

    private static ResultPolicy result(ObjectReader action, ResultPolicy standard) {
        ObjectReader result = action.object("result_policy");
        if (result == null) {
            return standard;
        }
        ResultPolicy policy = new ResultPolicy(
                PolicyMembers.orStandard(
                        result.constant("return_to_model", ReturnToModel.class), standard.returnToModel()),
                result.list(
                        "priority",
                        ResultPolicy.MAX_PRIORITIES,
                        (value, path, violations) -> ObjectReader.text(value, path, TextRule.LABEL_TEXT, violations)),
                result.integer("max_tokens", 1, ResultPolicy.MAX_TOKENS),
                PolicyMembers.orStandard(result.flag("store_full"), true),
                PolicyMembers.orStandard(
                        result.constant("if_truncated", TruncationPolicy.class), standard.ifTruncated()));
        result.finish();
        return policy;
    }

    /** An object, or one of the words retry, abort, continue and ask_model. */
    private static FailurePolicy failure(ObjectReader action) {
        JsonNode declared = action.find("failure_policy");
        if (declared == null) {
            return FailurePolicy.STANDARD;
        }
        if (declared.isTextual()) {
            return failureWord(action, declared);
        }
        ObjectReader failure = action.object("failure_policy");
        if (failure == null) {
            return FailurePolicy.STANDARD;
        }
        FailurePolicy policy = new FailurePolicy(
                PolicyMembers.orStandard(
                        failure.constant("on_failure", FailureOutcome.class), FailurePolicy.STANDARD.onFailure()),
                retry(failure));
        failure.finish();
        return policy;
    }

    private static FailurePolicy failureWord(ObjectReader action, JsonNode word) {
        if (word.textValue().equals(RETRY)) {
            return new FailurePolicy(FailurePolicy.STANDARD.onFailure(), ActionRetry.ONCE);
        }
        FailureOutcome outcome =
                WireName.find(FailureOutcome.class, word.textValue()).orElse(null);
        if (outcome == null) {
            action.error(
                    "failure_policy",
                    Rule.FIELD_VALUE,
                    "must be an object, or one of retry, " + ObjectReader.names(FailureOutcome.class));
            return FailurePolicy.STANDARD;
        }
        return new FailurePolicy(outcome, ActionRetry.NONE);
    }

    private static ActionRetry retry(ObjectReader failure) {
        ObjectReader retry = failure.object(RETRY);
        if (retry == null) {
            return ActionRetry.NONE;
        }
        ActionRetry policy = new ActionRetry(
                PolicyMembers.orStandard(
                        retry.integer("max_attempts", 1, ActionRetry.MAX_ATTEMPTS), ActionRetry.ONCE.maxAttempts()),
                PolicyMembers.orStandard(
                        retry.integer("delay_seconds", 0, ActionRetry.MAX_DELAY_SECONDS),
                        ActionRetry.ONCE.delaySeconds()),
                PolicyMembers.orStandard(retry.constant("backoff", RetryBackoff.class), RetryBackoff.FIXED));
        retry.finish();
        return policy;
    }

    private static Idempotency idempotency(ObjectReader action) {
        ObjectReader idempotency = action.object("idempotency");
        if (idempotency == null) {
            return Idempotency.NONE;
        }
        Idempotency claim = new Idempotency(
                PolicyMembers.orStandard(idempotency.flag("repeatable"), true),
                idempotency.text("key", TextRule.line(Idempotency.MAX_KEY)));
        idempotency.finish();
        return claim;
    }

    private static Set<DataAudience> visibility(ObjectReader action) {
        return action.find("data_visibility") == null
                ? Set.copyOf(List.of(DataAudience.values()))
                : PolicyMembers.constants(action, "data_visibility", DataAudience.class);
    }
}
