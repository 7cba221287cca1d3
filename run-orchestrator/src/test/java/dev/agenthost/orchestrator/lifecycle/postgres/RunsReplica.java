package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.orchestrator.flowcontrol.SlotReservation;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceFairQueue;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceWeights;
import dev.agenthost.orchestrator.lifecycle.admission.Admission;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionPlanner;
import dev.agenthost.orchestrator.lifecycle.finish.PublishedTermination;
import dev.agenthost.orchestrator.lifecycle.finish.RunOutcomeFactory;
import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.lifecycle.finish.RunTerminationRepository;
import dev.agenthost.orchestrator.lifecycle.finish.TurnRelease;
import dev.agenthost.orchestrator.result.HostResults;
import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunState;
import dev.agenthost.orchestrator.run.UnreadableRun;
import dev.agenthost.orchestrator.walk.ScriptedRunners;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.lease.postgres.LeaseConnection;
import dev.agenthost.platform.lease.postgres.PostgresLeaseRepository;
import dev.agenthost.protocol.error.FailureCode;
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
final class RunsReplica {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static long offsets;
    private static long positions;

    final Incarnation incarnation = new Incarnation(UUID.randomUUID());
    final List<UnreadableRun> unreadable = new CopyOnWriteArrayList<>();
    final PostgresLeaseRepository leases;
    final PostgresAdmissionRepository admissions;
    final PostgresClaimRepository claims;
    final PostgresRunRepository runs;
    final PostgresRunTerminationRepository ends;
    final PostgresCancellationRepository cancellations;
    final PostgresRecoveryRepository recovery;
    final PostgresSteeringRepository steering;

    RunsReplica(Pool pool) {
        leases = new PostgresLeaseRepository(new LeaseConnection(() -> pool, Duration.ofSeconds(10)), "runs");
        admissions = new PostgresAdmissionRepository(pool);
        claims = new PostgresClaimRepository(pool, unreadable::add);
        runs = new PostgresRunRepository(pool);
        ends = new PostgresRunTerminationRepository(pool, unreadable::add);
        cancellations = new PostgresCancellationRepository(pool, unreadable::add);
        recovery = new PostgresRecoveryRepository(pool, unreadable::add);
        steering = new PostgresSteeringRepository(pool, unreadable::add);
        renew(Duration.ofMinutes(5));
    }

    static <T> T done(Uni<T> call) {
        return call.await().atMost(Duration.ofSeconds(10));
    }

    static SlotReservation room(int places) {
        return places == 0
                ? SlotReservation.NONE
                : new SlotReservation(List.of(new SlotReservation.Slots(ScriptedRunners.POOL, places)));
    }

    static Admission admission(Resolution resolution) {
        RecordPosition at = new RecordPosition(Topics.RUN_REQUESTS, 0, ++offsets);
        return AdmissionPlanner.plan(resolution, ProtocolCodec.encode(resolution), at, "0".repeat(32), NOW);
    }

    boolean renew(Duration term) {
        return done(leases.renew(incarnation, "test", term));
    }

    AdmissionOutcome admit(Resolution resolution, int places) {
        return admit(List.of(resolution), places).getFirst();
    }

    List<AdmissionOutcome> admit(List<Resolution> resolutions, int places) {
        return done(admissions.admit(
                resolutions.stream().map(RunsReplica::admission).toList(), incarnation, room(places), List.of()));
    }

    Uni<AdmissionOutcome> admitting(Resolution resolution) {
        return admissions
                .admit(List.of(admission(resolution)), incarnation, room(5), List.of())
                .map(List::getFirst);
    }

    List<ClaimedRun> claim(int places) {
        return claim(room(places), new WorkspaceFairQueue(WorkspaceWeights.EQUAL));
    }

    List<ClaimedRun> claim(SlotReservation room, WorkspaceFairQueue turns) {
        return done(claims.claim(incarnation, room, turns));
    }

    RunState.Running held(ClaimedRun run) {
        return new RunState.Running(run.attempt(), incarnation, false);
    }

    RunTermination end(ClaimedRun run) {
        return end(run, FailureCode.RUNNER_ERROR);
    }

    private RunTermination end(ClaimedRun run, FailureCode code) {
        ResultRecord terminal =
                HostResults.failed(run.resolution(), run.binding(), run.attempt(), code, "x", "0".repeat(32), NOW);
        return new RunTermination(
                held(run), held(run).finished(), ScriptedRunners.RUNNER, terminal, RunOutcomeFactory.failed(code));
    }

    boolean store(ClaimedRun run) {
        return done(ends.store(List.of(end(run)))).getFirst();
    }

    /** Stores the end of a run that was interrupted. */
    boolean lose(ClaimedRun run) {
        return done(ends.store(List.of(end(run, FailureCode.HOST_LOST)))).getFirst();
    }

    List<ClaimedRun> mark(RunKey key, int places) {
        return marked(ends, key, places).claimed();
    }

    TurnRelease marked(RunTerminationRepository repository, RunKey key, int places) {
        return marked(repository, key, room(places));
    }

    TurnRelease marked(RunTerminationRepository repository, RunKey key, SlotReservation room) {
        RecordPosition at = new RecordPosition(Topics.RUN_RESULTS, 0, ++positions);
        return done(
                repository.mark(List.of(new PublishedTermination(key, at, ScriptedRunners.RUNNER)), incarnation, room));
    }
}
