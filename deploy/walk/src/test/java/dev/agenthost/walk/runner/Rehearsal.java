package dev.agenthost.walk.runner;

import java.util.List;

/**
 * The observations of one graph of ten actions, from the request of a person to the end of its last run.
 *
 * @param mark its words, unique in the box
 * @param conversation its conversation
 * @param outcomes the outcome of each of its runs: that of the request, and that of the approval if there was one
 * @param attempts attempts of the first run
 * @param questions tokens of the questions that the person saw, each once
 * @param spoken messages of the assistant in the transcript, oldest first
 */
public record Rehearsal(
        String mark,
        String conversation,
        List<String> outcomes,
        int attempts,
        List<String> questions,
        List<String> spoken) {
    /** The message before the execution. */
    public static final String NOTE = "I rehearse, and ask you before I send.";

    /** Returns true if the person has the answer. */
    boolean isAnswered() {
        return spoken.stream().anyMatch(message -> message.startsWith(mark + " is over: "));
    }

    /** The answer; empty if there is none. */
    String answer() {
        return spoken.stream()
                .filter(message -> message.startsWith(mark + " is over: "))
                .findFirst()
                .orElse("");
    }
}
