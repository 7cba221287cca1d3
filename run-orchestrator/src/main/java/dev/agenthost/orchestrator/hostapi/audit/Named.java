package dev.agenthost.orchestrator.hostapi.audit;

import org.jspecify.annotations.Nullable;

/**
 * What a call names.
 *
 * @param resource null where it names none
 * @param scope within which bounds it asks; null where it had to say so and did not
 */
public record Named(@Nullable String resource, @Nullable String scope) {
    public static final Named NOTHING = new Named(null, null);

    /** Of calls that are counted together, whatever they name. */
    static final Named SEVERAL = NOTHING;
}
