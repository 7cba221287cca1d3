package dev.agenthost.runners.localagent.picture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.hostapi.TranscriptItem;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.message.ContentElement;
import dev.agenthost.protocol.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The images and references of a person's message. A later turn reads the same ones from the transcript, and so sends the model
 * the same message.
 *
 * @param images that the message itself contains
 * @param references to artifacts
 */
public record MessageAttachments(List<ContentElement> images, List<AttachmentReference> references) {
    /** The maximum of references that the model is sent one by one. */
    private static final int MOST_NOTES = 8;

    private static final MessageAttachments NOTHING = new MessageAttachments(List.of(), List.of());

    public MessageAttachments {
        images = List.copyOf(images);
        references = List.copyOf(references);
    }

    public static MessageAttachments nothing() {
        return NOTHING;
    }

    public static MessageAttachments of(AgentInput input) {
        return new MessageAttachments(
                input.contents().stream().filter(MessageAttachments::isImage).toList(),
                input.attachments().stream().map(AttachmentReference::of).toList());
    }

    public static MessageAttachments of(TranscriptItem item) {
        List<ContentElement> images = new ArrayList<>();
        JsonNode message = item.contentJson();
        if (message != null) {
            message.path("content")
                    .forEach(element ->
                            element(element).filter(MessageAttachments::isImage).ifPresent(images::add));
        }
        return new MessageAttachments(
                images,
                item.artifactRefs().stream()
                        .map(AttachmentReference::of)
                        .flatMap(Optional::stream)
                        .toList());
    }

    public boolean isEmpty() {
        return images.isEmpty() && references.isEmpty();
    }

    /** The maximum of images that a model may receive of it. */
    public int pictures() {
        return images.size()
                + (int) references.stream()
                        .filter(AttachmentReference::mayBeImage)
                        .count();
    }

    /** Estimated bytes of the referenced images. */
    public long weight() {
        return references.stream()
                .filter(AttachmentReference::mayBeImage)
                .mapToLong(AttachmentReference::weight)
                .sum();
    }

    /**
     * A message of a person.
     *
     * @param words the text, or its replacement
     * @param sight the images that the model receives; the others become texts
     */
    public Message message(String words, VisibleImages sight) {
        List<ContentElement> shown = new ArrayList<>(sight.isOpen() ? images : List.of());
        List<String> notes = new ArrayList<>();
        for (AttachmentReference reference : references) {
            ContentElement seen = sight.of(reference);
            if (seen == null) {
                notes.add(reference.note());
            } else {
                shown.add(seen);
            }
        }
        String text = text(words, notes, sight.isOpen() ? 0 : images.size());
        if (shown.isEmpty()) {
            return user(TextNode.valueOf(text));
        }
        List<ContentElement> elements = new ArrayList<>();
        if (!text.isBlank()) {
            elements.add(ContentElement.text(text));
        }
        elements.addAll(shown);
        return user(ProtocolCodec.tree(elements));
    }

    private static String text(String words, List<String> notes, int hidden) {
        List<String> lines = new ArrayList<>();
        if (!words.isBlank() || notes.isEmpty() && hidden == 0) {
            lines.add(words);
        }
        notes.stream().limit(MOST_NOTES).forEach(lines::add);
        if (notes.size() > MOST_NOTES) {
            lines.add("[More that you cannot see: " + (notes.size() - MOST_NOTES) + "]");
        }
        if (hidden > 0) {
            lines.add("[Images that you cannot see: " + hidden + "]");
        }
        return String.join("\n", lines);
    }

    private static Message user(JsonNode content) {
        return new Message("user", null, content, null, null, null, null);
    }

    /** Returns true for an image with bytes or an address: one without both would fail the whole request. */
    private static boolean isImage(ContentElement element) {
        return element.type().startsWith("image_")
                && (element.imageUrl() != null
                        || Objects.requireNonNullElse(element.imageBase64(), "").length() > 0);
    }

    private static Optional<ContentElement> element(JsonNode element) {
        try {
            return Optional.of(ProtocolCodec.decode(element, ContentElement.class));
        } catch (UndecodableException notOne) {
            return Optional.empty();
        }
    }
}
