package dev.agenthost.actiongraph.executor;

import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.policy.execution.ExecutorEffects;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An executor that the runtime has.
 *
 * @param name unique within its type; never {@value ExecutorRequest#AUTO}
 * @param type its class
 * @param description words for models, and for the choice by the task
 * @param capabilities labels for the choice
 * @param availability availability at the moment
 * @param cost expected cost of an action, in the currency of the runtime
 * @param declaredEffects effects outside of the run; null if they are not declared, which counts as {@link ExecutorEffects#UNDECLARED}
 */
public record RegisteredExecutor(
        String name,
        ExecutorType type,
        String description,
        Set<String> capabilities,
        ExecutorAvailability availability,
        BigDecimal cost,
        @Nullable ExecutorEffects declaredEffects) {
    public RegisteredExecutor {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(availability, "availability");
        if (name.isBlank() || name.equals(ExecutorRequest.AUTO)) {
            throw new IllegalArgumentException("name must not be blank or " + ExecutorRequest.AUTO);
        }
        if (cost.signum() < 0) {
            throw new IllegalArgumentException("cost must not be negative");
        }
        capabilities = Set.copyOf(capabilities);
    }

    /** The effects that the runtime goes by. */
    public ExecutorEffects effects() {
        return declaredEffects == null ? ExecutorEffects.UNDECLARED : declaredEffects;
    }
}
