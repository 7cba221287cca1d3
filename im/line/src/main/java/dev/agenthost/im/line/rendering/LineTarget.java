package dev.agenthost.im.line.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The chat that an answer goes to.
 *
 * @param to id of a person ({@code U}), a group ({@code C}) or a room ({@code R}) with 32 hexadecimal digits
 *     (https://developers.line.biz/en/docs/messaging-api/getting-user-ids/; the form of the others is assumed)
 * @param quote token of the person's message in a group or a room, which an answer quotes; null for none
 */
public record LineTarget(String to, @Nullable String quote) {

    /** Returns null for a target without a chat. @param replyTarget with {@code group_id}, {@code room_id} or {@code user_id}, and {@code quote} */
    public static @Nullable LineTarget of(@Nullable JsonNode replyTarget) {
        if (replyTarget == null) {
            return null;
        }
        String person = id(replyTarget, "user_id", "U");
        String quote = replyTarget.path("quote").asText();
        return Stream.of(id(replyTarget, "group_id", "C"), id(replyTarget, "room_id", "R"))
                .filter(id -> !id.isEmpty())
                .findFirst()
                .map(chat -> new LineTarget(chat, quote.isEmpty() ? null : quote))
                .orElseGet(() -> person.isEmpty() ? null : new LineTarget(person, null));
    }

    private static String id(JsonNode target, String member, String kind) {
        String id = target.path(member).asText();
        return id.matches(kind + "[0-9a-f]{32}") ? id : "";
    }

    /** Returns true for the chat of one person. */
    public boolean isPerson() {
        return to.startsWith("U");
    }
}
