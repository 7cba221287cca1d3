package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.lifecycle.finish.RunTerminationFactory;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Two replicas at the repository of one database. */
abstract class TwoReplicas {
    private static RunsDatabase database;
    static Vertx vertx;
    static Pool pool;
    RunsReplica one;
    RunsReplica two;

    @BeforeAll
    static void open() {
        database = RunsDatabase.fresh();
        vertx = database.vertx();
        pool = database.pool();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() {
        done(pool.query("TRUNCATE runs.runs, runs.turns, runs.leases, runs.cancellations, runs.steering,"
                        + " runs.steering_returns, runs.host_events, runs.interactions, runs.audit_outbox")
                .execute());
        one = new RunsReplica(pool);
        two = new RunsReplica(pool);
    }

    void endByOther(StoredRun run, FailureCode code) {
        var command = run.state() instanceof RunState.Running ? new RunCommand.HostLost() : new RunCommand.Cancelled();
        var decision = RunDecider.decide(run.state(), RetryPolicy.NEVER, command);
        var end = RunTerminationFactory.of(run, (RunDecision.End) decision, "for a test", Instant.EPOCH);
        assertThat(end.outcome().code()).isEqualTo(code.wire());
        assertThat(done(two.ends.store(List.of(end)))).containsExactly(true);
    }

    RunView view(RunKey key) {
        return done(two.runs.find(key)).orElseThrow();
    }

    static ClaimedRun claimed(RunsReplica replica, Resolution resolution) {
        return ((AdmissionOutcome.Claimed) replica.admit(resolution, 5)).run();
    }

    static RunKey key(Resolution resolution) {
        return new RunKey(resolution.event().workspaceId(), resolution.runId());
    }

    static RunDecision.Requeue back(Duration pause) {
        return new RunDecision.Requeue(new RunState.Queued(1), pause, false, FailureCode.RUNNER_UNAVAILABLE);
    }
}
