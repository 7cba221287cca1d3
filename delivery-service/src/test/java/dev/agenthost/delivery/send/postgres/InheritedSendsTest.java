package dev.agenthost.delivery.send.postgres;

import static dev.agenthost.delivery.DeliveryDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.send.ClaimCapacity;
import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.send.SendStatus;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the take-over of claims whose replica lost its lease. A claim lasts half an hour here, so none becomes due by
 * waiting.
 */
class InheritedSendsTest {

    private static final SendPolicy POLICY = new SendPolicy(
            Duration.ofMinutes(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            Duration.ofHours(24),
            100,
            64);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Incarnation DEAD = new Incarnation(new UUID(1, 1));
    private static final Incarnation ONE = new Incarnation(new UUID(2, 2));
    private static final Incarnation TWO = new Incarnation(new UUID(3, 3));
    private static final byte[] RECEIPT = {1, 2, 3};

    private static DeliveryDatabase database;
    private static SendRepository sends;
    private static LeaseRepository leases;

    @BeforeAll
    static void start() {
        database = new DeliveryDatabase();
        sends = new PostgresSendRepository(database.pool(8));
        leases = new PostgresLeaseRepository(
                new LeaseConnection(() -> database.pool(2), Duration.ofSeconds(10)), "delivery");
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void threeReplicas() {
        database.empty();
        for (Incarnation each : List.of(DEAD, ONE, TWO)) {
            get(leases.renew(each, "replica", LONG));
        }
    }

    @Test
    void claimsOfADeadReplicaAreDueAtOnceForOneOtherReplica() {
        store();
        ClaimedSend late = claim(DEAD).getFirst();
        assertThat(claim(ONE)).isEmpty();
        markDead();

        assertThat(get(sends.inherit())).isEqualTo(1);
        ClaimedSend claimed = claim(ONE).getFirst();
        assertThat(claim(TWO)).isEmpty();
        assertThat(claimed.send().key()).isEqualTo(late.send().key());
        assertThat(claimed.send().body()).isEqualTo(late.send().body());
        assertThat(claimed.epoch()).isEqualTo(late.epoch() + 1);
        assertThat(claimed.owner()).isEqualTo(ONE);
        assertThat(get(sends.finish(late, SendStatus.DELIVERED, RECEIPT))).isFalse();
        assertThat(get(sends.finish(claimed, SendStatus.DELIVERED, RECEIPT))).isTrue();
        assertThat(get(sends.inherit())).isZero();
    }

    @Test
    void aProlongedClaimIsDueLaterAndAnOlderOneIsNotProlonged() {
        store();
        ClaimedSend held = claim(ONE).getFirst();
        database.sql("UPDATE delivery.lanes SET next_at = now()");
        assertThat(get(sends.prolong(held, Duration.ofHours(2)))).isTrue();
        assertThat(database.number("SELECT extract(epoch FROM next_at - now())::bigint FROM delivery.lanes"))
                .isBetween(7_100L, 7_200L);

        database.sql("UPDATE delivery.lanes SET next_at = now()");
        ClaimedSend taken = claim(TWO).getFirst();
        database.sql("UPDATE delivery.lanes SET next_at = now()");

        assertThat(get(sends.prolong(held, Duration.ofHours(2)))).isFalse();
        assertThat(database.number("SELECT extract(epoch FROM next_at - now())::bigint FROM delivery.lanes"))
                .isLessThanOrEqualTo(0);
        assertThat(get(sends.finish(taken, SendStatus.DELIVERED, RECEIPT))).isTrue();
        assertThat(get(sends.prolong(taken, Duration.ofHours(2)))).isFalse();
    }

    @Test
    void claimsOfLiveReplicasAreNotInherited() {
        store();
        claim(ONE);
        store();
        claim(DEAD);
        markDead();
        assertThat(get(sends.inherit())).isEqualTo(1);
        assertThat(claim(TWO)).hasSize(1);
        assertThat(get(sends.inherit())).isZero();
        assertThat(claim(TWO)).isEmpty();
    }

    @Test
    void anOutcomeThatADeadReplicaRecordedIsNotSentAgain() {
        store();
        ClaimedSend answered = claim(DEAD).getFirst();
        markDead();
        assertThat(get(sends.finish(answered, SendStatus.DELIVERED, RECEIPT))).isTrue();
        assertThat(get(sends.inherit())).isZero();
        assertThat(claim(ONE)).isEmpty();
    }

    @Test
    void aRetriedSendKeepsItsDelayAfterATakeover() {
        store();
        get(sends.retry(claim(DEAD).getFirst(), Duration.ofMinutes(1)));
        markDead();
        assertThat(get(sends.inherit())).isZero();
        assertThat(claim(ONE)).isEmpty();
    }

    @Test
    void aReplicaWithAnExpiredLeaseClaimsNothing() {
        store();
        get(leases.renew(DEAD, "replica", Duration.ofSeconds(-1)));
        assertThat(claim(DEAD)).as("overdue").isEmpty();
        get(leases.expireOverdue());
        assertThat(claim(DEAD)).as("dead").isEmpty();
        assertThat(claim(new Incarnation(new UUID(9, 9)))).as("never seen").isEmpty();
        assertThat(claim(ONE)).hasSize(1);
    }

    @Test
    void aClaimOfABuildWithoutLeasesRunsItsTerm() {
        store();
        claim(DEAD);
        database.sql("UPDATE delivery.sends SET claimed_by = '6f1b3f4e-0000-4000-8000-000000000000'");
        markDead();
        assertThat(get(sends.inherit())).isZero();
    }

    @Test
    void aLockedSendIsSkipped() {
        store();
        claim(DEAD);
        markDead();
        SqlConnection other = get(database.pool(1).getConnection());
        get(other.query("BEGIN; SELECT FROM delivery.lanes FOR UPDATE;" + " UPDATE delivery.sends SET claimed_by = '"
                        + ONE + "', epoch = epoch + 1")
                .execute());
        assertThat(get(sends.inherit())).isZero();
        get(other.query("COMMIT").execute());
        assertThat(get(sends.inherit())).isZero();
        assertThat(claim(TWO)).isEmpty();
    }

    @Test
    void concurrentTakeoversAndClaimsGetEachPartOnce() {
        for (int i = 0; i < 60; i++) {
            store();
        }
        assertThat(claim(DEAD)).hasSize(60);
        markDead();
        List<Uni<List<ClaimedSend>>> successors = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Incarnation successor = i % 2 == 0 ? ONE : TWO;
            successors.add(sends.inherit().chain(() -> sends.claim(POLICY, successor, ClaimCapacity.of(10))));
        }
        List<SendKey> claimed = new ArrayList<>();
        get(Uni.join().all(successors).andFailFast())
                .forEach(
                        claims -> claims.forEach(send -> claimed.add(send.send().key())));
        get(sends.inherit());
        claim(ONE).forEach(send -> claimed.add(send.send().key()));
        assertThat(claimed).doesNotHaveDuplicates().hasSize(60);
    }

    private static void markDead() {
        get(leases.renew(DEAD, "replica", Duration.ofSeconds(-1)));
        assertThat(get(leases.expireOverdue())).isEqualTo(1);
    }

    private static void store() {
        database.store(DeliveredRun.toEventSurface(), "http://hooks.example/in", DeliveredRun.message("x"));
    }

    private static List<ClaimedSend> claim(Incarnation owner) {
        return get(sends.claim(POLICY, owner, ClaimCapacity.of(100)));
    }
}
