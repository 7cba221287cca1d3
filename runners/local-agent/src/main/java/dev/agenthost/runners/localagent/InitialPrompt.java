package dev.agenthost.runners.localagent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.runners.localagent.picture.VisibleImages;
import dev.agenthost.runners.localagent.window.ContextWindow;
import java.util.List;

/**
 * The first messages to a model: the prompt, the window, and the person's message.
 *
 * @param words text of the message, or its replacement
 */
record InitialPrompt(List<Message> prompt, ContextWindow window, UserInput question, String words) {
    List<Message> messages(VisibleImages sight) {
        List<Message> messages = window.messages(prompt, sight);
        messages.add(question.message(words, sight));
        return messages;
    }

    /** The same messages, with a text in place of the images. */
    static List<Message> inWords(List<Message> messages) {
        return messages.stream().map(InitialPrompt::inWords).toList();
    }

    private static Message inWords(Message message) {
        JsonNode content = message.content();
        if (content == null || !content.isArray()) {
            return message;
        }
        long images = content.valueStream()
                .filter(element -> !element.path("type").asText().equals("text"))
                .count();
        return new Message(
                message.role(),
                message.name(),
                TextNode.valueOf(message.plainText() + "\n[Images that you cannot see: " + images + "]"),
                message.toolCalls(),
                message.toolCallId(),
                message.respMessageId(),
                message.providerSpecificFields());
    }

    static boolean showsImages(List<Message> messages) {
        for (Message message : messages) {
            JsonNode content = message.content();
            if (content != null && content.isArray()) {
                return true;
            }
        }
        return false;
    }
}
