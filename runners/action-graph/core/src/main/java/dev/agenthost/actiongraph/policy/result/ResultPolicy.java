package dev.agenthost.actiongraph.policy.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of its result that an action asks to have returned and stored.
 *
 * @param returnToModel the wanted part
 * @param priority names of the most wanted parts, the first ones first, such as {@code errors} or {@code diff}
 * @param maxTokens most tokens of the returned part; null leaves it to the runtime
 * @param storeFull true to store the whole result as an artifact
 * @param ifTruncated the replacement of a result that exceeds {@code maxTokens}
 */
public record ResultPolicy(
        ReturnToModel returnToModel,
        List<String> priority,
        @Nullable Integer maxTokens,
        boolean storeFull,
        TruncationPolicy ifTruncated) {
    public static final int MAX_PRIORITIES = 16;
    public static final int MAX_TOKENS = 200_000;

    /** The policy of an action that declares none: a summary, and the whole result stored. */
    public static final ResultPolicy STANDARD = of(ReturnToModel.SUMMARY);

    public ResultPolicy {
        priority = List.copyOf(priority);
    }

    /** A policy with the standard storage and truncation. */
    public static ResultPolicy of(ReturnToModel part) {
        return new ResultPolicy(part, List.of(), null, true, TruncationPolicy.PROVIDE_REF_AND_SUMMARY);
    }
}
