package dev.agenthost.platform.lease.postgres;

import static dev.agenthost.platform.lease.postgres.LeaseDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseKeeper;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgConnectOptions;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Over a network that swallows what is sent. Of itself such a connection hangs far longer than these tests wait. */
class LeaseConnectionTest {
    private static final Duration TERM = Duration.ofSeconds(2);
    private static final Incarnation ONE = new Incarnation(new UUID(1, 1));

    private static LeaseDatabase database;
    private SwallowingNetwork network;
    private LeaseConnection connection;
    private PostgresLeaseRepository leases;

    @BeforeAll
    static void start() {
        database = new LeaseDatabase();
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void connect() {
        network = new SwallowingNetwork(database.port());
        PgConnectOptions through = database.options().setPort(network.port());
        connection = new LeaseConnection(() -> database.pool(through), TERM);
        leases = new PostgresLeaseRepository(connection, LeaseDatabase.SCHEMA);
    }

    @AfterEach
    void disconnect() {
        connection.close();
        network.close();
    }

    @Test
    void aQuestionThatWasSwallowedFailsAndTheNextOneIsAnswered() {
        assertThat(get(leases.renew(ONE, "one", TERM))).isTrue();
        network.swallow();
        assertFails(leases.surrender(ONE));
        network.heal();
        assertThat(get(leases.renew(ONE, "one", TERM))).isTrue();
    }

    @Test
    void soDoesOneWhoseConnectionWasSwallowedWhileItWasMade() {
        network.swallow();
        assertFails(leases.renew(ONE, "one", TERM));
        network.heal();
        assertThat(get(leases.renew(ONE, "one", TERM))).isTrue();
    }

    @Test
    void aReplicaMayActAgainAFewBeatsAfterTheNetworkHeals() {
        LeaseKeeper keeper = new LeaseKeeper(leases, "two", TERM, UUID::randomUUID, System::nanoTime);
        beatsUntilItMayAct(keeper);
        network.swallow();
        get(keeper.renew());
        assertThat(keeper.mayAct()).isFalse();
        network.heal();
        beatsUntilItMayAct(keeper);
    }

    /** A beat that is not answered takes a term. */
    private static void beatsUntilItMayAct(LeaseKeeper keeper) {
        for (int beat = 0; beat < 10 && !keeper.mayAct(); beat++) {
            get(keeper.renew());
        }
        assertThat(keeper.mayAct()).isTrue();
    }

    private static void assertFails(Uni<?> question) {
        assertThatThrownBy(() -> get(question)).isInstanceOf(TimeoutException.class);
    }
}
