package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.hostevent.HostEvents;
import dev.agenthost.orchestrator.hostevent.postgres.PostgresHostEventRepository;
import dev.agenthost.orchestrator.lifecycle.finish.RunTerminationFactory;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunCommand;
import dev.agenthost.orchestrator.run.RunDecider;
import dev.agenthost.orchestrator.run.RunDecision;
import dev.agenthost.orchestrator.run.StoredRun;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events of the host that are due while the run which they continue is active. */
class HeldEventsTest extends TwoReplicas {
    private final PostgresHostEventRepository events = new PostgresHostEventRepository(pool);

    @ParameterizedTest
    @ValueSource(strings = {EventTypes.INTERACTION_SUBMITTED, EventTypes.TIMER_FIRED})
    void aResponseAndATimerAreHeldUntilTheEndOfTheRunIsPublished(String type) {
        ClaimedRun run = active(TurnPolicy.PARALLEL);
        EventEnvelope event = due(run, type);

        assertThat(claim()).isEmpty();
        assertThat(one.store(run)).isTrue();
        assertThat(claim()).as("its end is not published").isEmpty();
        two.mark(run.key(), 0);
        assertThat(claim()).containsExactly(event);
        assertThat(claim()).as("claimed by a replica").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {EventTypes.DELEGATION_REQUESTED, EventTypes.DELEGATION_COMPLETED})
    void theEventsOfADelegationAreNotHeld(String type) {
        ClaimedRun run = active(TurnPolicy.PARALLEL);

        assertThat(List.of(due(run, type))).isEqualTo(claim());
    }

    @Test
    void aRunThatHasATurnAndARunThatIsUnknownHoldNothing() {
        ClaimedRun serial = active(TurnPolicy.SERIAL);
        ClaimedRun unknown = active(TurnPolicy.PARALLEL);
        List<EventEnvelope> due =
                List.of(due(serial, EventTypes.TIMER_FIRED), due(unknown, EventTypes.INTERACTION_SUBMITTED));
        run("DELETE FROM runs.runs WHERE run_id = '" + unknown.runId() + "'");

        assertThat(claim()).containsExactlyInAnyOrderElementsOf(due);
    }

    @Test
    void theDeadlineOfARunThatDoesNotEndReleasesItsEvents() {
        ClaimedRun run = active(TurnPolicy.PARALLEL);
        EventEnvelope event = due(run, EventTypes.INTERACTION_SUBMITTED);
        done(one.runs.requeue(run.key(), one.held(run), back(Duration.ofHours(1))));
        assertThat(claim()).isEmpty();

        run("UPDATE runs.runs SET queue_deadline = clock_timestamp() - interval '3 seconds'");
        StoredRun late = done(two.recovery.queuedTooLong(5)).getFirst();
        RunDecision.End end = (RunDecision.End)
                RunDecider.decide(late.state(), RetryPolicy.NEVER, new RunCommand.QueueLimitPassed(late.heldUpBy()));
        done(two.ends.store(List.of(RunTerminationFactory.of(late, end, "for a test", Instant.EPOCH))));
        one.mark(run.key(), 0);

        assertThat(claim()).containsExactly(event);
    }

    @Test
    void heldEventsKeepNoOtherWaitingAndEachIsClaimedByOneReplica() {
        ClaimedRun busy = active(TurnPolicy.PARALLEL);
        for (int i = 0; i < PostgresHostEventRepository.MOST_CLAIMED; i++) {
            due(busy, EventTypes.TIMER_FIRED);
        }
        List<EventEnvelope> free = new ArrayList<>();
        ClaimedRun ended = active(TurnPolicy.PARALLEL);
        assertThat(one.store(ended)).isTrue();
        two.mark(ended.key(), 0);
        for (int i = 0; i < 50; i++) {
            free.add(due(ended, EventTypes.INTERACTION_SUBMITTED));
        }

        List<EventEnvelope> claimed = new ArrayList<>();
        done(Uni.join()
                        .all(List.of(events.claimDue(), new PostgresHostEventRepository(pool).claimDue()))
                        .andFailFast())
                .forEach(claimed::addAll);
        assertThat(claimed).containsExactlyInAnyOrderElementsOf(free);
    }

    private ClaimedRun active(TurnPolicy policy) {
        return claimed(
                one,
                RunRequests.with(
                        RunRequests.conversation(), "x", policy, RetryPolicy.NEVER, DeadlinePolicy.defaults()));
    }

    private List<EventEnvelope> claim() {
        return done(events.claimDue());
    }

    private static EventEnvelope due(ClaimedRun run, String type) {
        EventEnvelope event = HostEvents.continuing(
                        run,
                        new EventId(UUID.randomUUID()),
                        type,
                        AgentInput.empty(),
                        JsonNodeFactory.instance.objectNode(),
                        Instant.parse("2026-11-21T10:00:00Z"))
                .fingerprinted();
        done(pool.preparedQuery("INSERT INTO runs.host_events (workspace_id, event_id, event, publish_after)"
                        + " VALUES ($1, $2, $3, clock_timestamp())")
                .execute(Tuple.of(
                        event.workspaceId(),
                        event.eventId().value(),
                        new String(ProtocolCodec.encode(event), StandardCharsets.UTF_8))));
        return event;
    }

    private static void run(String sql) {
        done(pool.query(sql).execute());
    }
}
