package dev.agenthost.gateway.intake;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers the fingerprints of the events that this replica accepted last, so that another event under a known id is refused at once. It
 * is not authoritative: binding-resolver detects conflicts with other replicas and earlier processes, and the stream reports them.
 */
public final class RecentEvents {
    private static final int REMEMBERED = 20_000;

    private final Map<EventId, String> fingerprints = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<EventId, String> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** True if another event of the same id was accepted. */
    public synchronized boolean isAnother(EventEnvelope event) {
        String known = fingerprints.get(event.eventId());
        return known != null && !known.equals(event.fingerprint());
    }

    /** True if the same event was accepted. */
    public synchronized boolean isKnown(EventEnvelope event) {
        return event.fingerprint().equals(fingerprints.get(event.eventId()));
    }

    /** Remembers an event that Kafka has. */
    public synchronized void accepted(EventEnvelope event) {
        fingerprints.putIfAbsent(event.eventId(), event.fingerprint());
    }
}
