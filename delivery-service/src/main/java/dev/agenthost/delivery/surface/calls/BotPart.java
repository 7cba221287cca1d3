package dev.agenthost.delivery.surface.calls;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Duration;
import java.util.Optional;

/** The part of a send to a bot: what {@code OutboundBody} has written. */
public final class BotPart {
    private BotPart() {}

    /** @throws IllegalStateException if the stored body cannot be read */
    public static OutboundReply of(ClaimedSend claimed) {
        try {
            return ProtocolCodec.decode(claimed.send().body(), OutboundReply.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("the part " + claimed.send().key().idempotencyKey() + " cannot be read", e);
        }
    }

    /**
     * Returns the time that the files of a part may take; none for a body that cannot be read, which no call is made for.
     *
     * @param limit of one file; empty if this service sends none
     */
    public static Duration allowance(ClaimedSend claimed, Optional<Duration> limit) {
        try {
            int files = of(claimed).artifacts().size();
            return limit.map(each -> each.multipliedBy(files)).orElse(Duration.ZERO);
        } catch (IllegalStateException unreadable) {
            return Duration.ZERO;
        }
    }
}
