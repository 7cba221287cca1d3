package dev.agenthost.runners.localagent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.runners.localagent.picture.Sight;
import dev.agenthost.runners.localagent.window.Window;
import java.util.List;

/**
 * What a model is told at first: the prompt, the window, and what the person says now.
 *
 * @param words what the person says, or what stands in its place
 */
record Request(List<Message> prompt, Window window, Question question, String words) {
    List<Message> messages(Sight sight) {
        List<Message> messages = window.messages(prompt, sight);
        messages.add(question.message(words, sight));
        return messages;
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
