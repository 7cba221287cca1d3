package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.protocol.id.Sha256;
import dev.agenthost.runners.actiongraph.registry.ConfiguredExecutor;
import dev.agenthost.runners.actiongraph.registry.GrantedExecutors;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The argument by which the executor of an action receives its idempotency key.
 *
 * @param name name of the argument, by the configuration
 * @param declared the key that the declaration states; null if it states none, so that nothing may set the argument
 */
record IdempotencyArgument(String name, @Nullable String declared) {
    private static final int DIGITS = 32;

    /** The argument of an action; empty if its executor takes no key. */
    static Optional<IdempotencyArgument> of(Action action, @Nullable ExecutorId executor, GrantedExecutors granted) {
        String key = action.policies().idempotency().key();
        return executor == null
                ? Optional.empty()
                : granted.configuration(executor)
                        .map(ConfiguredExecutor::idempotencyArgument)
                        .map(name -> new IdempotencyArgument(name, key));
    }

    /** Returns true if an input sets the argument to another value than the declared key: a key of the model could hide an effect. */
    boolean conflictsWith(@Nullable JsonNode input) {
        JsonNode value = input == null ? null : input.get(name);
        return value != null && !value.isNull() && (declared == null || !declared.equals(value.textValue()));
    }

    /**
     * The input with the key if one is declared: {@value #DIGITS} hexadecimal digits, equal in all attempts of one iteration of one action of one graph, and
     * different in any other.
     */
    JsonNode write(JsonNode input, AttemptName attempt) {
        if (declared == null) {
            return input;
        }
        AttemptId id = attempt.attempt();
        String effect = String.join("/", attempt.runId(), id.actionId(), String.valueOf(id.iteration()), declared);
        String key = Sha256.hex(effect.getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS);
        return input instanceof ObjectNode arguments ? arguments.deepCopy().put(name, key) : input;
    }
}
