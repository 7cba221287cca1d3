package dev.agenthost.orchestrator.hostapi.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void refusesWhatExceedsTheBurstAndRefillsWithTime() {
        TokenBucket bucket = new TokenBucket(new TokenBucket.Rate(2, 1), 0);

        assertThat(bucket.take(0)).isTrue();
        assertThat(bucket.take(0)).isTrue();
        assertThat(bucket.take(0)).isFalse();
        assertThat(bucket.take(SECOND / 2)).isFalse();
        assertThat(bucket.take(SECOND)).isTrue();
        assertThat(bucket.take(SECOND)).isFalse();
    }

    @Test
    void neverHoldsMoreThanTheBurst() {
        TokenBucket bucket = new TokenBucket(new TokenBucket.Rate(2, 1), 0);

        assertThat(bucket.take(100 * SECOND)).isTrue();
        assertThat(bucket.take(100 * SECOND)).isTrue();
        assertThat(bucket.take(100 * SECOND)).isFalse();
    }
}
