package dev.agenthost.runners.localagent;

import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.message.ContentElement;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.runners.localagent.picture.MessageAttachments;
import dev.agenthost.runners.localagent.picture.VisibleImages;
import java.util.Objects;
import java.util.stream.Collectors;

/** The person's current message, with its attachments. */
record UserInput(String text, MessageAttachments attached) {
    static UserInput of(AgentInput input) {
        return new UserInput(
                Objects.requireNonNullElseGet(input.text(), () -> input.contents().stream()
                        .map(ContentElement::text)
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining("\n"))),
                MessageAttachments.of(input));
    }

    boolean isEmpty() {
        return text.isBlank() && attached.isEmpty();
    }

    /** @param shown the text, or its replacement; images stay as they are */
    Message message(String shown, VisibleImages sight) {
        return attached.message(shown, sight);
    }
}
