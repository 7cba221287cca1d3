package dev.agenthost.runners.actiongraph.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.executor.ExecutorRules;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The member {@code executor-rules} of a configuration.
 *
 * @param forbiddenEffects effects that no executor may have and no action may declare
 * @param maxCost highest cost of one action; null for no limit
 * @param overrides true if a named executor that cannot be used may be replaced by another one of its type
 * @param approvalFor effects whose actions wait for the approval of a person
 */
record ChoiceRules(
        List<SideEffect> forbiddenEffects,
        @Nullable BigDecimal maxCost,
        boolean overrides,
        List<SideEffect> approvalFor) {
    private static final String MEMBER = "executor-rules";

    ChoiceRules {
        forbiddenEffects = Fields.list(forbiddenEffects, "forbidden_effects");
        approvalFor = Fields.list(approvalFor, "approval_for");
        if (maxCost != null && maxCost.signum() < 0) {
            throw new InvalidFieldException("max_cost", "must not be negative");
        }
    }

    static ExecutorRules read(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return ExecutorRules.NONE;
        }
        if (!value.isObject()) {
            throw new InvalidFieldException(MEMBER, "must be an object");
        }
        ConfigMembers.check(MEMBER, value, ExecutorConfig.RULE_MEMBERS);
        try {
            ChoiceRules rules = ProtocolCodec.decode(value, ChoiceRules.class);
            return new ExecutorRules(
                    Set.copyOf(rules.forbiddenEffects()),
                    rules.maxCost(),
                    rules.overrides(),
                    Set.copyOf(rules.approvalFor()));
        } catch (UndecodableException wrong) {
            throw new InvalidFieldException(MEMBER + "." + wrong.field(), wrong.why());
        }
    }
}
