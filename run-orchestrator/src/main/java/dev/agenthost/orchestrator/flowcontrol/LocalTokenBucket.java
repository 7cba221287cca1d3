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
 * The tokens that this replica took from one shared bucket and has not spent. The bucket takes the next share before the last one is spent,
 * so that only the first call of a workspace waits for the database. It queries an empty shared bucket again only when that can hold
 * tokens.
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
        Uni<Double> take(double need, double wish);
    }

    private record Waiting(double need, UniEmitter<? super Boolean> answer) {}

    private final Rate rate;
    private final Source source;
    private final LongSupplier nanos;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final TokenBucket tokens;
    private boolean asking;
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

    Uni<Boolean> take(double need) {
        Uni<Boolean> answer;
        synchronized (this) {
            long now = nanos.getAsLong();
            usedAt = now;
            if (now - openUntil < 0) {
                return Uni.createFrom().item(true);
            }
            if (waiting.isEmpty() && tokens.take(need, now)) {
                if (tokens.left() >= rate.share() / 2 || asking || now - emptyUntil < 0) {
                    return Uni.createFrom().item(true);
                }
                answer = Uni.createFrom().item(true);
            } else if (now - emptyUntil < 0) {
                return Uni.createFrom().item(false);
            } else {
                return Uni.createFrom().emitter(emitter -> wait(need, emitter));
            }
        }
        ask(1);
        return answer;
    }

    synchronized boolean isIdleSince(long then) {
        return waiting.isEmpty() && !asking && usedAt - then < 0;
    }

    private void wait(double need, UniEmitter<? super Boolean> emitter) {
        synchronized (this) {
            waiting.add(new Waiting(need, emitter));
        }
        ask(need);
    }

    /** Sends one query at a time; later callers wait for its answer, or for the next one. */
    private void ask(double need) {
        double wish;
        synchronized (this) {
            if (asking) {
                return;
            }
            asking = true;
            double wanted = waiting.stream().mapToDouble(Waiting::need).sum();
            wish = Math.max(rate.share(), Math.ceil(wanted - tokens.left()));
        }
        double missing = Math.max(1, Math.ceil(need - tokens.left()));
        source.take(Math.min(missing, wish), wish)
                .subscribe()
                .with(taken -> answered(taken, wish), failure -> unreachable());
    }

    private void answered(double taken, double wish) {
        List<Waiting> let = new ArrayList<>();
        List<Waiting> refused = new ArrayList<>();
        double next = 0;
        synchronized (this) {
            asking = false;
            tokens.add(taken);
            while (!waiting.isEmpty() && tokens.take(waiting.peek().need(), nanos.getAsLong())) {
                let.add(waiting.poll());
            }
            if (taken < wish) {
                emptyUntil = nanos.getAsLong() + pause();
                refused.addAll(waiting);
                waiting.clear();
            } else if (!waiting.isEmpty()) {
                next = waiting.peek().need();
            }
        }
        let.forEach(one -> one.answer().complete(true));
        refused.forEach(one -> one.answer().complete(false));
        if (next > 0) {
            ask(next);
        }
    }

    private void unreachable() {
        List<Waiting> let;
        synchronized (this) {
            asking = false;
            openUntil = nanos.getAsLong() + OPEN_NANOS;
            let = List.copyOf(waiting);
            waiting.clear();
        }
        let.forEach(one -> one.answer().complete(true));
    }

    private long pause() {
        double seconds = Math.clamp(1 / rate.perSecond(), SHORTEST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS);
        return (long) (seconds * 1e9);
    }
}
