package dev.agenthost.orchestrator.hostapi.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.orchestrator.wire.JsonText;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Truncates the only item of a page, so that the page fits into one message of the caller's SDK and its cursor goes on. The longest texts
 * keep their beginning, encoded bytes are left out, and {@code metadata.truncated} of the item is true.
 */
public final class ItemTruncator {
    private static final Set<HostAction> PAGED = Set.of(
            HostAction.HISTORY_PAGE,
            HostAction.HISTORY_SEARCH,
            HostAction.EVENT_PAGE,
            HostAction.RUN_EVENTS_PAGE,
            HostAction.STEERING_PULL);

    /** The most truncations before the structured content is omitted completely; a text may be truncated repeatedly. */
    private static final int MOST_TEXTS = 64;

    /** Characters; a shorter text is never truncated, so ids, types and cursors are complete. */
    private static final int SHORTEST = 1024;

    private ItemTruncator() {}

    /** A text of the item and its location. */
    private record Text(JsonNode parent, @Nullable String field, int index, String value) {
        /** Returns true for base64: a truncated file is unusable. */
        boolean isEncoded() {
            return value.startsWith("data:")
                    || field != null && field.toLowerCase(Locale.ROOT).endsWith("base64");
        }

        void replace(String shorter) {
            if (parent instanceof ObjectNode object && field != null) {
                object.put(field, shorter);
            } else if (parent instanceof ArrayNode list) {
                list.set(index, TextNode.valueOf(shorter));
            }
        }
    }

    /**
     * Returns the page with its item truncated.
     *
     * @param page the page that is too large
     * @param bytes the size limit
     * @return empty unless the page has exactly one item that can be truncated that far
     */
    public static Optional<JsonNode> of(HostAction action, JsonNode page, int bytes) {
        JsonNode shorter = page.deepCopy();
        if (!PAGED.contains(action)
                || shorter.path("items").size() != 1
                || !(shorter.path("items").get(0) instanceof ObjectNode item)) {
            return Optional.empty();
        }
        item.withObjectProperty("metadata").put("truncated", true);
        long over = JsonText.bytes(shorter) - bytes;
        for (int i = 0; i < MOST_TEXTS && over > 0; i++) {
            Text longest = longest(item, null);
            if (longest == null) {
                break;
            }
            String shortened = longest.isEncoded() ? "" : beginning(longest.value(), over);
            longest.replace(shortened);
            over -= bytes(longest.value()) - bytes(shortened);
        }
        if (over > 0 && item.has("content_json")) {
            item.putNull("content_json");
        }
        if (over > 0 && item.has("data")) {
            item.putObject("data");
        }
        return JsonText.fits(shorter, bytes) ? Optional.of(shorter) : Optional.empty();
    }

    /** Returns the beginning of a text, {@code over} bytes shorter as JSON, but at least half of it: a text may occur twice. */
    private static String beginning(String text, long over) {
        double perCharacter = (double) bytes(text) / text.length();
        int shortened = (int) Math.max(text.length() / 2, text.length() - Math.ceil(over / perCharacter) - 1);
        if (Character.isHighSurrogate(text.charAt(shortened - 1))) {
            shortened--;
        }
        return text.substring(0, shortened);
    }

    private static long bytes(String text) {
        return JsonText.bytes(TextNode.valueOf(text));
    }

    private static @Nullable Text longest(JsonNode node, @Nullable Text longestSoFar) {
        Text longest = longestSoFar;
        for (var field : node.properties()) {
            longest = longer(node, field.getKey(), 0, field.getValue(), longest);
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            longest = longer(node, null, i, node.get(i), longest);
        }
        return longest;
    }

    private static @Nullable Text longer(
            JsonNode parent, @Nullable String field, int index, JsonNode child, @Nullable Text longestSoFar) {
        if (!child.isTextual()) {
            return longest(child, longestSoFar);
        }
        String value = child.textValue();
        return value.length()
                        > (longestSoFar == null
                                ? SHORTEST
                                : longestSoFar.value().length())
                ? new Text(parent, field, index, value)
                : longestSoFar;
    }
}
