package dev.agenthost.delivery.surface.onebot;

import dev.agenthost.im.onebot.client.OneBotAddress;
import dev.agenthost.im.onebot.client.OneBotClient;
import java.util.Optional;

/**
 * The connections of bots at event-gateway, which makes calls over them as if it were the HTTP API of the implementation. A message over a
 * connection is held in memory as a whole, so files are not sent over one.
 *
 * @param client reaches event-gateway
 * @param gatewayUrl without a slash at its end
 * @param internalKey of the services; never printed
 */
public record OneBotConnections(OneBotClient client, String gatewayUrl, String internalKey) {
    OneBotApi api(String botId) {
        return new OneBotApi(
                client, new OneBotAddress(gatewayUrl + "/internal/v1/onebot/" + botId, internalKey), Optional.empty());
    }

    @Override
    public String toString() {
        return "OneBotConnections[" + gatewayUrl + "]";
    }
}
