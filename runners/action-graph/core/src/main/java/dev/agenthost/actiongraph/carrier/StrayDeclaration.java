package dev.agenthost.actiongraph.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.declaration.Envelope;
import dev.agenthost.actiongraph.markdown.MarkdownCode;
import dev.agenthost.actiongraph.markdown.MarkdownFence;
import dev.agenthost.actiongraph.markdown.MarkdownFence.Position;
import dev.agenthost.actiongraph.markdown.MarkdownOutline;
import dev.agenthost.actiongraph.validation.BoundedJson;
import dev.agenthost.actiongraph.validation.ViolationCollector;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds a declaration that is in no block of its label: in a block with another label, in a block on one line, or in a text. A span of code
 * is text.
 */
final class StrayDeclaration {
    private static final String LABEL_LETTERS = "agentprotocol";
    private static final Pattern SPAN = Pattern.compile(MarkdownCode.SPAN);
    /** A block that is opened and closed on one line is a span of code. */
    private static final Pattern ONE_LINE = Pattern.compile("(?m)^ {0,3}(?:`{3,}|~{3,})[ \\t]*(?<info>[^{`\\n]*)\\{");

    /** The beginning of a declaration, or of an answer in the compact form. */
    private static final Pattern BEGINNING =
            Pattern.compile("\\{\\s*\"(?:kind\"\\s*:\\s*\"(?:act|answer|done)\"|type\"\\s*:\\s*\"agent\\.protocol\")");

    /** Most objects of a text that are read. */
    private static final int MOST_OBJECTS = 64;

    private StrayDeclaration() {}

    /** Returns true if an output without a labelled block has a declaration of the full grammar, which is never recovered. */
    static boolean isFull(MarkdownOutline outline) {
        return unlabelled(outline).anyMatch(fence -> isFull(read(fence.content()))) || isFull(read(outline.prose()));
    }

    /** Returns true if an output without a labelled block, which is not recovered, has a declaration. */
    static boolean isIn(MarkdownOutline outline) {
        return unlabelled(outline)
                        .anyMatch(fence -> fence.content().strip().startsWith("{")
                                && (isNearLabel(fence.info()) || isDeclaration(read(fence.content()))))
                || isInText(outline.prose());
    }

    /** Returns true if a text that was cut off ends within an object of the protocol. */
    static boolean begins(String text) {
        return BEGINNING
                .matcher(text)
                .results()
                .limit(MOST_OBJECTS)
                .anyMatch(beginning -> end(text, beginning.start()) < 0);
    }

    private static Stream<MarkdownFence> unlabelled(MarkdownOutline outline) {
        return outline.fences().stream().filter(fence -> fence.position() == Position.TOP && !fence.isProtocol());
    }

    /** Returns true for a label that means the one of declarations, for instance {@code agent_protocol} and {@code agent-protocol v1}. */
    private static boolean isNearLabel(String info) {
        return info.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "").contains(LABEL_LETTERS);
    }

    /** Returns true if a text has a declaration outside of spans of code. */
    static boolean isInText(String prose) {
        if (ONE_LINE.matcher(prose).results().anyMatch(line -> isNearLabel(line.group("info")))) {
            return true;
        }
        if (!mayBe(prose)) {
            return false;
        }
        String text = SPAN.matcher(prose).replaceAll(" ");
        int at = text.indexOf('{');
        for (int i = 0; at >= 0 && i < MOST_OBJECTS; i++) {
            int end = end(text, at);
            if (end > at && isDeclaration(read(text.substring(at, end)))) {
                return true;
            }
            at = text.indexOf('{', at + 1);
        }
        return false;
    }

    private static boolean isDeclaration(@Nullable JsonNode value) {
        return isFull(value) || value != null && value.path("kind").asText().equals("act") && value.has("calls");
    }

    private static boolean isFull(@Nullable JsonNode value) {
        return value != null && Envelope.TYPE.equals(value.path("type").textValue());
    }

    private static @Nullable JsonNode read(String json) {
        return json.strip().startsWith("{") && mayBe(json)
                ? BoundedJson.parse(json, "$", new ViolationCollector())
                : null;
    }

    private static boolean mayBe(String text) {
        return text.contains(Envelope.TYPE) || text.contains("\"calls\"");
    }

    /** Returns the index after the object that begins there; -1 if it has no end. */
    static int end(String text, int from) {
        int depth = 0;
        boolean isInString = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isInString) {
                isInString = c != '"';
                i += c == '\\' ? 1 : 0;
            } else if (c == '"') {
                isInString = true;
            } else if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }
}
