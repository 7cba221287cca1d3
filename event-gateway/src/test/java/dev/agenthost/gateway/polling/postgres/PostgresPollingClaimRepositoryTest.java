package dev.agenthost.gateway.polling.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.gateway.polling.GatewayDatabase;
import dev.agenthost.gateway.polling.PollingClaim;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.LeaseRepository;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresPollingClaimRepositoryTest {
    private static final Duration TERM = Duration.ofMinutes(1);

    private final GatewayDatabase database = new GatewayDatabase();
    private final PostgresPollingClaimRepository claims = new PostgresPollingClaimRepository(database.pool(8));
    private final LeaseRepository leases =
            new PostgresLeaseRepository(new LeaseConnection(() -> database.pool(1), TERM), "gateway");

    @AfterAll
    void close() {
        database.close();
    }

    @Test
    void oneOfManyReplicasClaimsABot() {
        String bot = bot();
        List<Optional<PollingClaim>> claimed = Uni.join()
                .all(IntStream.range(0, 20)
                        .mapToObj(any -> claims.claim(bot, replica()))
                        .toList())
                .andFailFast()
                .await()
                .atMost(Duration.ofSeconds(20));

        assertThat(claimed.stream().flatMap(Optional::stream)).hasSize(1);
    }

    @Test
    void aHeldBotIsClaimedAgainByItsHolderOnly() {
        String bot = bot();
        Incarnation first = replica();
        assertThat(claim(bot, first))
                .hasValueSatisfying(claim -> assertThat(claim.epoch()).isEqualTo(1));

        assertThat(claim(bot, replica())).isEmpty();
        assertThat(claim(bot, first))
                .hasValueSatisfying(claim -> assertThat(claim.epoch()).isEqualTo(2));
    }

    @Test
    void aReleaseOfAnEarlierClaimHasNoEffect() {
        String bot = bot();
        Incarnation first = replica();
        PollingClaim earlier = claim(bot, first).orElseThrow();
        PollingClaim later = claim(bot, first).orElseThrow();

        get(claims.release(earlier));
        assertThat(claim(bot, replica())).isEmpty();
        get(claims.release(later));
        assertThat(claim(bot, replica()))
                .hasValueSatisfying(claim -> assertThat(claim.epoch()).isEqualTo(3));
    }

    @Test
    void onlyClaimsOfDeadReplicasAreReleased() {
        Incarnation dead = replica();
        Incarnation alive = replica();
        String ofDead = bot();
        String ofAlive = bot();
        claim(ofDead, dead);
        claim(ofAlive, alive);
        get(leases.surrender(dead));

        get(claims.releaseDead());

        assertThat(claim(ofDead, replica())).isPresent();
        assertThat(claim(ofAlive, replica())).isEmpty();
    }

    private Optional<PollingClaim> claim(String bot, Incarnation holder) {
        return get(claims.claim(bot, holder));
    }

    private Incarnation replica() {
        Incarnation replica = new Incarnation(UUID.randomUUID());
        get(leases.renew(replica, "test", TERM));
        return replica;
    }

    private static String bot() {
        return "bot-" + UUID.randomUUID();
    }

    private static <T> T get(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(20));
    }
}
