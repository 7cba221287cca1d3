package dev.agenthost.actiongraph.transcript;

import java.util.List;

/**
 * The content of one request to a model.
 *
 * @param capabilities the statement about protocol and executors ({@link CapabilityStatement}); empty if the system prompt has it
 * @param turns the past turns, the oldest first
 */
public record Transcript(String capabilities, List<ConversationTurn> turns) {
    public Transcript {
        turns = List.copyOf(turns);
    }

    /** A transcript whose system prompt states the capabilities. */
    public static Transcript of(List<ConversationTurn> turns) {
        return new Transcript("", turns);
    }
}
