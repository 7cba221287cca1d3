package dev.agenthost.im.slack.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The bot that receives an event.
 *
 * @param botId its id in the host
 * @param appId id of its app
 * @param teamId the only workspace of Slack whose events it accepts; null for any
 */
public record SlackIdentity(
        String botId, String appId, @Nullable String teamId) {

    /** @param options of the bot: {@code app_id}, and optionally {@code team_id} */
    public static SlackIdentity of(String botId, ObjectNode options) {
        return new SlackIdentity(
                botId, options.path("app_id").asText(), options.path("team_id").textValue());
    }
}
