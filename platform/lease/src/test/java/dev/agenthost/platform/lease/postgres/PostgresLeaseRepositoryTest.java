package dev.agenthost.platform.lease.postgres;

import static dev.agenthost.platform.lease.postgres.LeaseDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.platform.lease.Incarnation;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresLeaseRepositoryTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration OVER = Duration.ofSeconds(-1);
    private static final Incarnation ONE = new Incarnation(new UUID(1, 1));
    private static final Incarnation TWO = new Incarnation(new UUID(2, 2));

    private static LeaseDatabase database;
    private static PostgresLeaseRepository leases;

    @BeforeAll
    static void start() {
        database = new LeaseDatabase();
        leases = new PostgresLeaseRepository(new LeaseConnection(database::pool, LONG), LeaseDatabase.SCHEMA);
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
    void buriesWhoIsOverdueAndNobodyElse() {
        get(leases.renew(ONE, "one", OVER));
        get(leases.renew(TWO, "two", LONG));
        assertThat(get(leases.expireOverdue())).isEqualTo(1);
        assertThat(get(leases.renew(ONE, "one", LONG))).as("for good").isFalse();
        assertThat(get(leases.renew(TWO, "two", LONG))).isTrue();
        assertThat(get(leases.expireOverdue())).isZero();
    }

    @Test
    void whoIsOverdueAndNotYetBuriedRenews() {
        get(leases.renew(ONE, "one", OVER));
        assertThat(get(leases.renew(ONE, "one", LONG))).isTrue();
        assertThat(get(leases.expireOverdue())).isZero();
    }

    @Test
    void whatWasGivenUpIsDeadAtOnce() {
        get(leases.renew(ONE, "one", LONG));
        get(leases.surrender(ONE));
        assertThat(get(leases.renew(ONE, "one", LONG))).isFalse();
    }

    @Test
    void forgetsTheDeadAfterAWhileAndNobodyElse() {
        get(leases.renew(ONE, "one", OVER));
        get(leases.renew(TWO, "two", OVER));
        get(leases.surrender(ONE));
        assertThat(get(leases.sweep(LONG))).isZero();
        assertThat(get(leases.sweep(Duration.ZERO))).isEqualTo(1);
        assertThat(get(leases.renew(TWO, "two", LONG))).isTrue();
    }
}
