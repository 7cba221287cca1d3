package dev.agenthost.actiongraph.transcript;

import java.util.List;

/**
 * The content of one request to a model.
 *
 * @param capabilities the statement about protocol and executors ({@link CapabilityStatement}); empty if the system prompt has it
 * @param background facts about the conversation that no turn has, one line each, which are left out where nothing else fits
 * @param turns the past turns, the oldest first
 */
public record Transcript(String capabilities, List<String> background, List<ConversationTurn> turns) {
    public Transcript {
        background = List.copyOf(background);
        turns = List.copyOf(turns);
    }

    /** A transcript whose system prompt states the capabilities. */
    public static Transcript of(List<ConversationTurn> turns) {
        return new Transcript("", List.of(), turns);
    }

    Transcript withoutBackground() {
        return new Transcript(capabilities, List.of(), turns);
    }
}
