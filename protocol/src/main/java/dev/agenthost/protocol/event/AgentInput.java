package dev.agenthost.protocol.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.message.ContentElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of the current event, without any earlier message (spec 000 §5.6).
 *
 * @param interaction the response to a question; null for all events but {@code interaction.submitted}
 */
public record AgentInput(
        @Nullable String text,
        List<ContentElement> contents,
        List<ArtifactRef> attachments,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable InteractionSubmission interaction) {
    private static final AgentInput EMPTY = new AgentInput(null, List.of(), List.of(), null);

    public AgentInput {
        contents = Fields.list(contents, "contents");
        attachments = Fields.list(attachments, "attachments");
    }

    /** An input that is no response to a question. */
    public AgentInput(@Nullable String text, List<ContentElement> contents, List<ArtifactRef> attachments) {
        this(text, contents, attachments, null);
    }

    /** The input of an event without content. */
    public static AgentInput empty() {
        return EMPTY;
    }

    /** An input of one text, which is also its only element. */
    public static AgentInput text(String text) {
        return new AgentInput(text, List.of(ContentElement.text(text)), List.of());
    }

    /** A response to a question, with the text that a person reads in the transcript. */
    public static AgentInput submitted(InteractionSubmission submission, String text) {
        return new AgentInput(text, List.of(ContentElement.text(text)), List.of(), submission);
    }
}
