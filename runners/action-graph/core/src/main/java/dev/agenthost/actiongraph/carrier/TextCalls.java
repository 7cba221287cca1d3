package dev.agenthost.actiongraph.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.markdown.MarkdownCode;
import dev.agenthost.actiongraph.markdown.MarkdownFence;
import dev.agenthost.actiongraph.markdown.MarkdownOutline;
import dev.agenthost.actiongraph.validation.BoundedJson;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds calls that a model has written as text: {@code <tool_call>} elements, {@code tool_call} blocks, and a message that is one JSON object. */
final class TextCalls {
    private static final String OPEN = "<tool_call>";
    private static final Pattern OPEN_OUTSIDE_OF_CODE = Pattern.compile(MarkdownCode.SPAN + "|(?<open>" + OPEN + ")");
    private static final String CLOSE = "</tool_call>";
    private static final String FENCE = "tool_call";
    private static final Set<String> PLAIN_FENCES = Set.of("", "json");

    private TextCalls() {}

    /** The JSON texts of the calls. An element without its end has the rest of the text; one in a span of code is none. */
    static List<String> find(MarkdownOutline outline) {
        List<String> found = new ArrayList<>();
        String prose = outline.prose();
        Matcher part = OPEN_OUTSIDE_OF_CODE.matcher(prose);
        int at = 0;
        while (part.find(at)) {
            at = part.end();
            if (part.group("open") != null) {
                int end = prose.indexOf(CLOSE, at);
                found.add(prose.substring(at, end < 0 ? prose.length() : end));
                at = end < 0 ? prose.length() : end;
            }
        }
        outline.fences().stream()
                .filter(fence -> fence.position() == MarkdownFence.Position.TOP)
                .filter(fence -> fence.info().equals(FENCE))
                .forEach(fence -> found.add(fence.content()));
        return found;
    }

    /** The only JSON object of a message that has nothing else, also in a {@code json} block; null if there is none. */
    static @Nullable JsonNode wholeObject(String text, MarkdownOutline outline) {
        String json = whole(text, outline);
        JsonNode value = json.strip().startsWith("{") ? BoundedJson.parse(json, "$", new ViolationCollector()) : null;
        return value != null && value.isObject() ? value : null;
    }

    /** The content of a {@code json} block that is the whole message, else the message. */
    static String whole(String text, MarkdownOutline outline) {
        boolean isFence = outline.fences().size() == 1
                && PLAIN_FENCES.contains(outline.fences().getFirst().info())
                && outline.prose().isBlank();
        return isFence ? outline.fences().getFirst().content() : text;
    }
}
