package dev.agenthost.orchestrator.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WorkspaceRateLimiterTest {
    private final AtomicLong now = new AtomicLong(1_000_000_000_000L);
    private final SharedBucket shared = new SharedBucket();

    /** A bucket that the test refills. */
    private static final class SharedBucket implements RateBucketRepository {
        double tokens = 1_000;
        int queries;
        boolean unavailable;
        boolean silent;
        final List<UniEmitter<? super Double>> unanswered = new ArrayList<>();

        @Override
        public Uni<Double> take(String workspaceId, RateKind kind, double need, double wish, Rate rate) {
            queries++;
            if (unavailable) {
                return Uni.createFrom().failure(new IllegalStateException("away"));
            }
            double granted = tokens >= wish ? wish : tokens >= need ? Math.floor(tokens) : 0;
            tokens -= granted;
            return silent
                    ? Uni.createFrom().emitter(unanswered::add)
                    : Uni.createFrom().item(granted);
        }

        @Override
        public Uni<Void> sweep() {
            return Uni.createFrom().voidItem();
        }
    }

    @Test
    void oneQueryServesManyCalls() {
        WorkspaceRateLimiter limits = limits(Rate.perSecond(1_000));
        for (int i = 0; i < 500; i++) {
            assertThat(take(limits, 1)).isTrue();
        }
        assertThat(shared.queries).isLessThan(25);
        assertThat(shared.tokens).isGreaterThanOrEqualTo(400);
    }

    @Test
    void doesNotQueryAnEmptyBucketBeforeItCanRefill() {
        shared.tokens = 3;
        WorkspaceRateLimiter limits = limits(Rate.perSecond(10));
        assertThat(List.of(take(limits, 1), take(limits, 1), take(limits, 1))).containsOnly(true);
        for (int i = 0; i < 100; i++) {
            assertThat(take(limits, 1)).isFalse();
        }
        int queries = shared.queries;
        assertThat(queries).isLessThanOrEqualTo(5);

        shared.tokens = 1;
        pass(Duration.ofMillis(101));
        assertThat(take(limits, 1)).isTrue();
        assertThat(take(limits, 1)).isFalse();
    }

    @Test
    void refusesALargeAmountCompletelyAndServesASmallerOneLater() {
        shared.tokens = 500;
        WorkspaceRateLimiter limits = limits(new Rate(10, 1_000));
        assertThat(take(limits, 700)).isFalse();
        assertThat(shared.tokens).isEqualTo(500);
        pass(Duration.ofMillis(101));
        assertThat(take(limits, 300)).isTrue();
        assertThat(shared.tokens).isLessThanOrEqualTo(200);
    }

    @Test
    void servesALateCallerByTheNextResult() {
        shared.silent = true;
        WorkspaceRateLimiter limits = limits(Rate.perSecond(20));
        List<Boolean> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            limits.take("ours", RateKind.HOST_CALLS, 1).subscribe().with(answers::add);
        }
        assertThat(answers).isEmpty();
        assertThat(shared.queries).isEqualTo(1);

        shared.unanswered.removeFirst().complete(1.0);
        assertThat(answers).containsExactly(true);
        shared.unanswered.removeFirst().complete(9.0);
        assertThat(answers).hasSize(10).containsOnly(true);
    }

    @Test
    void permitsCallsDuringAnOutageWithOneQueryASecond() {
        shared.unavailable = true;
        WorkspaceRateLimiter limits = limits(Rate.perSecond(10));
        for (int i = 0; i < 100; i++) {
            assertThat(take(limits, 1)).isTrue();
        }
        assertThat(shared.queries).isEqualTo(1);

        shared.unavailable = false;
        shared.tokens = 0;
        pass(Duration.ofMillis(1_001));
        assertThat(take(limits, 1)).isFalse();
    }

    @Test
    void countsWorkspacesAndKindsSeparately() {
        WorkspaceRateLimiter limits = limits(Rate.perSecond(10));
        assertThat(limits.take("ours", RateKind.MODEL_CALLS, 1).await().indefinitely())
                .isTrue();
        assertThat(shared.queries).isZero();
        assertThat(take(limits, 0)).isTrue();
        assertThat(shared.queries).isZero();

        take(limits, 1);
        int queries = shared.queries;
        limits.take("theirs", RateKind.HOST_CALLS, 1).await().indefinitely();
        assertThat(shared.queries).isGreaterThan(queries);
    }

    @Test
    void removesAnIdleBucket() {
        WorkspaceRateLimiter limits = limits(Rate.perSecond(1_000));
        take(limits, 1);
        int queries = shared.queries;
        limits.tick();
        take(limits, 1);
        assertThat(shared.queries).isEqualTo(queries);
        pass(Duration.ofMinutes(6));
        limits.tick();
        take(limits, 1);
        assertThat(shared.queries).isGreaterThan(queries);
    }

    @Property
    void replicasTogetherNeverExceedTheRate(
            @ForAll @Size(max = 200) List<@IntRange(min = 1, max = 40) Integer> needs,
            @ForAll @IntRange(min = 1, max = 500) int there) {
        SharedBucket bucket = new SharedBucket();
        bucket.tokens = there;
        List<WorkspaceRateLimiter> replicas = List.of(
                new WorkspaceRateLimiter(Map.of(RateKind.HOST_CALLS, Rate.perSecond(100)), bucket, now::get),
                new WorkspaceRateLimiter(Map.of(RateKind.HOST_CALLS, Rate.perSecond(100)), bucket, now::get));
        int spent = 0;
        for (int i = 0; i < needs.size(); i++) {
            now.addAndGet(60_000_000);
            if (take(replicas.get(i % 2), needs.get(i))) {
                spent += needs.get(i);
            }
        }
        assertThat(spent).isLessThanOrEqualTo(there);
    }

    private WorkspaceRateLimiter limits(Rate rate) {
        return new WorkspaceRateLimiter(Map.of(RateKind.HOST_CALLS, rate), shared, now::get);
    }

    private static boolean take(WorkspaceRateLimiter limits, double tokens) {
        return limits.take("ours", RateKind.HOST_CALLS, tokens).await().indefinitely();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
