package dev.agenthost.runners.localagent;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.ContentElement;
import dev.agenthost.protocol.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** What the person says now. */
record Question(String text, List<ContentElement> images) {
    Question {
        images = List.copyOf(images);
    }

    static Question of(AgentInput input) {
        return new Question(
                Objects.requireNonNullElseGet(input.text(), () -> input.contents().stream()
                        .map(ContentElement::text)
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining("\n"))),
                input.contents().stream()
                        .filter(element -> element.type().startsWith("image_"))
                        .toList());
    }

    boolean isEmpty() {
        return text.isBlank() && images.isEmpty();
    }

    /** @param shown the text, or what stands in its place; images stay as they are */
    Message message(String shown) {
        if (images.isEmpty()) {
            return new Message("user", null, TextNode.valueOf(shown), null, null, null, null);
        }
        List<ContentElement> elements = new ArrayList<>();
        if (!shown.isBlank()) {
            elements.add(ContentElement.text(shown));
        }
        elements.addAll(images);
        return new Message("user", null, ProtocolCodec.tree(elements), null, null, null, null);
    }
}
