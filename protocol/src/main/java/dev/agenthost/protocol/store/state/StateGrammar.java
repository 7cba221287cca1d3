package dev.agenthost.protocol.store.state;

import java.util.Optional;

/**
 * The rules for names of state values, the same for run-orchestrator and context-store. An older value with an invalid
 * name can still be read and deleted, but not set.
 */
public final class StateGrammar {
    /** Longest name, in characters. */
    public static final int NAME_LENGTH = 255;

    private StateGrammar() {}

    /**
     * Returns the reason for which no value may be set under that name, to follow the name of its field; empty if the
     * name is valid.
     */
    public static Optional<String> faultOfName(String name) {
        if (name.isBlank() || name.length() > NAME_LENGTH) {
            return Optional.of("must have 1 to " + NAME_LENGTH + " characters, not all of them blank");
        }
        return name.codePoints().allMatch(StateGrammar::isText)
                ? Optional.empty()
                : Optional.of(
                        "must not contain control characters, unpaired surrogates or characters that change the text direction");
    }

    private static boolean isText(int codePoint) {
        boolean isHalf = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return !isHalf && !Character.isISOControl(codePoint) && !isBreak(codePoint) && !turns(codePoint);
    }

    private static boolean isBreak(int codePoint) {
        return codePoint == 0x2028 || codePoint == 0x2029;
    }

    /**
     * Returns true for Unicode's marks, embeddings, overrides and isolates of direction, which let different names look
     * alike.
     */
    private static boolean turns(int codePoint) {
        return codePoint == 0x061C
                || codePoint == 0x200E
                || codePoint == 0x200F
                || codePoint >= 0x202A && codePoint <= 0x202E
                || codePoint >= 0x2066 && codePoint <= 0x2069;
    }
}
