package dev.agenthost.orchestrator.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.agenthost.orchestrator.LogLines;
import dev.agenthost.orchestrator.lifecycle.finish.FailedRunLog;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs that fail, and those that are tried again. */
@QuarkusTest
@TestProfile(ScriptedProfile.class)
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
class FailuresTest extends RunsOnTopics {
    @Test
    void aFailureKeepsTheRunnersCodeAndSaysAPlainSentence() {
        Resolution run = request(RunRequests.of("fail"));
        ended(run);

        assertThat(last(run).data().path("code").asText()).isEqualTo("my.code");
        run(run).body("outcome.code", equalTo("my.code"))
                .body("outcome.sentence", equalTo("The assistant could not answer this."));
    }

    @Test
    void theRunnersOwnWordsAreForWhoMayEndRuns() {
        Resolution run = request(RunRequests.of("fail"));
        ended(run);

        String text = last(run).data().path("error").asText();
        assertThat(text).isNotEmpty();
        run(run).body("outcome.error", equalTo(text));
        get(ScriptedProfile.VIEWER_KEY, run.runId())
                .body("outcome.code", equalTo("my.code"))
                .body("outcome.error", nullValue());
    }

    @Test
    void failsWhenItsDeadlinePasses() {
        Resolution run = request(RunRequests.limited(60, 1, "hang"));
        ended(run);

        assertThat(last(run).data().path("code").asText()).isEqualTo("deadline_exceeded");
        assertThat(last(run).data().path("retryable").asBoolean()).isTrue();
    }

    @Test
    void failsWhenNoRunnerComesWithinTheQueuesLimit() {
        Resolution run = request(RunRequests.by(RunnerId.parse("plugin:nobody/is/here"), 1));
        ended(run);

        assertThat(topic.frames(run.runId()))
                .extracting(ResultFrame::type)
                .containsExactly("run.started", "run.failed");
        assertThat(last(run).data().path("code").asText()).isEqualTo("runner.unavailable");
    }

    /** The queue's limit is twice as long as the test waits. */
    @Test
    void aRunWhoseRunnerIsConnectedNowhereFailsAtOnce() {
        Resolution run = request(RunRequests.by(RunnerId.parse("plugin:nobody/is/here"), 60));
        ended(run);

        assertThat(last(run).data().path("code").asText()).isEqualTo("runner.unavailable");
        run(run).body("outcome.error", equalTo("no runner plugin:nobody/is/here is connected for this workspace"));
    }

    @Test
    void failsAsContextUnavailableWhenThatHeldItUp() {
        Resolution run = request(RunRequests.limited(1, 60, "nocontext"));
        ended(run);

        assertThat(last(run).data().path("code").asText()).isEqualTo("context.unavailable");
    }

    @Test
    void aLostRunnerEndsARunThatIsNotRetried() {
        Resolution run = request(RunRequests.of("lost"));
        ended(run);

        assertThat(last(run).data().path("code").asText()).isEqualTo("runner.lost");
        assertThat(runners.starts(run.runId().toString())).isEqualTo(1);
    }

    @Test
    void anUntouchedRunIsTriedAgainAndATouchedOneIsNot() {
        Resolution untouched = request(RunRequests.retried(RetryPolicy.UNTOUCHED, "lost"));
        Resolution touched = request(RunRequests.retried(RetryPolicy.UNTOUCHED, "hang"));
        ended(untouched);
        await().atMost(PATIENCE).until(() -> topic.frames(touched.runId()).size() == 2);
        runners.lose(touched.runId());
        ended(touched);

        assertThat(last(untouched).type()).isEqualTo("run.completed");
        assertThat(topic.records(untouched.runId()).getLast().results().attempt())
                .isEqualTo(2);
        assertThat(last(touched).data().path("code").asText()).isEqualTo("runner.lost");
    }

    @Test
    void eachFailedRunHasOneLineInTheLogWithItsRunnerAndItsCode() {
        Resolution unreadable = RunRequests.of("say 1");
        try (LogLines log = new LogLines(FailedRunLog.class)) {
            Resolution failed = request(RunRequests.of("fail"));
            Resolution alone = request(RunRequests.by(RunnerId.parse("plugin:nobody/is/here"), 1));
            topic.request(unreadable, "{}".getBytes(StandardCharsets.UTF_8));
            Resolution completed = request(RunRequests.of("say 1"));
            Resolution cancelled = request(RunRequests.of("hang"));
            await().atMost(PATIENCE).until(() -> topic.frames(cancelled.runId()).size() == 2);
            cancel(cancelled.runId());
            List.of(failed, alone, unreadable, completed, cancelled).forEach(RunsOnTopics::ended);

            assertThat(log.with(failed.runId())).containsExactly(line(failed, 1, ScriptedRunners.RUNNER, "my.code"));
            assertThat(log.with(alone.runId()))
                    .containsExactly(line(alone, 1, "plugin:nobody/is/here", "runner.unavailable"));
            assertThat(log.with(unreadable.runId()))
                    .containsExactly("run failed runId=" + unreadable.runId() + " attempt=1 errorCode=run.undecodable");
            assertThat(log.with(completed.runId())).isEmpty();
            assertThat(log.with(cancelled.runId())).isEmpty();
        }
    }

    private static String line(Resolution run, int attempt, String runner, String code) {
        return "run failed runId=" + run.runId() + " attempt=" + attempt + " runnerId=" + runner + " errorCode=" + code;
    }

    @Test
    void whatCouldNotStartIsTriedAgainUnderANewAttempt() {
        Resolution run = request(RunRequests.of("late"));
        ended(run);

        RunTopics.Received end = topic.records(run.runId()).getLast();
        assertThat(end.results().attempt()).isEqualTo(2);
        assertThat(last(run).type()).isEqualTo("run.completed");
    }
}
