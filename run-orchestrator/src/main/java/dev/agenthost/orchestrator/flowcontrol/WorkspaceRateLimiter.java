package dev.agenthost.orchestrator.flowcontrol;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The rates of workspaces, as this replica knows them. What has no rate is not limited. */
public final class WorkspaceRateLimiter {
    /** The time after which an unused share is dropped. */
    private static final long IDLE_NANOS = Duration.ofMinutes(5).toNanos();

    private static final Uni<Boolean> YES = Uni.createFrom().item(true);

    private record Name(String workspaceId, RateKind kind) {}

    private final Map<RateKind, Rate> rates;
    private final RateBucketRepository ledger;
    private final LongSupplier nanos;
    private final Map<Name, LocalTokenBucket> stashes = new ConcurrentHashMap<>();

    /** @param nanos this process's monotonic clock */
    public WorkspaceRateLimiter(Map<RateKind, Rate> rates, RateBucketRepository ledger, LongSupplier nanos) {
        this.rates = rates.isEmpty() ? Map.of() : new EnumMap<>(rates);
        this.ledger = ledger;
        this.nanos = nanos;
    }

    /** Returns a limiter without limits. */
    public static WorkspaceRateLimiter none() {
        RateBucketRepository nothing = new RateBucketRepository() {
            @Override
            public Uni<Double> take(String workspaceId, RateKind kind, double need, double wish, Rate rate) {
                return Uni.createFrom().item(wish);
            }

            @Override
            public Uni<Void> sweep() {
                return Uni.createFrom().voidItem();
            }
        };
        return new WorkspaceRateLimiter(Map.of(), nothing, System::nanoTime);
    }

    /** Returns true if the workspace may spend the given number of tokens now. */
    public Uni<Boolean> take(String workspaceId, RateKind kind, double tokens) {
        Rate rate = rates.get(kind);
        if (rate == null || tokens <= 0) {
            return YES;
        }
        return stashes.computeIfAbsent(new Name(workspaceId, kind), name -> stash(name, rate))
                .take(tokens);
    }

    /** Each minute: forgets what is idle here. */
    public void tick() {
        long then = nanos.getAsLong() - IDLE_NANOS;
        stashes.values().removeIf(stash -> stash.isIdleSince(then));
    }

    private LocalTokenBucket stash(Name name, Rate rate) {
        return new LocalTokenBucket(
                rate, (need, wish) -> ledger.take(name.workspaceId(), name.kind(), need, wish, rate), nanos);
    }
}
