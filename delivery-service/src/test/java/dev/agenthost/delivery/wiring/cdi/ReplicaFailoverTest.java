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
 * Tests two replicas on one database, with clocks that the test moves, and a platform that records its calls. A claim lasts an hour, so
 * a send by the other replica was inherited.
 */
class ReplicaFailoverTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static DeliveryDatabase database;

    private RecordingSurface surface;
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
        surface = new RecordingSurface();
        one = new SendReplica(database, surface);
        two = new SendReplica(database, surface);
        one.renew();
        two.renew();
    }

    @AfterEach
    void send() {
        surface.releaseAll();
    }

    @Test
    void anotherReplicaTakesOverAtOnceAfterADeathBetweenClaimAndSend() {
        DeliveredRun run = say("a", "b");
        surface.hold();
        one.wake();
        surface.awaitHeld(1);
        one.isMarkedDead(two);

        surface.stopHolding();
        two.inherit();
        surface.awaitSent(run, 1, 2);
    }

    @Test
    void aReplicaPausedPastItsLeaseSendsNothingWhenItResumes() {
        DeliveredRun run = say("a");
        surface.hold();
        one.wake();
        surface.awaitHeld(1);
        one.isMarkedDead(two);
        surface.stopHolding();
        two.inherit();
        surface.awaitSent(run, 1);

        surface.releaseAll();
        await().atMost(LIMIT).until(() -> surface.withheld() == 1);
        one.renew();
        assertThat(one.mayAct()).as("it begins anew").isTrue();
        one.wake();
        two.wake();
        surface.awaitSent(run, 1);
    }

    @Test
    void aPausedReplicaSendsAfterRenewingItsLease() {
        DeliveredRun run = say("a");
        surface.hold();
        one.wake();
        surface.awaitHeld(1);
        one.pause();
        surface.stopHolding();
        surface.releaseAll();
        await().atMost(LIMIT).until(() -> surface.withheld() == 1);
        assertThat(surface.sent()).isEmpty();

        one.renew();
        await().atMost(LIMIT).until(() -> {
            one.wake();
            return !surface.sent().isEmpty();
        });
        surface.awaitSent(run, 1);
    }

    @Test
    void anUnrecordedSendIsRepeatedUnderTheSameKey() {
        DeliveredRun run = say("a");
        surface.stopAnswering();
        one.wake();
        surface.awaitSent(run, 1);
        one.isMarkedDead(two);

        surface.answer();
        two.inherit();
        surface.awaitSent(run, 1, 1);
    }

    @Test
    void aReplicaWithoutALeaseClaimsNothingUntilItRenews() {
        one.pause();
        DeliveredRun run = say("a");
        one.wake();
        one.wake();
        assertThat(surface.sent()).isEmpty();
        assertThat(two.buries())
                .as("the other has not seen the database for a term")
                .isFalse();

        one.renew();
        one.wake();
        surface.awaitSent(run, 1);
    }

    @Test
    void twoWokenReplicasSendEachPartOnce() {
        DeliveredRun[] runs = new DeliveredRun[40];
        for (int i = 0; i < runs.length; i++) {
            runs[i] = say("x");
        }
        one.wake();
        two.wake();
        for (DeliveredRun run : runs) {
            surface.awaitSent(run, 1);
        }
    }

    @Test
    void anIdleReplicaReleasesItsLeaseOnStopAndABusyOneDoesNot() {
        surface.hold();
        say("a");
        one.wake();
        surface.awaitHeld(1);
        one.stop();
        two.stop();
        assertThat(one.isRenewable()).isTrue();
        assertThat(two.isRenewable()).isFalse();
    }

    @Test
    void anUnansweredClaimBlocksTheDispatcherForALimitedTime() {
        SendPolicy hasty = new SendPolicy(
                Duration.ofSeconds(4),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Duration.ofMinutes(5),
                Duration.ofHours(24),
                64,
                64);
        AtomicBoolean answeredFirst = new AtomicBoolean();
        SendReplica deaf = new SendReplica(
                database, surface, hasty, sends -> new UnresponsiveSendRepository(sends, answeredFirst));
        deaf.renew();
        DeliveredRun run = say("a");
        deaf.wake();
        assertThat(answeredFirst).isTrue();
        await().atMost(LIMIT).until(() -> {
            deaf.wake();
            return !surface.sent().isEmpty();
        });
        surface.awaitSent(run, 1);
    }

    private static DeliveredRun say(String... texts) {
        ResultPayload[] sent = new ResultPayload[texts.length];
        for (int i = 0; i < texts.length; i++) {
            sent[i] = DeliveredRun.message(texts[i]);
        }
        return database.store(DeliveredRun.toEventSurface(), "http://hooks.example/in", sent);
    }
}
