package dev.agenthost.orchestrator.result;

import dev.agenthost.protocol.id.RunnerId;
import java.util.Optional;
import java.util.Set;

/**
 * Meaning of the text in a runner's {@code message.delta}. The mode is declared and never inferred from the text: the increments
 * {@code 1}, {@code 10}, {@code 100} look like accumulated text.
 */
public enum DeltaMode {
    /** Each delta is what is new. */
    INCREMENT,
    /** Each delta is all the text so far. */
    ACCUMULATED;

    /** Authors whose runners write all the text so far into {@code content} and declare nothing: LangBot's own. */
    private static final Set<String> ACCUMULATING_AUTHORS = Set.of("langbot-team", "langbot");

    /**
     * The first that is declared: by the agent, by the runner, by the documented default (ADR 56).
     *
     * @param configured {@code delta_mode} of the agent's runner configuration; empty where it declares none
     * @param declared {@code delta_mode} of the manifest's metadata; empty where it declares none
     */
    public static DeltaMode of(String configured, String declared, RunnerId runner) {
        return ofWire(configured).or(() -> ofWire(declared)).orElseGet(() -> usual(runner));
    }

    private static Optional<DeltaMode> ofWire(String mode) {
        return switch (mode) {
            case "increment" -> Optional.of(INCREMENT);
            case "accumulated" -> Optional.of(ACCUMULATED);
            default -> Optional.empty();
        };
    }

    private static DeltaMode usual(RunnerId runner) {
        return ACCUMULATING_AUTHORS.contains(runner.author()) ? ACCUMULATED : INCREMENT;
    }
}
