package dev.agenthost.im.line.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The bot that receives a webhook.
 *
 * @param botId its id in the host
 * @param userId its user id at the platform; null if it is not known
 */
public record LineIdentity(String botId, @Nullable String userId) {

    /** @param options of the bot: optionally {@code user_id} */
    public static LineIdentity of(String botId, ObjectNode options) {
        return new LineIdentity(botId, options.path("user_id").textValue());
    }
}
