package dev.agenthost.im.lark.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The bot that receives an event.
 *
 * @param botId its id in the host
 * @param appId id of its app
 * @param openId its open_id; null if it is unknown: mentions are then not recognised
 */
public record LarkIdentity(
        String botId, String appId, @Nullable String openId) {

    /** @param options of the bot: {@code app_id}, and optionally {@code open_id} */
    public static LarkIdentity of(String botId, ObjectNode options) {
        return new LarkIdentity(
                botId, options.path("app_id").asText(), options.path("open_id").textValue());
    }
}
