package dev.agenthost.orchestrator.hostapi.audit;

import org.jspecify.annotations.Nullable;

/**
 * What a call names.
 *
 * @param resource null where it names none
 * @param scope within which bounds it asks; null where it had to say so and did not
 */
public record CallTarget(
        @Nullable String resource, @Nullable String scope) {
    public static final CallTarget NOTHING = new CallTarget(null, null);

    /** Of calls that are counted together, whatever they name. */
    static final CallTarget SEVERAL = NOTHING;
}
