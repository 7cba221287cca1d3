package dev.agenthost.im.wecom.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The bot that receives a callback.
 *
 * @param botId its id in the host
 * @param corpId the CorpID of its company
 * @param agentId the AgentId of its application
 */
public record WeComIdentity(String botId, String corpId, int agentId) {

    /** @param options of the bot: {@code corp_id} and {@code agent_id} */
    public static WeComIdentity of(String botId, ObjectNode options) {
        return new WeComIdentity(
                botId,
                options.path("corp_id").asText(),
                options.path("agent_id").asInt());
    }

    /** Returns true if that is the AgentID of the application. */
    boolean isAgent(String text) {
        return text.strip().equals(Integer.toString(agentId));
    }
}
