package dev.agenthost.delivery.send;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The slots of calls under way, and the limit of each endpoint. An endpoint begins with two; each prompt answer adds
 * one; each call that takes a tenth of the call timeout halves the limit, in the end to one. New endpoints hold at most
 * half of all slots together, slow ones a quarter, and both three quarters, so that prompt endpoints never wait for the
 * others.
 *
 * <pre>
 *  NEW ──answers soon──► STEADY ──lets calls wait──► SLOW
 *   └──lets a call wait──► SLOW ──answers soon──► STEADY
 * </pre>
 */
public final class EndpointConcurrencyLimiter {
    private static final int FIRST = 2;
    private static final int OF_SLOW = 1;
    /** Endpoints remembered of each status; a forgotten endpoint is new again. */
    private static final int REMEMBERED = 512;

    private final int all;
    private final int each;
    private final long slowNanos;
    private final Map<String, Integer> steady = lastUsed();
    private final Map<String, Integer> slow = lastUsed();
    private final Map<String, Set<Place>> held = new HashMap<>();

    public EndpointConcurrencyLimiter(SendPolicy policy) {
        this.all = policy.concurrency();
        this.each = policy.endpointConcurrency();
        this.slowNanos = policy.callTimeout().dividedBy(10).toNanos();
    }

    /** One slot, held from the start of the call until its outcome is stored. */
    public static final class Place {
        private final String endpoint;
        private final long since;
        private boolean isAnswered;
        private boolean isLate;

        private Place(String endpoint, long since) {
            this.endpoint = endpoint;
            this.since = since;
        }
    }

    /** @param nanoTime of the monotonic clock, here and below */
    public synchronized Place take(String endpoint, long nanoTime) {
        Place place = new Place(endpoint, nanoTime);
        held.computeIfAbsent(endpoint, name -> new LinkedHashSet<>()).add(place);
        return place;
    }

    /**
     * Records the end of a call. A call that was not sent does not change the endpoint's limit, and one without an
     * answer never raises it.
     */
    public synchronized void answered(Place place, SurfaceCallResult answer, long nanoTime) {
        switch (answer) {
            case SurfaceCallResult.NotSendable no -> {}
            case SurfaceCallResult.Withheld no -> {}
            case SurfaceCallResult.NoAnswer none -> look(place, nanoTime);
            case SurfaceCallResult.Answered any -> answered(place, nanoTime);
            case SurfaceCallResult.Taken taken -> answered(place, nanoTime);
        }
        place.isAnswered = true;
    }

    public synchronized void leave(Place place) {
        held.computeIfPresent(place.endpoint, (name, places) -> {
            places.remove(place);
            return places.isEmpty() ? null : places;
        });
    }

    /** Returns the limits of the next claim. */
    public synchronized ClaimCapacity room(long nanoTime) {
        held.values().forEach(places -> places.forEach(place -> look(place, nanoTime)));
        Map<EndpointStatus, Integer> taken = new EnumMap<>(EndpointStatus.class);
        Map<String, ClaimCapacity.Share> known = new HashMap<>();
        steady.forEach((endpoint, most) -> known.put(endpoint, new ClaimCapacity.Share(EndpointStatus.STEADY, most)));
        slow.forEach((endpoint, most) -> known.put(endpoint, new ClaimCapacity.Share(EndpointStatus.SLOW, most)));
        held.forEach((endpoint, places) -> {
            ClaimCapacity.Share share =
                    known.getOrDefault(endpoint, new ClaimCapacity.Share(EndpointStatus.NEW, Math.min(FIRST, each)));
            taken.merge(share.standing(), places.size(), Integer::sum);
            known.put(endpoint, new ClaimCapacity.Share(share.standing(), Math.max(0, share.more() - places.size())));
        });
        int ofNew = taken.getOrDefault(EndpointStatus.NEW, 0);
        int ofSlow = taken.getOrDefault(EndpointStatus.SLOW, 0);
        int ofBoth = share(3) - ofNew - ofSlow;
        int free = all - ofNew - ofSlow - taken.getOrDefault(EndpointStatus.STEADY, 0);
        return new ClaimCapacity(
                Math.max(0, free),
                Math.max(0, Math.min(share(2) - ofNew, ofBoth)),
                Math.max(0, Math.min(share(1) - ofSlow, ofBoth)),
                Math.min(FIRST, each),
                known);
    }

    private int share(int quarters) {
        return Math.max(1, all * quarters / 4);
    }

    private void answered(Place place, long nanoTime) {
        look(place, nanoTime);
        if (!place.isLate) {
            slow.remove(place.endpoint);
            steady.merge(place.endpoint, Math.min(FIRST + 1, each), (places, first) -> Math.min(places + 1, each));
        }
    }

    /** Counts each call that waits too long once; it halves the limit, because one slow call may be this replica's own fault. */
    private void look(Place place, long nanoTime) {
        if (place.isAnswered || place.isLate || nanoTime - place.since <= slowNanos) {
            return;
        }
        place.isLate = true;
        Integer places = steady.get(place.endpoint);
        if (places != null && places / 2 >= FIRST) {
            steady.put(place.endpoint, places / 2);
        } else {
            steady.remove(place.endpoint);
            slow.put(place.endpoint, OF_SLOW);
        }
    }

    private static Map<String, Integer> lastUsed() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > REMEMBERED;
            }
        };
    }
}
