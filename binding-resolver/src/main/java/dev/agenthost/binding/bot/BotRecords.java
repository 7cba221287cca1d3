package dev.agenthost.binding.bot;

import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.Topics;
import java.time.Instant;

/** The records of {@code agent.bots}. */
public final class BotRecords {
    private static final int ONLY_PARTITION = 0;

    private BotRecords() {}

    /** Returns the bot as it is after a change. */
    public static OutboundRecord changed(Bot bot, Instant at) {
        return of(bot.registration(null), at);
    }

    /** Returns the end of a bot. */
    public static OutboundRecord deleted(Bot bot, Instant at) {
        return of(bot.registration(at), at);
    }

    private static OutboundRecord of(BotRegistration bot, Instant at) {
        String id = bot.botId() + "/" + bot.version() + (bot.isDeleted() ? "/deleted" : "");
        return new OutboundRecord(
                Topics.BOTS,
                ONLY_PARTITION,
                bot.recordKey(),
                ProtocolCodec.encode(bot),
                CloudEventHeaders.of(
                        CloudEventHeaders.BOT_TYPE, id, OutboundRecord.SOURCE, at, bot.workspaceId(), null));
    }
}
