package dev.agenthost.actiongraph.declaration;

import dev.agenthost.actiongraph.policy.GraphPolicies;
import org.jspecify.annotations.Nullable;

/**
 * The routing facts of a declaration.
 *
 * @param version version of the grammar, {@code 1} or {@code 1.<minor>}
 * @param intent purpose
 * @param persist true to store the state before anything runs: {@code persist} of the envelope or of an action
 * @param title short name for people; null if there is none
 * @param policies policies of the whole declaration
 */
public record Envelope(
        String version,
        Intent intent,
        boolean persist,
        @Nullable String title,
        GraphPolicies policies) {
    /** The {@code type} of every declaration. */
    public static final String TYPE = "agent.protocol";

    /** The version that is written. */
    public static final String VERSION = "1";
}
