package dev.agenthost.orchestrator.hostapi.audit;

import org.jspecify.annotations.Nullable;

/**
 * The target of a call.
 *
 * @param resource null if the call names none
 * @param scope the scope of the call; null if the call lacks a required one
 */
public record CallTarget(
        @Nullable String resource, @Nullable String scope) {
    public static final CallTarget NOTHING = new CallTarget(null, null);

    /** The target of calls with different targets that are counted together. */
    static final CallTarget SEVERAL = NOTHING;
}
