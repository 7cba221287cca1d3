package dev.agenthost.orchestrator.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void refusesAboveTheBurstAndRefillsWithTime() {
        TokenBucket bucket = TokenBucket.full(new Rate(1, 2), 0);

        assertThat(bucket.take(1, 0)).isTrue();
        assertThat(bucket.take(1, 0)).isTrue();
        assertThat(bucket.take(1, 0)).isFalse();
        assertThat(bucket.take(1, SECOND / 2)).isFalse();
        assertThat(bucket.take(1, SECOND)).isTrue();
        assertThat(bucket.take(1, SECOND)).isFalse();
    }

    @Test
    void neverExceedsTheBurst() {
        TokenBucket bucket = TokenBucket.full(new Rate(1, 2), 0);

        assertThat(bucket.take(1, 100 * SECOND)).isTrue();
        assertThat(bucket.take(1, 100 * SECOND)).isTrue();
        assertThat(bucket.take(1, 100 * SECOND)).isFalse();
    }

    @Test
    void takesAllTokensOrNone() {
        TokenBucket bucket = TokenBucket.full(new Rate(1, 4), 0);

        assertThat(bucket.take(5, 0)).isFalse();
        assertThat(bucket.remaining()).isEqualTo(4);
        assertThat(bucket.take(3.5, 0)).isTrue();
        assertThat(bucket.remaining()).isEqualTo(0.5);
    }

    @Test
    void aBucketWithoutRateHasTheAddedTokens() {
        TokenBucket bucket = TokenBucket.empty(0);

        assertThat(bucket.take(1, 100 * SECOND)).isFalse();
        bucket.add(1_000);
        assertThat(bucket.take(1_000, 100 * SECOND)).isTrue();
        assertThat(bucket.take(1, 200 * SECOND)).isFalse();
    }
}
