package dev.agenthost.delivery.surface.slack;

import dev.agenthost.delivery.send.CallRateLimiter;
import dev.agenthost.delivery.surface.calls.BotRate;
import dev.agenthost.delivery.surface.preview.MessageStep;

/**
 * The rates of the previews in a channel.
 *
 * @param messages of messages that are sent, streams included
 * @param edits of texts that are replaced
 * @param appends of texts that are appended
 * @param streams of streams that are started
 */
record SlackPreviewRates(BotRate messages, BotRate edits, BotRate appends, BotRate streams) {

    static SlackPreviewRates of(CallRateLimiter limiter, String endpoint, String channel) {
        return new SlackPreviewRates(
                SlackRates.messages(limiter, endpoint, channel),
                SlackRates.edits(limiter, endpoint, channel),
                SlackRates.appends(limiter, endpoint, channel),
                SlackRates.streams(limiter, endpoint, channel));
    }

    /** @param isStreamed true if an update appends to an open stream */
    BotRate of(MessageStep step, boolean isStreamed) {
        if (step != MessageStep.UPDATE) {
            return messages;
        }
        return isStreamed ? appends : edits;
    }
}
