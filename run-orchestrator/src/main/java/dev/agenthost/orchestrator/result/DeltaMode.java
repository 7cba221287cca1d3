package dev.agenthost.orchestrator.result;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the text of a runner's {@code message.delta} is; LangBot's runners do either. */
public enum DeltaMode {
    /** Each delta is what is new. */
    INCREMENT,
    /** Each delta is all the text so far. */
    ACCUMULATED,
    /** Not declared: found out from the deltas. */
    DETECT;

    /** @param declared {@code delta_mode} of the runner's manifest metadata */
    public static DeltaMode of(@Nullable String declared) {
        return switch (declared == null ? "" : declared.toLowerCase(Locale.ROOT)) {
            case "increment" -> INCREMENT;
            case "accumulated" -> ACCUMULATED;
            default -> DETECT;
        };
    }
}
