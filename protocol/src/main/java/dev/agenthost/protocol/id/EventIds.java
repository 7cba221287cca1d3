package dev.agenthost.protocol.id;

import java.util.UUID;

/** Makes event ids: the same event of the same source has the same id, wherever and however often it comes in. */
public final class EventIds {
    /** UUIDv5 of the DNS namespace and {@code events.agenthost.dev}. */
    static final UUID NAMESPACE =
            UuidV5.of(UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), "events.agenthost.dev");

    private EventIds() {}

    /**
     * @param source where the event came in, in the sender's own terms (an adapter's name, {@code api})
     * @param externalId the platform's or the caller's own id of the event; it only needs to be unique in its bot
     */
    public static EventId of(String workspace, String source, String botId, String externalId) {
        String name = PercentEncoding.encode(workspace) + "/" + PercentEncoding.encode(source) + "/"
                + PercentEncoding.encode(botId) + "/" + PercentEncoding.encode(externalId);
        return new EventId(UuidV5.of(NAMESPACE, name));
    }
}
