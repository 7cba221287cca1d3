package dev.agenthost.actiongraph.transcript;

/**
 * The form of past declarations.
 *
 * @param mode the mode
 * @param recentTurns number of the latest protocol turns that count as recent
 * @param shortTokens most tokens of a turn that counts as short
 */
public record ReplayPolicy(ReplayMode mode, int recentTurns, int shortTokens) {
    /** Hybrid: the two latest protocol turns of at most 1,500 tokens are exact. */
    public static final ReplayPolicy STANDARD = of(ReplayMode.HYBRID);

    /** A mode with the standard limits. */
    public static ReplayPolicy of(ReplayMode mode) {
        return new ReplayPolicy(mode, 2, 1_500);
    }
}
