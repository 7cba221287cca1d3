package dev.agenthost.delivery.surface.preview;

import dev.agenthost.protocol.delivery.OutboundDelta;
import java.util.Optional;

/** The previews of one platform. */
@FunctionalInterface
public interface PreviewPlatform {
    /** A platform without previews. */
    PreviewPlatform NONE = (botId, first) -> Optional.empty();

    /** Returns the preview of a part; empty if the bot is not known, or the part has no place in a chat. */
    Optional<Preview<?>> open(String botId, OutboundDelta first);
}
