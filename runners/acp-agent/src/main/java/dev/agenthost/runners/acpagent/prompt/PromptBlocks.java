package dev.agenthost.runners.acpagent.prompt;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.ArtifactRef;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.ContentElement;
import dev.agenthost.sdk.harness.ContextSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The prompt of a turn as the protocol's content blocks: the message, images if the agent accepts them, and in a new session a
 * link to the facts of the run. The agent remembers or fetches earlier messages itself.
 */
public final class PromptBlocks {
    private static final int LONGEST_NAME = 200;

    private PromptBlocks() {}

    /** Returns true if the input has no text, content or attachment. */
    public static boolean isEmpty(AgentInput input) {
        return text(input).isBlank()
                && input.contents().isEmpty()
                && input.attachments().isEmpty();
    }

    /**
     * @param first true if the session is new
     * @param seesImages true if the agent accepts images
     * @param directory contains the facts of the run
     */
    public static ArrayNode of(
            AgentInput input, PromptTemplate wording, boolean first, boolean seesImages, Path directory) {
        ArrayNode blocks = ProtocolCodec.mapper().createArrayNode();
        if (first && !wording.instructions().isEmpty()) {
            text(blocks, wording.instructions());
        }
        List<InlineImage> images = images(input);
        String asked = text(input);
        List<String> words = new ArrayList<>();
        if (!asked.isBlank()) {
            words.add(wording.message(asked));
        }
        if (!seesImages && !images.isEmpty()) {
            words.add("[Images came with this message: " + images.size() + ". You cannot see them here.]");
        }
        input.attachments().forEach(attached -> words.add(attachment(attached)));
        text(blocks, words.isEmpty() ? "[The message has no text.]" : String.join("\n\n", words));
        if (seesImages) {
            images.forEach(image -> image.block(blocks.addObject()));
        }
        input.contents().forEach(element -> link(blocks, element));
        if (first) {
            // Some harnesses insert linked files into the prompt: one link is enough, and the short file names the
            // other.
            summary(blocks, directory);
        }
        return blocks;
    }

    private static String text(AgentInput input) {
        return Objects.requireNonNullElseGet(input.text(), () -> input.contents().stream()
                .map(ContentElement::text)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("\n")));
    }

    private static List<InlineImage> images(AgentInput input) {
        return input.contents().stream()
                .map(ContentElement::imageBase64)
                .flatMap(data -> InlineImage.read(data).stream())
                .toList();
    }

    /** Adds a link to an image or a file with a public address. */
    private static void link(ArrayNode blocks, ContentElement element) {
        String image = element.imageUrl() == null
                ? null
                : element.imageUrl().path("url").textValue();
        String address = image != null ? image : element.fileUrl();
        if (address != null && (address.startsWith("https://") || address.startsWith("http://"))) {
            ObjectNode link = blocks.addObject().put("type", "resource_link").put("uri", address);
            link.put("name", oneLine(Objects.requireNonNullElse(element.fileName(), image == null ? "file" : "image")));
        }
    }

    private static void summary(ArrayNode blocks, Path directory) {
        ObjectNode link = blocks.addObject().put("type", "resource_link");
        link.put("uri", directory.resolve(ContextSummary.FILE).toUri().toString());
        link.put("name", ContextSummary.FILE).put("mimeType", "text/markdown");
    }

    private static String attachment(ArtifactRef attached) {
        String name = oneLine(Objects.requireNonNullElse(attached.name(), "without a name"));
        String type = oneLine(Objects.requireNonNullElse(attached.mimeType(), "of unknown type"));
        return "[Attached: " + name + ", " + type + ", artifact_id " + oneLine(attached.artifactId()) + "]";
    }

    private static void text(ArrayNode blocks, String text) {
        blocks.addObject().put("type", "text").put("text", text);
    }

    private static String oneLine(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029\\[\\]]+", " ").strip();
        return line.length() <= LONGEST_NAME ? line : line.substring(0, LONGEST_NAME);
    }
}
