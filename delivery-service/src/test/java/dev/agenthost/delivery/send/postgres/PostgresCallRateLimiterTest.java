package dev.agenthost.delivery.send.postgres;

import static dev.agenthost.delivery.DeliveryDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.delivery.send.CallRateLimiter;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two replicas share the rates in one database. Time passes as the test moves the rows back. */
class PostgresCallRateLimiterTest {
    private static final CallRate GROUP = new CallRate(Duration.ofHours(4), 5);
    private static final CallRate BOT = new CallRate(Duration.ofHours(1), 100);
    private static final Duration HOUR = Duration.ofHours(1);

    private static DeliveryDatabase database;
    private static CallRateLimiter one;
    private static CallRateLimiter two;

    @BeforeAll
    static void start() {
        database = new DeliveryDatabase();
        one = new PostgresCallRateLimiter(database.pool(4));
        two = new PostgresCallRateLimiter(database.pool(4));
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void empty() {
        database.empty();
    }

    @Test
    void replicasShareTheBurstOfAChatAndThenOneCallInEachInterval() {
        List<Integer> taken = new ArrayList<>();
        for (int hour = 0; hour < 120; hour++) {
            for (CallRateLimiter replica : List.of(one, two, one)) {
                if (get(replica.take("telegram:a", -7, GROUP, BOT)).isZero()) {
                    taken.add(hour);
                }
            }
            passes(HOUR);
        }

        // The hours of this test are the seconds of Telegram: at most 20 calls in any 60 of them.
        for (int from : taken) {
            assertThat(taken.stream().filter(hour -> hour >= from && hour < from + 60))
                    .hasSizeLessThanOrEqualTo(20);
        }
        assertThat(taken).startsWith(0, 0, 0).hasSizeBetween(30, 35);
    }

    @Test
    void concurrentReplicasTakeNoMoreThanTheBurst() {
        List<Uni<Duration>> calls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            calls.add((i % 2 == 0 ? one : two).take("telegram:a", -7, GROUP, BOT));
        }
        AtomicInteger taken = new AtomicInteger();

        get(Uni.join().all(calls).andFailFast()).forEach(wait -> taken.addAndGet(wait.isZero() ? 1 : 0));

        assertThat(taken).hasValue(5);
    }

    @Test
    void theBotHasALimitOverItsChatsAndBotsDoNotShareOne() {
        CallRate bot = new CallRate(HOUR, 3);
        for (int chat = 1; chat <= 3; chat++) {
            assertThat(get(one.take("telegram:a", chat, GROUP, bot))).isZero();
        }

        assertThat(get(two.take("telegram:a", 4, GROUP, bot))).isBetween(HOUR.minusMinutes(1), HOUR);
        assertThat(get(two.take("telegram:b", 4, GROUP, bot))).isZero();
        passes(HOUR);
        assertThat(get(two.take("telegram:a", 4, GROUP, bot)))
                .as("the refused call used nothing up")
                .isZero();
    }

    @Test
    void aPreviewWaitsForAllCallsOfParts() {
        assertThat(get(one.take("telegram:a", -7, GROUP, BOT))).isZero();
        assertThat(get(one.take("telegram:a", -7, GROUP, BOT))).isZero();

        assertThat(get(two.take("telegram:a", -7, GROUP.withoutBurst(), BOT)))
                .isBetween(HOUR.multipliedBy(8).minusMinutes(1), HOUR.multipliedBy(8));
        assertThat(get(two.take("telegram:a", -7, GROUP, BOT))).isZero();
    }

    @Test
    void aPauseHoldsForEachReplicaAndNoOtherChat() {
        get(one.pause("telegram:a", -7, GROUP, HOUR.multipliedBy(2)));

        assertThat(get(two.take("telegram:a", -7, GROUP, BOT)))
                .isBetween(HOUR.multipliedBy(2).minusMinutes(1), HOUR.multipliedBy(2));
        assertThat(get(two.take("telegram:a", -8, GROUP, BOT))).isZero();
        passes(HOUR.multipliedBy(2));
        assertThat(get(two.take("telegram:a", -7, GROUP, BOT))).isZero();
    }

    private static void passes(Duration time) {
        database.sql(
                "UPDATE delivery.call_rates SET used_until = used_until - interval '" + time.toSeconds() + " seconds'");
    }
}
