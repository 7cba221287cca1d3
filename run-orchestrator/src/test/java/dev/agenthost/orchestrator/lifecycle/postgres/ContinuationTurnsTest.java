package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.interaction.SubmissionOutcome;
import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.orchestrator.walk.ScriptedRunners;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events that continue a run which waits, admitted at the same moment by two replicas. */
class ContinuationTurnsTest extends TwoReplicas {
    private static final int CONVERSATIONS = 20;

    @ParameterizedTest
    @EnumSource(TurnPolicy.class)
    void anAnswerATimerAndTwoDelegatedEndsTakeTheirTurnsOneAfterTheOther(TurnPolicy policy) throws Exception {
        List<Resolution> continuations = new ArrayList<>();
        for (int c = 0; c < CONVERSATIONS; c++) {
            String conversation = RunRequests.conversation();
            ended(claimed(one, message(conversation, policy)));
            for (String type : List.of(
                    EventTypes.INTERACTION_SUBMITTED,
                    EventTypes.TIMER_FIRED,
                    EventTypes.DELEGATION_COMPLETED,
                    EventTypes.DELEGATION_COMPLETED)) {
                continuations.add(continuation(conversation, policy, type));
            }
        }

        List<ClaimedRun> active = new ArrayList<>(admittedByBoth(continuations));

        List<RunKey> begun = new ArrayList<>();
        while (!active.isEmpty()) {
            assertThat(active).as("one at a time").hasSize(CONVERSATIONS);
            assertThat(active)
                    .extracting(run -> run.resolution().event().conversationKey())
                    .doesNotHaveDuplicates();
            assertThat(two.claim(CONVERSATIONS)).isEmpty();
            List<ClaimedRun> next = new ArrayList<>();
            for (ClaimedRun run : active) {
                begun.add(run.key());
                next.addAll(ended(run));
            }
            active = next;
        }
        assertThat(begun)
                .containsExactlyInAnyOrderElementsOf(
                        continuations.stream().map(TwoReplicas::key).toList());
    }

    @ParameterizedTest
    @EnumSource(TurnPolicy.class)
    void aContinuationThatIsBegunAgainAfterALossKeepsTheOthersWaiting(TurnPolicy policy) throws Exception {
        String conversation = RunRequests.conversation();
        ended(claimed(one, message(conversation, policy)));
        ClaimedRun answer = claimed(one, continuation(conversation, policy, EventTypes.INTERACTION_SUBMITTED));
        Resolution timer = continuation(conversation, policy, EventTypes.TIMER_FIRED);
        assertThat(two.admit(timer, 5)).isInstanceOf(AdmissionOutcome.Waiting.class);

        assertThat(done(one.runs.requeue(answer.key(), one.held(answer), back(Duration.ZERO))))
                .isTrue();
        ClaimedRun again = two.claim(5).getFirst();

        assertThat(again.key()).isEqualTo(answer.key());
        assertThat(one.claim(5)).isEmpty();
        assertThat(two.store(again)).isTrue();
        assertThat(one.mark(again.key(), 5)).singleElement().satisfies(run -> assertThat(run.key())
                .isEqualTo(key(timer)));
    }

    @ParameterizedTest
    @EnumSource(TurnPolicy.class)
    void anAnswerAndATimerBeginAfterARunThatWasLostAfterItsWait(TurnPolicy policy) {
        HostEventsFixture events = new HostEventsFixture(pool);
        ClaimedRun lost = claimed(one, message(RunRequests.conversation(), policy));
        String token = events.ask(lost);
        events.fire(lost);
        assertThat(done(one.runs.requeue(lost.key(), one.held(lost), back(Duration.ZERO))))
                .isTrue();

        assertThat(events.respond(lost, token)).isInstanceOf(SubmissionOutcome.Accepted.class);
        List<ClaimedRun> active = begun(events, policy);
        assertThat(active)
                .extracting(ClaimedRun::key)
                .as("the second attempt alone")
                .containsExactly(lost.key());
        assertThat(begun(events, policy)).as("beside the second attempt").isEmpty();
        assertThat(two.lose(active.getFirst())).isTrue();
        assertThat(begun(events, policy)).as("before its end is published").isEmpty();

        List<String> answered = new ArrayList<>();
        active = two.mark(lost.key(), 5);
        while (answered.size() < 2) {
            active = active.isEmpty() ? begun(events, policy) : active;
            assertThat(active).as("one at a time").hasSize(1);
            assertThat(begun(events, policy)).isEmpty();
            answered.add(active.getFirst().resolution().event().eventType());
            active = ended(active.getFirst());
        }
        assertThat(answered).containsExactlyInAnyOrder(EventTypes.INTERACTION_SUBMITTED, EventTypes.TIMER_FIRED);
        assertThat(active).isEmpty();
        assertThat(begun(events, policy)).isEmpty();
    }

    /** Admits what the outbox publishes, and returns all runs that begin. */
    private List<ClaimedRun> begun(HostEventsFixture events, TurnPolicy policy) {
        List<ClaimedRun> begun = new ArrayList<>();
        for (EventEnvelope event : events.swept()) {
            if (two.admit(Resolutions.bound(event, binding(policy)), 5) instanceof AdmissionOutcome.Claimed now) {
                begun.add(now.run());
            }
        }
        begun.addAll(two.claim(5));
        return begun;
    }

    /** Admits each on both replicas at once, and returns those that begin. */
    private List<ClaimedRun> admittedByBoth(List<Resolution> resolutions) {
        List<Uni<AdmissionOutcome>> racing = new ArrayList<>();
        for (Resolution resolution : resolutions) {
            racing.add(one.admitting(resolution));
            racing.add(two.admitting(resolution));
        }
        List<AdmissionOutcome> outcomes = done(Uni.join().all(racing).andFailFast());
        assertThat(outcomes)
                .filteredOn(AdmissionOutcome.Repeated.class::isInstance)
                .hasSize(resolutions.size());
        return outcomes.stream()
                .filter(AdmissionOutcome.Claimed.class::isInstance)
                .map(outcome -> ((AdmissionOutcome.Claimed) outcome).run())
                .toList();
    }

    private List<ClaimedRun> ended(ClaimedRun run) {
        assertThat(one.lose(run) || two.lose(run)).isTrue();
        return two.mark(run.key(), 5);
    }

    private static Resolution message(String conversation, TurnPolicy policy) {
        return RunRequests.with(conversation, "x", policy, RetryPolicy.NEVER, DeadlinePolicy.defaults());
    }

    private static Resolution continuation(String conversation, TurnPolicy policy, String type) throws Exception {
        ObjectNode event = (ObjectNode) ProtocolCodec.tree(RunRequests.event(conversation, "x"));
        event.put("event_type", type);
        return Resolutions.bound(ProtocolCodec.decode(event, EventEnvelope.class), binding(policy));
    }

    private static BindingSnapshot binding(TurnPolicy policy) {
        return Resolutions.binding(
                RunnerId.parse(ScriptedRunners.RUNNER), policy, RetryPolicy.NEVER, DeadlinePolicy.defaults());
    }
}
