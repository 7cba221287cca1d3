package dev.agenthost.gateway.polling.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.gateway.polling.ConnectionRecord;
import dev.agenthost.gateway.polling.ConnectionRecordRepository;
import dev.agenthost.gateway.polling.GatewayDatabase;
import dev.agenthost.gateway.polling.PollingClaim;
import dev.agenthost.gateway.polling.PollingClaimRepository;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The record of a holder, with a real PostgreSQL. */
class PostgresConnectionRecordRepositoryTest {
    private static final GatewayDatabase DATABASE = new GatewayDatabase();
    private static final ConnectionRecord CONNECTED = new ConnectionRecord("{\"sequence\":7}", true, null);

    private final Pool pool = DATABASE.pool(1);
    private final ConnectionRecordRepository records = new PostgresConnectionRecordRepository(pool);
    private final PollingClaimRepository claims = new PostgresPollingClaimRepository(pool);
    private final String bot = UUID.randomUUID().toString();

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    @Test
    void theHolderStoresItsRecord() {
        assertThat(await(records.read(bot))).isEqualTo(ConnectionRecord.NONE);
        PollingClaim claim = claim();

        assertThat(await(records.store(claim, CONNECTED))).isTrue();
        assertThat(await(records.read(bot))).isEqualTo(CONNECTED);
    }

    @Test
    void theRecordOfAReleasedClaimIsNotConnectedAndKeepsItsPosition() {
        PollingClaim claim = claim();
        await(records.store(claim, CONNECTED));
        await(claims.release(claim));

        assertThat(await(records.read(bot))).isEqualTo(new ConnectionRecord("{\"sequence\":7}", false, null));
        assertThat(await(records.store(claim, new ConnectionRecord(null, true, null))))
                .isFalse();
    }

    @Test
    void anEarlierHolderStoresNothingAfterTheNextClaim() {
        PollingClaim earlier = claim();
        await(records.store(earlier, new ConnectionRecord("{}", true, "x")));
        await(claims.release(earlier));
        PollingClaim later = claim();
        assertThat(await(records.read(bot)))
                .as("the next holder is not connected yet")
                .isEqualTo(new ConnectionRecord("{}", false, null));
        await(records.store(later, CONNECTED));

        assertThat(await(records.store(earlier, new ConnectionRecord(null, false, "late"))))
                .isFalse();
        assertThat(await(records.read(bot))).isEqualTo(CONNECTED);
    }

    private PollingClaim claim() {
        Incarnation holder = new Incarnation(UUID.randomUUID());
        LeaseRepository leases = new PostgresLeaseRepository(
                new LeaseConnection(() -> DATABASE.pool(1), Duration.ofSeconds(5)), "gateway");
        await(leases.renew(holder, "r", Duration.ofSeconds(60)));
        return await(claims.claim(bot, holder)).orElseThrow();
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(20));
    }
}
