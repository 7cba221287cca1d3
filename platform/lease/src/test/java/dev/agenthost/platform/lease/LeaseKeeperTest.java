package dev.agenthost.platform.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeaseKeeperTest {

    private static final Duration TERM = Duration.ofSeconds(4);

    private final AtomicLong now =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(6).toNanos());
    private final AtomicInteger lives = new AtomicInteger();
    private final ScriptedLeases repository = new ScriptedLeases();
    private final LeaseKeeper keeper =
            new LeaseKeeper(repository, "test", TERM, () -> new UUID(0, lives.incrementAndGet()), now::get);

    @Test
    void mayNotActBeforeTheFirstRenewal() {
        assertThat(keeper.mayAct()).isFalse();
        renew();
        assertThat(keeper.mayActAs(keeper.incarnation())).isTrue();
    }

    @Test
    void mayNotActAfterAPauseOfATermUntilItIsRenewed() {
        renew();
        pass(TERM.minusNanos(1));
        assertThat(keeper.mayAct()).isTrue();
        pass(Duration.ofNanos(1));
        assertThat(keeper.mayAct()).isFalse();
        renew();
        assertThat(keeper.mayAct()).isTrue();
    }

    @Test
    void aTermBeginsBeforeTheQuestionAndNotWithItsAnswer() {
        repository.isSlow = true;
        keeper.renew().subscribe().with(done -> {});
        pass(Duration.ofSeconds(3));
        repository.answers.poll().complete(true);
        assertThat(keeper.mayAct()).isTrue();
        pass(Duration.ofSeconds(1));
        assertThat(keeper.mayAct()).isFalse();
    }

    @Test
    void whatADeadLifeClaimedIsNotTheNextOnes() {
        renew();
        Incarnation first = keeper.incarnation();
        pass(TERM.plusSeconds(1));
        repository.dead.add(first);
        renew();
        assertThat(keeper.mayAct()).isTrue();
        assertThat(keeper.incarnation()).isNotEqualTo(first);
        assertThat(keeper.mayActAs(first)).isFalse();
    }

    @Test
    void whoCannotReachTheDatabaseMayNotActAndBuriesNobodyUntilItSawItForATerm() {
        beats(5);
        assertThat(keeper.canExpireOthers()).isTrue();
        repository.isAway = true;
        beats(5);
        assertThat(keeper.mayAct()).isFalse();
        assertThat(keeper.canExpireOthers()).isFalse();
        repository.isAway = false;
        beats(4);
        assertThat(keeper.mayAct()).isTrue();
        assertThat(keeper.canExpireOthers()).isFalse();
        beats(1);
        assertThat(keeper.canExpireOthers()).isTrue();
    }

    @Test
    void whoWakesFromAPauseBuriesNobodyAtOnce() {
        beats(5);
        pass(Duration.ofMinutes(1));
        beats(1);
        assertThat(keeper.mayAct()).isTrue();
        assertThat(keeper.canExpireOthers()).isFalse();
    }

    @Test
    void whoGaveItUpTakesNothingAnyMore() {
        repository.isSlow = true;
        keeper.renew().subscribe().with(done -> {});
        keeper.surrender().await().indefinitely();
        repository.answers.poll().complete(true);
        assertThat(keeper.mayAct()).isFalse();
        repository.isSlow = false;
        renew();
        assertThat(keeper.mayAct()).isFalse();
        assertThat(repository.dead).containsExactly(keeper.incarnation());
    }

    @Test
    void tellsThatItIsCurrentOnceAfterEachTimeThatItWasNot() {
        AtomicInteger told = new AtomicInteger();
        keeper.onRenewed(told::incrementAndGet);
        beats(3);
        assertThat(told).hasValue(1);
        pass(TERM);
        beats(2);
        assertThat(told).hasValue(2);
    }

    @Test
    void tellsWhichLifeWasFoundDead() {
        List<Incarnation> lost = new ArrayList<>();
        keeper.onLost(lost::add);
        renew();
        Incarnation first = keeper.incarnation();
        repository.dead.add(first);
        renew();
        assertThat(lost).containsExactly(first);
    }

    @Test
    void givesUpTheLeasesOfTheDeadHoweverOftenTheDatabaseIsAway() {
        List<Incarnation> dead = List.of(new Incarnation(new UUID(1, 1)), new Incarnation(new UUID(2, 2)));
        repository.failures = 3;
        keeper.expire(dead).await().atMost(Duration.ofSeconds(30));
        assertThat(repository.dead).containsExactlyInAnyOrderElementsOf(dead);
    }

    @Test
    void buriesNobodyWhereNobodyWas() {
        keeper.expire(List.of()).await().atMost(Duration.ofSeconds(30));
        assertThat(repository.dead).isEmpty();
    }

    /** A second apart, and the last one just now. */
    private void beats(int times) {
        for (int i = 0; i < times; i++) {
            pass(Duration.ofSeconds(1));
            renew();
        }
    }

    private void renew() {
        keeper.renew().await().atMost(Duration.ofSeconds(10));
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private static final class ScriptedLeases implements LeaseRepository {
        final Deque<UniEmitter<? super Boolean>> answers = new ArrayDeque<>();
        final Set<Incarnation> dead = new HashSet<>();
        boolean isSlow;
        boolean isAway;
        int failures;

        @Override
        public Uni<Boolean> renew(Incarnation incarnation, String replica, Duration term) {
            if (isAway) {
                return Uni.createFrom().failure(new IllegalStateException("away"));
            }
            return isSlow
                    ? Uni.createFrom().<Boolean>emitter(asked -> answers.add(asked))
                    : Uni.createFrom().item(!dead.contains(incarnation));
        }

        @Override
        public Uni<Integer> expireOverdue() {
            return Uni.createFrom().item(0);
        }

        @Override
        public Uni<Void> surrender(Incarnation incarnation) {
            if (failures-- > 0) {
                return Uni.createFrom().failure(new IllegalStateException("away"));
            }
            dead.add(incarnation);
            return Uni.createFrom().voidItem();
        }

        @Override
        public Uni<Integer> sweep(Duration olderThan) {
            return Uni.createFrom().item(0);
        }
    }
}
