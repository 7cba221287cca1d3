package dev.agenthost.orchestrator.flowcontrol;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The unspent tokens of this replica from a shared bucket. The bucket requests the next share before the last one is spent, so that
 * only the first call of a workspace waits for the database. It queries an empty shared bucket again only when that can have tokens.
 *
 * <p>If the shared bucket is unreachable, calls pass for one second: a replica without the database soon loses its lease and serves no
 * calls. Until then each run's own rate applies.
 */
final class LocalTokenBucket {
    private static final long OPEN_NANOS = Duration.ofSeconds(1).toNanos();
    private static final double SHORTEST_PAUSE_SECONDS = 0.05;
    private static final double LONGEST_PAUSE_SECONDS = 1;

    /** Takes from the shared bucket. */
    interface Source {
        Uni<Double> take(double minimum, double requested);
    }

    private record Waiting(double minimum, UniEmitter<? super Boolean> answer) {}

    private final Rate rate;
    private final Source source;
    private final LongSupplier nanos;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final TokenBucket tokens;
    private boolean requesting;
    private long openUntil;
    private long emptyUntil;
    private long usedAt;

    LocalTokenBucket(Rate rate, Source source, LongSupplier nanos) {
        this.rate = rate;
        this.source = source;
        this.nanos = nanos;
        long now = nanos.getAsLong();
        this.tokens = TokenBucket.empty(now);
        this.openUntil = now;
        this.emptyUntil = now;
        this.usedAt = now;
    }

    Uni<Boolean> take(double minimum) {
        Uni<Boolean> answer;
        synchronized (this) {
            long now = nanos.getAsLong();
            usedAt = now;
            if (now - openUntil < 0) {
                return Uni.createFrom().item(true);
            }
            if (waiting.isEmpty() && tokens.take(minimum, now)) {
                if (tokens.remaining() >= rate.share() / 2 || requesting || now - emptyUntil < 0) {
                    return Uni.createFrom().item(true);
                }
                answer = Uni.createFrom().item(true);
            } else if (now - emptyUntil < 0) {
                return Uni.createFrom().item(false);
            } else {
                return Uni.createFrom().emitter(emitter -> wait(minimum, emitter));
            }
        }
        request(1);
        return answer;
    }

    synchronized boolean isIdleSince(long then) {
        return waiting.isEmpty() && !requesting && usedAt - then < 0;
    }

    private void wait(double minimum, UniEmitter<? super Boolean> emitter) {
        synchronized (this) {
            waiting.add(new Waiting(minimum, emitter));
        }
        request(minimum);
    }

    /** Sends one query at a time; later callers wait for its result, or for the next one. */
    private void request(double minimum) {
        double requested;
        synchronized (this) {
            if (requesting) {
                return;
            }
            requesting = true;
            double demand = waiting.stream().mapToDouble(Waiting::minimum).sum();
            requested = Math.max(rate.share(), Math.ceil(demand - tokens.remaining()));
        }
        double missing = Math.max(1, Math.ceil(minimum - tokens.remaining()));
        source.take(Math.min(missing, requested), requested)
                .subscribe()
                .with(granted -> onGranted(granted, requested), failure -> onUnreachable());
    }

    private void onGranted(double granted, double requested) {
        List<Waiting> permitted = new ArrayList<>();
        List<Waiting> refused = new ArrayList<>();
        double next = 0;
        synchronized (this) {
            requesting = false;
            tokens.add(granted);
            while (!waiting.isEmpty() && tokens.take(waiting.peek().minimum(), nanos.getAsLong())) {
                permitted.add(waiting.poll());
            }
            if (granted < requested) {
                emptyUntil = nanos.getAsLong() + pause();
                refused.addAll(waiting);
                waiting.clear();
            } else if (!waiting.isEmpty()) {
                next = waiting.peek().minimum();
            }
        }
        permitted.forEach(one -> one.answer().complete(true));
        refused.forEach(one -> one.answer().complete(false));
        if (next > 0) {
            request(next);
        }
    }

    private void onUnreachable() {
        List<Waiting> permitted;
        synchronized (this) {
            requesting = false;
            openUntil = nanos.getAsLong() + OPEN_NANOS;
            permitted = List.copyOf(waiting);
            waiting.clear();
        }
        permitted.forEach(one -> one.answer().complete(true));
    }

    private long pause() {
        double seconds = Math.clamp(1 / rate.perSecond(), SHORTEST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS);
        return (long) (seconds * 1e9);
    }
}
