package dev.agenthost.delivery.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests the take-over from a replica that was killed between its claim and its call. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class ClaimTakeoverTest {

    @Test
    void isSentLongBeforeItsClaimExpires() throws Exception {
        try (Receiver receiver = Receiver.accepting()) {
            DeliveredRun run = DeliveredRun.toEventSurface();
            UUID dead = UUID.randomUUID();
            Destination.Webhook to = new Destination.Webhook(receiver.url(), "HOOK");
            String lane = to.lane(run.conversationKey());
            sql("INSERT INTO delivery.leases VALUES ('" + dead + "', 'killed', now() - interval '1 second')");
            sql(
                    "INSERT INTO delivery.sends (workspace_id, run_id, part, lane, conversation_key, surface, url, secret_ref, body,"
                            + " status, epoch, claimed_by, attempts) VALUES ('demo', '" + run.runId() + "', 1, '" + lane
                            + "', '"
                            + run.conversationKey() + "', 'webhook', '" + receiver.url()
                            + "', 'HOOK', '{}', 'claimed', 1, '"
                            + dead + "', 1)");
            sql("INSERT INTO delivery.lanes VALUES ('" + lane + "', '" + to.endpoint()
                    + "', 1, now() + interval '1 hour')");

            assertThat(receiver.awaitCalls(1)).extracting(Receiver.Call::key).containsExactly(run.runId() + "/1");
        }
    }

    private static void sql(String statement) throws SQLException {
        DatabaseAddress database = PostgresTestDatabase.current();
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                var sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }
}
