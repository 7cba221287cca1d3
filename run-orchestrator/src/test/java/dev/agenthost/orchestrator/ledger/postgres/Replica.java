package dev.agenthost.orchestrator.ledger.postgres;

import dev.agenthost.lease.Incarnation;
import dev.agenthost.lease.postgres.LeaseConnection;
import dev.agenthost.lease.postgres.PostgresLeaseLedger;
import dev.agenthost.orchestrator.admission.Admission;
import dev.agenthost.orchestrator.admission.AdmissionPlanner;
import dev.agenthost.orchestrator.admission.Admitted;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.finish.Finish;
import dev.agenthost.orchestrator.finish.FinishLedger;
import dev.agenthost.orchestrator.finish.Outcomes;
import dev.agenthost.orchestrator.finish.Published;
import dev.agenthost.orchestrator.finish.Released;
import dev.agenthost.orchestrator.publish.HostResults;
import dev.agenthost.orchestrator.publish.ResultRecord;
import dev.agenthost.orchestrator.room.Room;
import dev.agenthost.orchestrator.room.WorkspaceTurns;
import dev.agenthost.orchestrator.room.WorkspaceWeights;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.UnreadableRun;
import dev.agenthost.orchestrator.walk.ScriptedRunners;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** All ledgers of one replica with a live lease. */
final class Replica {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static long offsets;
    private static long positions;

    final Incarnation incarnation = new Incarnation(UUID.randomUUID());
    final List<UnreadableRun> unreadable = new CopyOnWriteArrayList<>();
    final PostgresLeaseLedger leases;
    final PostgresAdmissionLedger admissions;
    final PostgresClaimLedger claims;
    final PostgresRunLedger runs;
    final PostgresFinishLedger ends;
    final PostgresCancelLedger cancellations;
    final PostgresRecoveryLedger recovery;
    final PostgresSteeringLedger steering;

    Replica(Pool pool) {
        leases = new PostgresLeaseLedger(new LeaseConnection(() -> pool, Duration.ofSeconds(10)), "runs");
        admissions = new PostgresAdmissionLedger(pool);
        claims = new PostgresClaimLedger(pool, unreadable::add);
        runs = new PostgresRunLedger(pool);
        ends = new PostgresFinishLedger(pool, unreadable::add);
        cancellations = new PostgresCancelLedger(pool, unreadable::add);
        recovery = new PostgresRecoveryLedger(pool, unreadable::add);
        steering = new PostgresSteeringLedger(pool, unreadable::add);
        renew(Duration.ofMinutes(5));
    }

    static <T> T done(Uni<T> call) {
        return call.await().atMost(Duration.ofSeconds(10));
    }

    static Room room(int places) {
        return places == 0 ? Room.NONE : new Room(List.of(new Room.Slots(ScriptedRunners.POOL, places)));
    }

    static Admission admission(Resolution resolution) {
        RecordPosition at = new RecordPosition(Topics.RUN_REQUESTS, 0, ++offsets);
        return AdmissionPlanner.plan(resolution, ProtocolCodec.encode(resolution), at, "0".repeat(32), NOW);
    }

    boolean renew(Duration term) {
        return done(leases.renew(incarnation, "test", term));
    }

    Admitted admit(Resolution resolution, int places) {
        return admit(List.of(resolution), places).getFirst();
    }

    List<Admitted> admit(List<Resolution> resolutions, int places) {
        return done(
                admissions.admit(resolutions.stream().map(Replica::admission).toList(), incarnation, room(places)));
    }

    Uni<Admitted> admitting(Resolution resolution) {
        return admissions
                .admit(List.of(admission(resolution)), incarnation, room(5))
                .map(List::getFirst);
    }

    List<ClaimedRun> claim(int places) {
        return claim(room(places), new WorkspaceTurns(WorkspaceWeights.EQUAL));
    }

    List<ClaimedRun> claim(Room room, WorkspaceTurns turns) {
        return done(claims.claim(incarnation, room, turns));
    }

    RunState.Running held(ClaimedRun run) {
        return new RunState.Running(run.attempt(), incarnation, false);
    }

    Finish end(ClaimedRun run) {
        ResultRecord terminal = HostResults.failed(
                run.resolution(), run.binding(), run.attempt(), FailureCode.RUNNER_ERROR, "x", "0".repeat(32), NOW);
        return new Finish(
                held(run),
                held(run).finished(),
                ScriptedRunners.RUNNER,
                terminal,
                Outcomes.failed(FailureCode.RUNNER_ERROR));
    }

    boolean store(ClaimedRun run) {
        return done(ends.store(List.of(end(run)))).getFirst();
    }

    List<ClaimedRun> mark(RunKey key, int places) {
        return marked(ends, key, places).claimed();
    }

    Released marked(FinishLedger ledger, RunKey key, int places) {
        return marked(ledger, key, room(places));
    }

    Released marked(FinishLedger ledger, RunKey key, Room room) {
        RecordPosition at = new RecordPosition(Topics.RUN_RESULTS, 0, ++positions);
        return done(ledger.mark(List.of(new Published(key, at, ScriptedRunners.RUNNER)), incarnation, room));
    }
}
