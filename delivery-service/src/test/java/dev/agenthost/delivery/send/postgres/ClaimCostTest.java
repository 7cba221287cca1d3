package dev.agenthost.delivery.send.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.send.ClaimCapacity;
import dev.agenthost.delivery.send.SendPolicy;
import dev.agenthost.platform.lease.Incarnation;
import io.vertx.core.json.Json;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the cost of a claim, in pages and rows, with 100,000 lanes of 200 endpoints. */
class ClaimCostTest {
    private static final Incarnation ONE = new Incarnation(new UUID(1, 1));
    private static final int LANES = 100_000;
    private static final int ENDPOINTS = 200;
    private static final SendPolicy POLICY = new SendPolicy(
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            Duration.ofHours(24),
            256,
            16);

    private static DeliveryDatabase database;
    private static Pool pool;

    @BeforeAll
    static void start() {
        database = new DeliveryDatabase();
        pool = database.pool(1);
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void empty() {
        database.empty();
        database.sql("INSERT INTO delivery.leases VALUES ('" + ONE.value() + "', 'one', now() + interval '1 hour')");
    }

    @Test
    void anEmptyClaimReadsOneRowForEachEndpoint() {
        lanes("now() + interval '1 hour'");

        Cost cost = claim(ClaimCapacity.of(16));

        assertThat(cost.claimed()).isZero();
        assertThat(cost.lanesRead()).isLessThanOrEqualTo(ENDPOINTS);
        assertThat(cost.pages()).isLessThan(ENDPOINTS * 8);
    }

    @Test
    void aClaimReadsTheClaimedRowsAndFewOthers() {
        lanes("now() - interval '1 second' * (i % 1000)");

        Cost cost = claim(ClaimCapacity.of(16));

        assertThat(cost.claimed()).isEqualTo(16);
        assertThat(cost.lanesRead()).isLessThanOrEqualTo(ENDPOINTS + 4 * 16);
        assertThat(cost.pages()).isLessThan(ENDPOINTS * 8 + 16 * 64);
    }

    /** One send of each lane. */
    private static void lanes(String nextAt) {
        database.sql("""
                INSERT INTO delivery.lanes (lane, endpoint, open, next_at)
                SELECT md5(i::text), 'http://host-' || i %% %d, 1, %s FROM generate_series(1, %d) AS i
                """.formatted(ENDPOINTS, nextAt, LANES));
        database.sql("""
                INSERT INTO delivery.sends (workspace_id, run_id, part, lane, conversation_key, surface, url, body, status)
                SELECT 'demo', gen_random_uuid(), 1, md5(i::text), 'c', 'webhook', 'http://host-' || i %% %d, 'x', 'pending'
                FROM generate_series(1, %d) AS i
                """.formatted(ENDPOINTS, LANES));
        database.sql("VACUUM ANALYZE delivery.lanes");
        database.sql("VACUUM ANALYZE delivery.sends");
    }

    /**
     * The cost of a claim.
     *
     * @param pages read by the whole statement
     * @param lanesRead rows that scans of delivery.lanes returned or filtered out, without those for writing the claims
     */
    private record Cost(long claimed, long pages, long lanesRead) {}

    private static Cost claim(ClaimCapacity capacity) {
        var rows = pool.preparedQuery("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) " + SendSql.CLAIM)
                .executeAndAwait(PostgresSendRepository.parameters(POLICY, ONE, capacity));
        try {
            JsonNode plan = new ObjectMapper()
                    .readTree(Json.encode(rows.iterator().next().getValue(0)))
                    .path(0)
                    .path("Plan");
            return new Cost(
                    plan.path("Actual Rows").asLong(),
                    plan.path("Shared Hit Blocks").asLong()
                            + plan.path("Shared Read Blocks").asLong(),
                    lanesRead(plan));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static long lanesRead(JsonNode plan) {
        if (plan.path("Subplan Name").asText().equals("CTE held")) {
            return 0;
        }
        long read = 0;
        if (plan.path("Relation Name").asText().equals("lanes")) {
            double each = plan.path("Actual Rows").asDouble()
                    + plan.path("Rows Removed by Filter").asDouble();
            read += Math.round(each * plan.path("Actual Loops").asDouble());
        }
        for (JsonNode below : plan.path("Plans")) {
            read += lanesRead(below);
        }
        return read;
    }
}
