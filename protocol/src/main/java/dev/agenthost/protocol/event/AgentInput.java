package dev.agenthost.protocol.event;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.message.ContentElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The content of the current event, without any earlier message (spec 000 §5.6). */
public record AgentInput(@Nullable String text, List<ContentElement> contents, List<ArtifactRef> attachments) {
    private static final AgentInput EMPTY = new AgentInput(null, List.of(), List.of());

    public AgentInput {
        contents = Fields.list(contents, "contents");
        attachments = Fields.list(attachments, "attachments");
    }

    /** The input of an event without content. */
    public static AgentInput empty() {
        return EMPTY;
    }

    /** An input of one text, which is also its only element. */
    public static AgentInput text(String text) {
        return new AgentInput(text, List.of(ContentElement.text(text)), List.of());
    }
}
