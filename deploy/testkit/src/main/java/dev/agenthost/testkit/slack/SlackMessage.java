package dev.agenthost.testkit.slack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A message that a channel shows.
 *
 * @param ts its id in the channel
 * @param threadTs of the message that begins its thread; null outside of a thread
 * @param isOfBot false for a person's
 * @param content parameters of the call that sent it
 * @param reactions names of the bot's reactions
 * @param files ids of the files that it shows
 */
public record SlackMessage(
        String ts,
        @Nullable String threadTs,
        boolean isOfBot,
        ObjectNode content,
        List<String> reactions,
        List<String> files) {
    public SlackMessage {
        reactions = List.copyOf(reactions);
        files = List.copyOf(files);
    }

    /** Returns the words that its rich text shows, a line for each of its elements; those of a stream as its Markdown. */
    public String text() {
        if (content.has("markdown_text")) {
            return content.path("markdown_text").asText().replace("\u200B", "");
        }
        return content.path("blocks")
                .valueStream()
                .filter(block -> block.path("type").asText().equals("rich_text"))
                .flatMap(block -> block.path("elements").valueStream())
                .map(element -> element.path("elements")
                        .valueStream()
                        .map(span -> span.path("text").asText())
                        .collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the text that stands for it; of a stream its Markdown (assumed). */
    String fallback() {
        String markdown = content.path("markdown_text").asText();
        return content.path("text").asText(markdown.replace("<", "&lt;").replace(">", "&gt;"));
    }

    /** Returns its blocks. */
    public JsonNode blocks() {
        return content.path("blocks");
    }

    SlackMessage withContent(ObjectNode other) {
        return new SlackMessage(ts, threadTs, isOfBot, other, reactions, files);
    }

    SlackMessage withReaction(String name, boolean isAdded) {
        List<String> all = new ArrayList<>(reactions);
        all.remove(name);
        if (isAdded) {
            all.add(name);
        }
        return new SlackMessage(ts, threadTs, isOfBot, content, all, files);
    }
}
