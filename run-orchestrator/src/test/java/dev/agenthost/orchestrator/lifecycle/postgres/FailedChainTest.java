package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.hostevent.HostEvents;
import dev.agenthost.orchestrator.interaction.Questions;
import dev.agenthost.orchestrator.interaction.postgres.PostgresQuestionRepository;
import dev.agenthost.orchestrator.lifecycle.ContinuedRun;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.lifecycle.finish.RunOutcomeFactory;
import dev.agenthost.orchestrator.lifecycle.finish.RunTermination;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.timer.postgres.PostgresTimerRepository;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.run.Resolution;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A run that fails is continued by nothing: neither by its timers and questions nor by an event that is published already. */
class FailedChainTest extends TwoReplicas {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    private final PostgresTimerRepository timers = new PostgresTimerRepository(pool);
    private final PostgresQuestionRepository questions = new PostgresQuestionRepository(pool);

    @Test
    void theTimersAndTheQuestionsOfARunThatFailsAreWithdrawnWithItsEnd() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        ClaimedRun other = claimed(one, RunRequests.of("x"));
        timer(run);
        timer(other);
        ask(run);

        assertThat(one.store(run)).isTrue();

        assertThat(count("host_events WHERE publish_after IS NOT NULL"))
                .as("that of the other run")
                .isOne();
        assertThat(count("interactions WHERE expires_at > clock_timestamp()")).isZero();
        assertThat(view(run.key()).cancelRequestedAt()).as("it has failed").isNull();
    }

    @Test
    void theTimersAndTheQuestionsOfARunThatCompletesStay() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        timer(run);
        ask(run);

        assertThat(complete(run, "stop")).isTrue();

        assertThat(count("host_events WHERE publish_after IS NOT NULL")).isOne();
        assertThat(done(questions.list(run.key())).getFirst().question().expiresAt())
                .isAfter(NOW);
    }

    @Test
    void theTimersAndTheQuestionsOfARunThatWasInterruptedStay() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        timer(run);
        ask(run);

        assertThat(one.lose(run)).isTrue();

        assertThat(count("host_events WHERE publish_after IS NOT NULL")).isOne();
        assertThat(done(questions.list(run.key())).getFirst().question().expiresAt())
                .isAfter(NOW);
    }

    @Test
    void whatAnEarlierRunOfTheChainHasSetIsWithdrawnToo() {
        ClaimedRun first = claimed(one, RunRequests.of("x"));
        timer(first);
        Resolution second = continuing(first);
        complete(first, "waiting");
        one.mark(first.key(), 0);
        ClaimedRun failing = claimed(two, second);

        assertThat(two.store(failing)).isTrue();

        assertThat(count("host_events WHERE publish_after IS NOT NULL")).isZero();
    }

    @Test
    void aRunThatIsAdmittedBeforeTheFailureDoesNotStart() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        timer(run);
        Resolution next = continuing(run);
        assertThat(two.admit(next, 5)).isInstanceOf(AdmissionOutcome.Waiting.class);

        one.store(run);

        assertThat(one.mark(run.key(), 5)).isEmpty();
        assertThat(cancelled(two)).containsExactly(next.runId());
    }

    @Test
    void aRunThatIsAdmittedAfterTheFailureDoesNotStart() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        timer(run);
        Resolution next = continuing(run);
        one.store(run);
        one.mark(run.key(), 0);

        done(two.cancellations.continued(List.of(continued(run, next))));

        assertThat(two.admit(next, 5)).isNotInstanceOf(AdmissionOutcome.Claimed.class);
        assertThat(cancelled(two)).containsExactly(next.runId());
    }

    @Test
    void anAdmissionBesideTheFailureIsSeenByTheNextPoll() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        timer(run);
        Resolution next = continuing(run);
        done(two.cancellations.continued(List.of(continued(run, next))));
        one.store(run);
        assertThat(two.admit(next, 5)).isInstanceOf(AdmissionOutcome.Waiting.class);

        assertThat(cancelled(one)).containsExactly(next.runId());
        assertThat(one.mark(run.key(), 5)).isEmpty();
    }

    @Test
    void theNextPollOfAnotherReplicaWithdrawsAfterADeath() {
        ClaimedRun run = claimed(one, RunRequests.of("x"));
        timer(run);
        ask(run);
        done(new Statements(pool)
                .run(PostgresRunTerminationRepository.STORE, new RunTerminationColumns(List.of(one.end(run))).all()));
        assertThat(count("host_events WHERE publish_after IS NOT NULL")).isOne();

        assertThat(cancelled(two)).isEmpty();

        assertThat(count("host_events WHERE publish_after IS NOT NULL")).isZero();
        assertThat(count("interactions WHERE expires_at > clock_timestamp()")).isZero();
    }

    @Test
    void anotherChainOfTheConversationGoesOn() {
        String conversation = RunRequests.conversation();
        ClaimedRun waiting = claimed(one, RunRequests.in(conversation, "x"));
        timer(waiting);
        complete(waiting, "waiting");
        one.mark(waiting.key(), 0);
        ClaimedRun failing = claimed(one, RunRequests.in(conversation, "y"));
        timer(failing);
        Resolution next = continuing(waiting);
        two.admit(next, 5);

        one.store(failing);

        assertThat(count("host_events WHERE publish_after IS NOT NULL")).isOne();
        assertThat(cancelled(two)).isEmpty();
        assertThat(one.mark(failing.key(), 5)).extracting(ClaimedRun::runId).containsExactly(next.runId());
    }

    private void timer(ClaimedRun run) {
        done(timers.set(run.lineage().originRunId(), event(run), Duration.ofHours(1)));
    }

    private void ask(ClaimedRun run) {
        done(questions.ask(Questions.asked(run, List.of(), Instant.now())));
    }

    private static EventEnvelope event(ClaimedRun run) {
        return HostEvents.continuing(
                        run,
                        new EventId(UUID.randomUUID()),
                        EventTypes.TIMER_FIRED,
                        AgentInput.empty(),
                        JsonNodeFactory.instance.objectNode(),
                        NOW)
                .fingerprinted();
    }

    private static Resolution continuing(ClaimedRun run) {
        return Resolutions.bound(event(run), run.binding());
    }

    private static ContinuedRun continued(ClaimedRun run, Resolution next) {
        return new ContinuedRun(
                key(next), next.event().conversationKey().value(), run.lineage().originRunId());
    }

    private boolean complete(ClaimedRun run, String reason) {
        RunTermination end = one.end(run);
        RunTermination completed = new RunTermination(
                one.held(run),
                end.after(),
                end.runnerId(),
                end.terminal(),
                RunOutcomeFactory.completed(new RunCompleted(reason, null)));
        return done(one.ends.store(List.of(completed))).getFirst();
    }

    private static List<RunId> cancelled(RunsReplica replica) {
        return done(replica.cancellations.open(replica.incarnation, 10)).stream()
                .map(run -> run.key().runId())
                .toList();
    }

    private static long count(String rows) {
        return done(pool.query("SELECT count(*) FROM runs." + rows).execute())
                .iterator()
                .next()
                .getLong(0);
    }
}
