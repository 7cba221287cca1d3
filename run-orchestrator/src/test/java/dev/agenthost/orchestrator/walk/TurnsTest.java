package dev.agenthost.orchestrator.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs of one conversation that stand in each other's way, and runs that somebody stops. */
@QuarkusTest
@TestProfile(ScriptedProfile.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
class TurnsTest extends RunsOnTopics {
    @Test
    void parallelRunsDoNotWaitForEachOther() {
        String conversation = RunRequests.conversation();
        Resolution first = RunRequests.with(
                conversation, "hang", TurnPolicy.PARALLEL, RetryPolicy.NEVER, new DeadlinePolicy(60, 20));
        Resolution second = RunRequests.with(
                conversation, "say 1", TurnPolicy.PARALLEL, RetryPolicy.NEVER, DeadlinePolicy.defaults());
        topic.request(first);
        topic.request(second);
        ended(second);

        assertThat(topic.hasEnded(first.runId())).isFalse();
        cancel(first.runId());
        ended(first);
    }

    @Test
    void rejectedWhileBusy() {
        String conversation = RunRequests.conversation();
        Resolution first = request(RunRequests.in(conversation, "hang"));
        Resolution second = request(RunRequests.with(
                conversation, "say 1", TurnPolicy.REJECT, RetryPolicy.NEVER, DeadlinePolicy.defaults()));
        ended(second);

        assertThat(last(second).data().path("reason").asText()).isEqualTo("rejected");
        cancel(first.runId());
        ended(first);
    }

    @Test
    void interruptsTheActiveRun() {
        String conversation = RunRequests.conversation();
        Resolution first = request(RunRequests.in(conversation, "hang"));
        Resolution second = request(RunRequests.with(
                conversation, "say 1", TurnPolicy.INTERRUPT, RetryPolicy.NEVER, DeadlinePolicy.defaults()));
        ended(first);
        ended(second);

        assertThat(last(first).data().path("code").asText()).isEqualTo("cancelled");
        assertThat(last(second).type()).isEqualTo("run.completed");
    }

    @Test
    void cancelsARunningRunAndTheOneThatWaits() {
        String conversation = RunRequests.conversation();
        Resolution running = request(RunRequests.in(conversation, "hang"));
        Resolution waiting = request(RunRequests.in(conversation, "say 1"));
        await().atMost(PATIENCE).until(() -> !topic.frames(running.runId()).isEmpty());
        await().atMost(PATIENCE).until(() -> state(waiting.runId()).equals("waiting"));

        cancel(waiting.runId());
        ended(waiting);
        cancel(running.runId());
        cancel(running.runId());
        ended(running);

        for (Resolution run : List.of(running, waiting)) {
            assertThat(last(run).data().path("code").asText()).isEqualTo("cancelled");
            assertThat(topic.frames(run.runId()).getFirst().type()).isEqualTo("run.started");
        }
        Resolution next = request(RunRequests.in(conversation, "say 1"));
        ended(next);
        assertThat(last(next).type()).isEqualTo("run.completed");
    }

    @Test
    void aRunCancelledBeforeItsAdmissionNeverStarts() {
        Resolution run = RunRequests.of("say 1");
        cancel(run.runId());
        get(run.runId()).statusCode(404);
        topic.request(run);
        ended(run);

        assertThat(last(run).data().path("code").asText()).isEqualTo("cancelled");
        assertThat(runners.starts(run.runId().toString())).isZero();
        run(run).body("cancel_reason", equalTo("for a test"));
    }
}
