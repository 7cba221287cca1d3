package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** No runner sees a run whose grant is not written, even where the run is never tried again. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class GrantBeforeRunTest extends SocketCase {
    private static final String WAITS = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            + " AND query LIKE '%INSERT INTO runs.grants%'";

    @Inject
    Pool pool;

    @Test
    void theRunStartsAfterItsGrantIsStored() {
        ClaimedRun run = ClaimedRuns.claimed();
        assertThat(run.binding().retryPolicy()).isEqualTo(RetryPolicy.NEVER);
        CollectingSink sink = new CollectingSink();
        SqlConnection other = pool.getConnectionAndAwait();
        try (ScriptedPlugin plugin = ready()) {
            var lock = other.beginAndAwait();
            other.query("LOCK TABLE runs.grants IN ACCESS EXCLUSIVE MODE").executeAndAwait();
            sink.execute(executor, run);
            eventually(() -> pool.query(WAITS).executeAndAwait().size() > 0);
            // A round trip: a message on its way would have arrived.
            JsonNode answer = plugin.call("get_langbot_version", json("{}"));
            assertThat(answer.path("code").intValue()).isZero();
            assertThat(plugin.hasNothing()).isTrue();

            lock.rollbackAndAwait();
            JsonNode runRequest = plugin.next("run_agent");
            assertThat(pool.preparedQuery("SELECT FROM runs.grants WHERE run_id = $1")
                            .executeAndAwait(Tuple.of(run.runId().value()))
                            .size())
                    .isOne();
            plugin.result(runRequest, "run.completed", "{\"finish_reason\":\"stop\"}", 1);
            plugin.end(runRequest);
            sink.ending();
        } finally {
            other.closeAndAwait();
        }
    }

    /** A sweep publishes old entries only; here none is old. */
    @Test
    void theAuditEntryOfTheGrantIsPublishedWithoutASweep() {
        ClaimedRun run = ClaimedRuns.claimed();
        CollectingSink sink = new CollectingSink();
        pool.query("ALTER TABLE runs.audit_outbox ALTER written_at SET DEFAULT clock_timestamp() + interval '1 hour'")
                .executeAndAwait();
        try (ScriptedPlugin plugin = ready()) {
            sink.execute(executor, run);
            JsonNode runRequest = plugin.next("run_agent");
            eventually(() -> pool.preparedQuery("SELECT FROM runs.audit_outbox WHERE entry LIKE '%' || $1 || '%'")
                            .executeAndAwait(Tuple.of(run.runId().toString()))
                            .size()
                    == 0);
            plugin.result(runRequest, "run.completed", "{\"finish_reason\":\"stop\"}", 1);
            plugin.end(runRequest);
            sink.ending();
        } finally {
            pool.query("ALTER TABLE runs.audit_outbox ALTER written_at SET DEFAULT clock_timestamp()")
                    .executeAndAwait();
        }
    }
}
