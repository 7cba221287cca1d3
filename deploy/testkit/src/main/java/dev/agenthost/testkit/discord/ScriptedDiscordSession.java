package dev.agenthost.testkit.discord;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A session of a bot at {@link ScriptedDiscordGateway}.
 *
 * @param token of the bot
 * @param events that were sent so far; more are added
 */
record ScriptedDiscordSession(String id, String token, List<ObjectNode> events) {}
