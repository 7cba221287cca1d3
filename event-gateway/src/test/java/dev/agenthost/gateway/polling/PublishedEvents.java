package dev.agenthost.gateway.polling;

import dev.agenthost.protocol.event.EventEnvelope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The events that the replicas of a test published, and their claims of the bot, in their order. */
public final class PublishedEvents {
    /** @param replica its number */
    public record Claim(int replica, long epoch) {}

    private record Entry(int replica, EventEnvelope event) {}

    private final List<Entry> entries = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();

    public synchronized void add(int replica, EventEnvelope event) {
        entries.add(new Entry(replica, event));
        notifyAll();
    }

    public synchronized void claimed(int replica, long epoch) {
        claims.add(new Claim(replica, epoch));
        notifyAll();
    }

    public synchronized @Nullable Claim lastClaim() {
        return claims.isEmpty() ? null : claims.getLast();
    }

    public synchronized List<Claim> claims() {
        return List.copyOf(claims);
    }

    public synchronized int size() {
        return entries.size();
    }

    /** Returns the number of events that a replica published after so many of all. */
    public synchronized long by(int replica, int after) {
        return entries.stream()
                .skip(after)
                .filter(entry -> entry.replica() == replica)
                .count();
    }

    /** Returns the events that start a run: the first of each id, as binding-resolver takes it. */
    public synchronized List<EventEnvelope> distinct() {
        Map<Object, EventEnvelope> first = new LinkedHashMap<>();
        entries.forEach(entry -> first.putIfAbsent(entry.event().eventId(), entry.event()));
        return List.copyOf(first.values());
    }

    /** Returns the repetitions whose content differs from the first event of their id. */
    public synchronized List<EventEnvelope> altered() {
        Map<Object, EventEnvelope> first = new LinkedHashMap<>();
        return entries.stream()
                .map(Entry::event)
                .filter(event -> {
                    EventEnvelope known = first.putIfAbsent(event.eventId(), event);
                    return known != null && !known.fingerprint().equals(event.fingerprint());
                })
                .toList();
    }
}
