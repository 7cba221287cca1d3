package dev.agenthost.testkit.lark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A message that a chat shows.
 *
 * @param parentId of the message that it replies to; null for none
 * @param isInThread true if it replies in the form of a thread
 * @param content JSON by the type of the message
 * @param reactions names of the app's reactions
 */
public record LarkMessage(
        String id,
        String chatId,
        @Nullable String parentId,
        boolean isInThread,
        String type,
        ObjectNode content,
        List<String> reactions) {
    public LarkMessage {
        reactions = List.copyOf(reactions);
    }

    /** Returns the text of its card: that of markdown components as it was written, and that of plain texts. */
    public String text() {
        return elements()
                .valueStream()
                .map(element -> element.path("tag").asText().equals("markdown")
                        ? element.path("content").asText()
                        : element.path("tag").asText().equals("div")
                                ? element.at("/text/content").asText()
                                : "")
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /** Returns the components of its card. */
    public JsonNode elements() {
        return content.at("/body/elements").isMissingNode()
                ? JsonNodeFactory.instance.arrayNode()
                : content.at("/body/elements");
    }

    LarkMessage withContent(ObjectNode other) {
        return new LarkMessage(id, chatId, parentId, isInThread, type, other, reactions);
    }

    LarkMessage withReaction(String name, boolean isAdded) {
        List<String> all = new ArrayList<>(reactions);
        all.remove(name);
        if (isAdded) {
            all.add(name);
        }
        return new LarkMessage(id, chatId, parentId, isInThread, type, content, all);
    }
}
