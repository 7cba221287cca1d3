package dev.agenthost.walk.runner;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.settings.Service;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.SseEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Questions, delegations and timers of runners, with run-orchestrator killed in between: the runner is continued once. */
abstract class ContinuationScenarios extends ModelRunnerScenarios {
    @Test
    void aResponseAfterAKillReachesTheRunnerThatAskedOnce() throws Exception {
        walk.demo.bind("asker", walk.demo.agent("asker", QuestionRunner.RUNNER_ID, FrontDoor.JSON.createObjectNode()));
        String conversation = fresh();
        try (RunnerHost host = connected(QuestionRunner.plugin())) {
            FrontDoor.Accepted asked = walk.door.say("asker", conversation, fresh(), "deploy");
            List<SseEvent> events = walk.door.follow(asked.stream());
            assertThat(events.getLast().payload().path("finish_reason").asText())
                    .isEqualTo("waiting");
            SseEvent question = events.stream()
                    .filter(event -> event.type().equals("action.requested"))
                    .findFirst()
                    .orElseThrow();
            walk.box.kill(Service.RUN_ORCHESTRATOR.module(), 1);

            String path = "/api/v1/runs/" + asked.runId() + "/interactions/deploy";
            ObjectNode approval = FrontDoor.JSON
                    .createObjectNode()
                    .put("token", question.payload().at("/target/token").asText())
                    .put("action_id", "approve")
                    .put("actor_id", "ada");
            await().ignoreExceptions()
                    .until(() -> walk.door.call("POST", path, approval).status() == 202);
            FrontDoor.Answer first = walk.door.call("POST", path, approval);
            List<FrontDoor.Answer> clicks = IntStream.range(0, 50)
                    .parallel()
                    .mapToObj(click -> walk.door.call("POST", path, approval))
                    .toList();
            assertThat(clicks).allMatch(first::equals);
            ObjectNode rejection = approval.deepCopy().put("action_id", "reject");
            assertThat(walk.door.call("POST", path, rejection).status()).isEqualTo(409);

            await().until(() -> !walk.door.spoken("asker", conversation).isEmpty());
            assertThat(walk.door.spoken("asker", conversation)).containsExactly("approve of deploy");
            assertThat(walk.awaitEnded(first.body().path("run_id").asText())
                            .at("/outcome/type")
                            .asText())
                    .isEqualTo("run.completed");
        }
    }

    /** run-orchestrator is killed before the delegation is published, and while the other agent works. */
    @Test
    void aDelegationAndATimerContinueTheirRunnerOnceAfterAKill() throws Exception {
        ObjectNode planner = FrontDoor.JSON.createObjectNode().put("retry_policy", "resumable");
        ObjectNode resources = planner.putObject("resource_policy");
        resources.putArray("agents").add("helper");
        resources.putArray("host_apis").add("timers");
        walk.demo.bind("delegating", walk.demo.agent("planner", DelegatingRunner.PLANNER, planner));
        ObjectNode helper = FrontDoor.JSON.createObjectNode().put("retry_policy", "untouched");
        walk.demo.agent("helper", DelegatingRunner.HELPER, helper);
        walk.demo.bind("b-helper", "delegating", "helper", "delegation.requested");
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        String conversation = fresh();
        walk.arm("orchestrator.63-delegated");
        try (RunnerHost host = connected(DelegatingRunner.plugin(asked, goesOn))) {
            FrontDoor.Accepted planned = walk.door.say("delegating", conversation, fresh(), "counting");
            assertThat(walk.door
                            .follow(planned.stream())
                            .getLast()
                            .payload()
                            .path("finish_reason")
                            .asText())
                    .isEqualTo("waiting");
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(walk.sprung("orchestrator.63-delegated")).isTrue();
            walk.box.kill(Service.RUN_ORCHESTRATOR.module(), 1);
            goesOn.countDown();

            await().atMost(Duration.ofSeconds(90))
                    .ignoreExceptions()
                    .until(() -> walk.door.spoken("delegating", conversation).size() >= 2);
            assertThat(walk.door.spoken("delegating", conversation))
                    .containsExactlyInAnyOrder("timer later", "completed: helped with counting");
        } finally {
            walk.disarm("orchestrator.63-delegated");
        }
    }

    @Test
    void aKillBeforeAQuestionIsPublishedAndOneBeforeItsResponseIsLoseNothing() throws Exception {
        ObjectNode resumable = FrontDoor.JSON.createObjectNode().put("retry_policy", "resumable");
        walk.demo.bind("careful", walk.demo.agent("careful", QuestionRunner.RUNNER_ID, resumable));
        String conversation = fresh();
        try (RunnerHost host = connected(QuestionRunner.plugin())) {
            walk.arm("orchestrator.62-asked");
            FrontDoor.Accepted asked = walk.door.say("careful", conversation, fresh(), "deploy");
            List<SseEvent> questions = walk.door.follow(asked.stream()).stream()
                    .filter(event -> event.type().equals("action.requested"))
                    .toList();
            assertThat(walk.sprung("orchestrator.62-asked")).isTrue();
            assertThat(questions).hasSize(1);
            String path = "/api/v1/runs/" + asked.runId() + "/interactions";
            assertThat(walk.door.get(path).body().path("items")).hasSize(1);

            walk.arm("orchestrator.97-response-stored");
            ObjectNode approval = FrontDoor.JSON
                    .createObjectNode()
                    .put(
                            "token",
                            questions.getFirst().payload().at("/target/token").asText())
                    .put("action_id", "approve")
                    .put("actor_id", "ada");
            await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptions()
                    .until(() ->
                            walk.door.call("POST", path + "/deploy", approval).status() == 202
                                    && walk.sprung("orchestrator.97-response-stored"));
            await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptions()
                    .until(() -> !walk.door.spoken("careful", conversation).isEmpty());
            assertThat(walk.door.spoken("careful", conversation)).containsExactly("approve of deploy");
        } finally {
            walk.disarm("orchestrator.62-asked");
            walk.disarm("orchestrator.97-response-stored");
        }
    }
}
