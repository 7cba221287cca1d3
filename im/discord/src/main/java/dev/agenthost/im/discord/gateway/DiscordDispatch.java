package dev.agenthost.im.discord.gateway;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A dispatched event with its position in its session, which a repetition after a resumed connection shares
 * (https://docs.discord.com/developers/events/gateway#dispatch-events).
 *
 * @param sessionId the session
 * @param sequence the number of the event in it
 * @param type for instance {@code MESSAGE_CREATE}
 * @param data the member {@code d}
 */
public record DiscordDispatch(String sessionId, long sequence, String type, JsonNode data) {}
