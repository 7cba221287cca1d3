package dev.agenthost.delivery.surface.onebot;

import dev.agenthost.im.onebot.client.OneBotAddress;
import dev.agenthost.im.onebot.client.OneBotClient;
import java.util.Optional;

/**
 * The API of one bot.
 *
 * @param files empty if files are named instead of sent
 */
public record OneBotApi(OneBotClient client, OneBotAddress address, Optional<OneBotFileCaller> files) {}
