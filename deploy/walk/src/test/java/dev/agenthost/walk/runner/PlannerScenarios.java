package dev.agenthost.walk.runner;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.plan.Demo;
import dev.agenthost.local.settings.Service;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.SseEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Graphs of actions that the box's own runner executes, with its processes killed in between. */
abstract class PlannerScenarios extends ContinuationScenarios {
    /** The process of the runner in the box. */
    private static final String RUNNER = "action-graph";

    @Test
    void aGraphAsksAnAgentAndAPersonAndGoesOnAfterTheDeathOfRunnerAndHost() throws Exception {
        planner("overseen", "clerk", 5);
        clerk("overseen", "clerk");
        String conversation = fresh();
        FrontDoor.Accepted asked = walk.door.say("overseen", conversation, fresh(), "approve: count the towers");
        List<SseEvent> stream = walk.door.follow(asked.stream());
        assertThat(stream.getLast().payload().path("finish_reason").asText()).isEqualTo("waiting");
        JsonNode question = StreamedQuestions.in(stream).getFirst();
        walk.box.kill(RUNNER, 1);
        walk.box.kill(Service.RUN_ORCHESTRATOR.module(), 1);

        String path = "/api/v1/runs/" + asked.runId() + "/interactions/"
                + question.at("/payload/interaction_id").asText();
        ObjectNode approval = FrontDoor.JSON
                .createObjectNode()
                .put("token", question.at("/target/token").asText())
                .put("action_id", "approve")
                .put("actor_id", "walker");
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> walk.door.call("POST", path, approval).status() == 202);
        await().atMost(Duration.ofSeconds(90))
                .ignoreExceptions()
                .until(() -> walk.door.spoken("overseen", conversation).size() >= 2);
        assertThat(walk.door.spoken("overseen", conversation))
                .hasSize(2)
                .first()
                .isEqualTo("I ask the clerk, and then you.");
        assertThat(walk.door.spoken("overseen", conversation).getLast())
                .endsWith(
                        "The runtime executed 3 actions: read_request (completed), ask_clerk (completed), send (completed).");
        assertThat(walk.door
                        .get("/api/v1/runs?bot_id=overseen&runner_id=" + Demo.RUNNER_ID)
                        .body()
                        .path("items"))
                .as("the clerk was asked once")
                .hasSize(1);
    }

    @Test
    void aRunEndsWhileItsGraphWaitsForAnAgentAndTheNextOneAsksThePerson() throws Exception {
        planner("patient", "clerk", 0);
        clerk("patient", "clerk");
        String conversation = fresh();
        FrontDoor.Accepted asked = walk.door.say("patient", conversation, fresh(), "approve: count the towers");
        List<SseEvent> stream = walk.door.follow(asked.stream());
        assertThat(stream.getLast().payload().path("finish_reason").asText()).isEqualTo("waiting");
        assertThat(StreamedQuestions.in(stream)).as("the clerk works").isEmpty();

        JsonNode question = await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> questionOfALaterRun("patient", asked.runId().toString()), found -> !found.isMissingNode());
        String run = question.path("run_id").asText();
        ObjectNode approval = FrontDoor.JSON
                .createObjectNode()
                .put("token", question.path("token").asText())
                .put("action_id", "approve")
                .put("actor_id", "walker");
        String path = "/api/v1/runs/" + run + "/interactions/"
                + question.at("/request/interaction_id").asText();
        assertThat(walk.door.call("POST", path, approval).status()).isEqualTo(202);
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> walk.door.spoken("patient", conversation).size() >= 2);
        assertThat(walk.door.spoken("patient", conversation))
                .hasSize(2)
                .last()
                .asString()
                .endsWith(
                        "The runtime executed 3 actions: read_request (completed), ask_clerk (completed), send (completed).");
    }

    /** The question of another run of the planner, with the id of its run. */
    private JsonNode questionOfALaterRun(String bot, String first) {
        JsonNode runs = walk.door
                .get("/api/v1/runs?bot_id=" + bot + "&runner_id=" + Demo.PLANNING_RUNNER_ID)
                .body()
                .path("items");
        for (JsonNode run : runs) {
            String id = run.path("run_id").asText();
            JsonNode question = id.equals(first)
                    ? MissingNode.getInstance()
                    : walk.door
                            .get("/api/v1/runs/" + id + "/interactions")
                            .body()
                            .at("/items/0");
            if (!question.isMissingNode()) {
                return ((ObjectNode) question).put("run_id", id);
            }
        }
        return MissingNode.getInstance();
    }

    /** @param seconds longest wait within a run */
    private void planner(String bot, String clerk, int seconds) {
        ObjectNode policies = FrontDoor.JSON.createObjectNode();
        ObjectNode config = policies.putObject("runner_config");
        config.put("max-wait-seconds", seconds);
        config.putObject("model").put("primary", Demo.MODEL).putArray("fallbacks");
        config.putArray("agents").addObject().put("id", clerk).put("description", "Repeats words.");
        ObjectNode resources = policies.putObject("resource_policy");
        resources.putArray("agents").add(clerk);
        resources
                .putArray("host_apis")
                .add("history")
                .add("state")
                .add("artifacts")
                .add("timers");
        walk.demo.bind(bot, walk.demo.agent(bot, Demo.PLANNING_RUNNER_ID, policies));
    }

    private void clerk(String bot, String clerk) {
        ObjectNode agent = FrontDoor.JSON.createObjectNode();
        agent.put("agent_id", clerk).put("name", clerk).put("runner_id", Demo.RUNNER_ID);
        assertThat(walk.door.call("POST", "/api/v1/agents", agent).status())
                .as("both scenarios have the same clerk")
                .isIn(201, 409);
        walk.demo.bind("b-" + bot + "-" + clerk, bot, clerk, "delegation.requested");
    }
}
