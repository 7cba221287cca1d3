package dev.agenthost.orchestrator.flowcontrol;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Limits the rates of workspaces. A kind without a rate is not limited. */
public final class WorkspaceRateLimiter {
    /** The time after which an unused share is dropped. */
    private static final long IDLE_NANOS = Duration.ofMinutes(5).toNanos();

    private static final Uni<Boolean> PERMITTED = Uni.createFrom().item(true);

    private record Name(String workspaceId, RateKind kind) {}

    private final Map<RateKind, Rate> rates;
    private final RateBucketRepository repository;
    private final LongSupplier nanos;
    private final Map<Name, LocalTokenBucket> buckets = new ConcurrentHashMap<>();

    /** @param nanos the monotonic clock of this process */
    public WorkspaceRateLimiter(Map<RateKind, Rate> rates, RateBucketRepository repository, LongSupplier nanos) {
        this.rates = rates.isEmpty() ? Map.of() : new EnumMap<>(rates);
        this.repository = repository;
        this.nanos = nanos;
    }

    /** Returns a limiter without limits. */
    public static WorkspaceRateLimiter none() {
        RateBucketRepository nothing = new RateBucketRepository() {
            @Override
            public Uni<Double> take(String workspaceId, RateKind kind, double minimum, double requested, Rate rate) {
                return Uni.createFrom().item(requested);
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
            return PERMITTED;
        }
        return buckets.computeIfAbsent(new Name(workspaceId, kind), name -> bucket(name, rate))
                .take(tokens);
    }

    /** Each minute: removes idle local buckets. */
    public void tick() {
        long idleSince = nanos.getAsLong() - IDLE_NANOS;
        buckets.values().removeIf(bucket -> bucket.isIdleSince(idleSince));
    }

    private LocalTokenBucket bucket(Name name, Rate rate) {
        return new LocalTokenBucket(
                rate,
                (minimum, requested) -> repository.take(name.workspaceId(), name.kind(), minimum, requested, rate),
                nanos);
    }
}
