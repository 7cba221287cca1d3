package dev.agenthost.im.dingtalk.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The bot that receives an event.
 *
 * @param botId its id in the host
 * @param robotCode of its robot at the platform
 * @param corpId of its organization; null if any is accepted
 * @param hasConnection false if its events arrive by HTTP, so that it learns of no pressed button
 */
public record DingTalkIdentity(
        String botId, String robotCode, @Nullable String corpId, boolean hasConnection) {

    /** @param options of the bot: {@code client_id}, and optionally {@code robot_code} and {@code corp_id} */
    public static DingTalkIdentity of(String botId, ObjectNode options, boolean hasConnection) {
        String clientId = options.path("client_id").asText();
        return new DingTalkIdentity(
                botId,
                options.path("robot_code").asText(clientId),
                options.path("corp_id").textValue(),
                hasConnection);
    }

    /** Returns true if the organization of an event is that of the bot. */
    boolean accepts(@Nullable String eventCorpId) {
        return corpId == null || corpId.equals(eventCorpId);
    }
}
