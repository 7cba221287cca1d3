package dev.agenthost.runners.acpagent.prompt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An image inside a message, as {@code data:image/png;base64,…} or as base64 alone. */
record InlineImage(String mimeType, String base64) {
    private static final Pattern HEAD = Pattern.compile("data:(image/[a-zA-Z0-9.+-]+);base64,");

    static Optional<InlineImage> read(@Nullable String data) {
        if (data == null || data.isBlank()) {
            return Optional.empty();
        }
        Matcher head = HEAD.matcher(data);
        if (head.lookingAt()) {
            return Optional.of(new InlineImage(head.group(1), data.substring(head.end())));
        }
        return data.startsWith("data:") ? Optional.empty() : Optional.of(new InlineImage("image/png", data));
    }

    void block(ObjectNode block) {
        block.put("type", "image").put("mimeType", mimeType).put("data", base64);
    }
}
