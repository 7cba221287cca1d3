package dev.agenthost.delivery.surface;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.send.SendKey;

/** The body of a part for its destination. */
public final class PartBody {

    private PartBody() {}

    /** Returns the exact bytes of a part of a run whose {@code run.started} or {@code run.unanswered} was applied. */
    public static byte[] of(Destination to, SendKey key, DeliveryState state, Part part) {
        return switch (to) {
            case Destination.Webhook webhook -> WebhookBody.of(key, state, part);
            case Destination.Outbound outbound -> OutboundBody.of(key, state, part);
            case Destination.Bot bot -> OutboundBody.of(key, state, part);
        };
    }
}
