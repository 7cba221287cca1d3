package dev.agenthost.bench.hostcalls;

import java.util.Optional;

/**
 * What a run is to call, as it is said to it.
 *
 * @param action {@value #STATE} or {@value #HISTORY}
 * @param count how often
 * @param atOnce by how many threads
 * @param batch which runs begin together
 * @param runs how many these are
 */
record CallPlan(String action, int count, int atOnce, String batch, int runs) {
    static final String STATE = "state_get";
    static final String HISTORY = "history_page";

    private static final int WORDS = 5;

    CallPlan {
        if (!action.equals(STATE) && !action.equals(HISTORY)) {
            throw new IllegalArgumentException("no call to measure: " + action);
        }
        if (count < 1 || atOnce < 1 || count % atOnce != 0 || runs < 1) {
            throw new IllegalArgumentException(count + " calls, " + atOnce + " at once, in " + runs + " runs");
        }
    }

    /** Empty where the text asks for no calls. */
    static Optional<CallPlan> of(String text) {
        var words = text.split(" ");
        return words.length == WORDS
                ? Optional.of(new CallPlan(
                        words[0],
                        Integer.parseInt(words[1]),
                        Integer.parseInt(words[2]),
                        words[3],
                        Integer.parseInt(words[4])))
                : Optional.empty();
    }

    String text() {
        return action + " " + count + " " + atOnce + " " + batch + " " + runs;
    }
}
