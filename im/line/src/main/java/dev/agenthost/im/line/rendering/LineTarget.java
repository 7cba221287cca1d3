package dev.agenthost.im.line.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The chat that an answer goes to.
 *
 * @param to id of a person ({@code U}), a group ({@code C}) or a room ({@code R}) with 32 hexadecimal digits
 *     (https://developers.line.biz/en/docs/messaging-api/getting-user-ids/; the form of the others is assumed)
 */
public record LineTarget(String to) {

    /** Returns null for a target without a chat. @param replyTarget with {@code group_id}, {@code room_id} or {@code user_id} */
    public static @Nullable LineTarget of(@Nullable JsonNode replyTarget) {
        return replyTarget == null
                ? null
                : Stream.of(
                                id(replyTarget, "group_id", "C"),
                                id(replyTarget, "room_id", "R"),
                                id(replyTarget, "user_id", "U"))
                        .filter(id -> !id.isEmpty())
                        .findFirst()
                        .map(LineTarget::new)
                        .orElse(null);
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
