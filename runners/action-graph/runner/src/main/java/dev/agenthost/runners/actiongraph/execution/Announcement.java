package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.markdown.PrivateReasoning;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The messages that tell a person of a declaration. They are stored with its graph before they are sent, and each later attempt of the run
 * sends them again: the host recognises the repetition, and none is lost between the store and the person.
 *
 * @param out receives each message
 */
public record Announcement(List<String> messages, Consumer<String> out) {
    public Announcement {
        messages = List.copyOf(messages);
    }

    /** The announcement with that note if it has no message but private reasoning. */
    public Announcement orElse(String note) {
        boolean hasNote = messages.stream()
                .anyMatch(message -> !PrivateReasoning.without(message).isBlank());
        return hasNote
                ? this
                : new Announcement(
                        Stream.concat(messages.stream(), Stream.of(note)).toList(), out);
    }

    /** Sends the messages. */
    public void send() {
        messages.forEach(out);
    }
}
