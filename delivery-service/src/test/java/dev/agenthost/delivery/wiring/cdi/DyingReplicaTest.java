package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.protocol.result.ResultPayload;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two replicas on one database, with clocks that the test moves, and a platform that keeps what it was told. A claim by itself lasts an
 * hour: whatever is sent by another was inherited.
 */
class DyingReplicaTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static DeliveryDatabase database;

    private Platform platform;
    private SendReplica one;
    private SendReplica two;

    @BeforeAll
    static void start() {
        database = new DeliveryDatabase();
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void twoReplicas() {
        database.empty();
        platform = new Platform();
        one = new SendReplica(database, platform);
        two = new SendReplica(database, platform);
        one.beat();
        two.beat();
    }

    @AfterEach
    void leave() {
        platform.letAllGo();
    }

    @Test
    void whoDiesBetweenClaimAndSendIsFollowedByAnotherAtOnce() {
        DeliveredRun run = say("a", "b");
        platform.hold();
        one.wake();
        platform.awaitHeld(1);
        one.isFoundDead(two);

        platform.holdNoMore();
        two.inherit();
        platform.awaitSaid(run, 1, 2);
    }

    @Test
    void whoWasPausedPastItsLeaseBetweenClaimAndSendSaysNothingWhenItWakes() {
        DeliveredRun run = say("a");
        platform.hold();
        one.wake();
        platform.awaitHeld(1);
        one.isFoundDead(two);
        platform.holdNoMore();
        two.inherit();
        platform.awaitSaid(run, 1);

        platform.letAllGo();
        await().atMost(LIMIT).until(() -> platform.withheld() == 1);
        one.beat();
        assertThat(one.mayAct()).as("it begins anew").isTrue();
        one.wake();
        two.wake();
        platform.awaitSaid(run, 1);
    }

    @Test
    void whoWasPausedAndIsMissedByNobodySaysItWhenItsLeaseIsRenewed() {
        DeliveredRun run = say("a");
        platform.hold();
        one.wake();
        platform.awaitHeld(1);
        one.pause();
        platform.holdNoMore();
        platform.letAllGo();
        await().atMost(LIMIT).until(() -> platform.withheld() == 1);
        assertThat(platform.said()).isEmpty();

        one.beat();
        await().atMost(LIMIT).until(() -> {
            one.wake();
            return !platform.said().isEmpty();
        });
        platform.awaitSaid(run, 1);
    }

    @Test
    void whatWasSentAndNotRecordedIsSaidAgainUnderTheSameKeyAsAfterAnyDeath() {
        DeliveredRun run = say("a");
        platform.answerNobody();
        one.wake();
        platform.awaitSaid(run, 1);
        one.isFoundDead(two);

        platform.answer();
        two.inherit();
        platform.awaitSaid(run, 1, 1);
    }

    @Test
    void whoCannotRenewClaimsNothingAndGoesOnWhenItCan() {
        one.pause();
        DeliveredRun run = say("a");
        one.wake();
        one.wake();
        assertThat(platform.said()).isEmpty();
        assertThat(two.buries())
                .as("the other has not seen the database for a term")
                .isFalse();

        one.beat();
        one.wake();
        platform.awaitSaid(run, 1);
    }

    @Test
    void twoThatAreBothWokenSayEachPartOnce() {
        DeliveredRun[] runs = new DeliveredRun[40];
        for (int i = 0; i < runs.length; i++) {
            runs[i] = say("x");
        }
        one.wake();
        two.wake();
        for (DeliveredRun run : runs) {
            platform.awaitSaid(run, 1);
        }
    }

    @Test
    void whoStopsWithEmptyHandsGivesItsLeaseUpAndWhoHoldsSomethingDoesNot() {
        platform.hold();
        say("a");
        one.wake();
        platform.awaitHeld(1);
        one.stop();
        two.stop();
        assertThat(one.isRenewable()).isTrue();
        assertThat(two.isRenewable()).isFalse();
    }

    @Test
    void aClaimThatIsNeverAnsweredStopsNobodyForEver() {
        SendPolicy hasty = new SendPolicy(
                Duration.ofSeconds(4),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Duration.ofMinutes(5),
                Duration.ofHours(24),
                64,
                64);
        AtomicBoolean wasAsked = new AtomicBoolean();
        SendReplica deaf = new SendReplica(database, platform, hasty, sends -> new DeafLedger(sends, wasAsked));
        deaf.beat();
        DeliveredRun run = say("a");
        deaf.wake();
        assertThat(wasAsked).isTrue();
        await().atMost(LIMIT).until(() -> {
            deaf.wake();
            return !platform.said().isEmpty();
        });
        platform.awaitSaid(run, 1);
    }

    private static DeliveredRun say(String... texts) {
        ResultPayload[] said = new ResultPayload[texts.length];
        for (int i = 0; i < texts.length; i++) {
            said[i] = DeliveredRun.said(texts[i]);
        }
        return database.store(DeliveredRun.answeredWhereItCameFrom(), "http://hooks.example/in", said);
    }
}
