package dev.agenthost.bench.hostcalls;

import java.util.Optional;

/**
 * The calls that a run makes, encoded in the text of its event.
 *
 * @param action {@value #STATE} or {@value #HISTORY}
 * @param count number of calls
 * @param atOnce number of threads that call
 * @param batch name of the runs that begin together
 * @param runs number of runs in the batch
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

    /** Parses a text; empty if the text is not a plan of calls. */
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
