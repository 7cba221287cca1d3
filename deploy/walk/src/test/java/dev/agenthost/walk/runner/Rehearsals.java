package dev.agenthost.walk.runner;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.plan.Demo;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.SseEvent;
import dev.agenthost.walk.box.WalkBox;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** People who ask for a graph of ten actions, approve what they are asked, and read the answer. */
public final class Rehearsals {
    public static final String BOT = "rehearsing";
    private static final String CLERK = "rehearsal-clerk";
    private static final Duration LONG = Duration.ofSeconds(150);

    private final WalkBox walk;
    private final int waitSeconds;

    /** @param waitSeconds seconds for which a run waits for the clerk before it ends and goes on later; 60 are more than it needs */
    public Rehearsals(WalkBox walk, int waitSeconds) {
        this.walk = walk;
        this.waitSeconds = waitSeconds;
    }

    /** The agent with its tools, and the agent that it asks. Its runs are begun again after a loss. */
    public void prepare() {
        FrontDoor.Answer server = walk.door.call(
                "POST", "/api/v1/mcp-servers", "{\"server_id\":\"ledger\",\"kind\":\"stdio\",\"command\":\"ledger\"}");
        if (server.status() != 201) {
            throw new AssertionError(server.toString());
        }
        ObjectNode policies = FrontDoor.JSON.createObjectNode().put("retry_policy", "resumable");
        ObjectNode config = policies.putObject("runner_config");
        config.put("max-wait-seconds", waitSeconds);
        config.putObject("model").put("primary", Demo.MODEL).putArray("fallbacks");
        config.putArray("agents").addObject().put("id", CLERK).put("description", "Repeats words.");
        ObjectNode resources = policies.putObject("resource_policy");
        resources.putArray("tools").add("ledger/note").add("ledger/refuse").add("ledger/recite");
        resources.putArray("agents").add(CLERK);
        resources.putArray("host_apis").add("history").add("state").add("artifacts");
        walk.demo.bind(BOT, walk.demo.agent(BOT, Demo.PLANNING_RUNNER_ID, policies));
        walk.demo.agent(CLERK, Demo.RUNNER_ID, FrontDoor.JSON.createObjectNode().put("retry_policy", "resumable"));
        walk.demo.bind("b-" + CLERK, BOT, CLERK, "delegation.requested");
        await("the program answers")
                .atMost(Duration.ofSeconds(60))
                .until(() -> walk.door.get("/api/v1/mcp-servers/ledger/tools").status() == 200);
    }

    /** The settings of a box whose tools write that file. */
    public static Map<String, String> settings(Path ledger) {
        return Map.of(
                "agenthost.tools.stdio.\"ledger\".command",
                String.join(",", LedgerMcpServer.command(ledger)),
                "agenthost.tools.stdio.\"ledger\".workspaces",
                "*");
    }

    /** One rehearsal from its beginning to its end. */
    Rehearsal whole() {
        return whole(() -> {});
    }

    /** @param whileWaiting happens once the person has been asked and before the approval */
    Rehearsal whole(Runnable whileWaiting) {
        String mark = fresh();
        String conversation = fresh();
        FrontDoor.Accepted asked = walk.door.say(BOT, conversation, fresh(), "rehearse: " + mark);
        List<SseEvent> stream = walk.door.follow(asked.stream());
        List<String> outcomes = new ArrayList<>();
        outcomes.add(outcome(stream.getLast()));
        List<RehearsalQuestion> questions = new ArrayList<>(StreamedQuestions.in(stream).stream()
                .map(question -> RehearsalQuestion.streamed(asked.runId(), question))
                .toList());
        if (outcomes.getFirst().equals("waiting")) {
            whileWaiting.run();
            RehearsalRuns runs = new RehearsalRuns(walk, BOT, conversation);
            if (questions.isEmpty()) {
                // The run has ended before the person was asked; a later one asks.
                runs.question().ifPresent(questions::add);
            }
            outcomes.add(
                    questions.isEmpty() ? runs.lastOutcome() : RehearsalRuns.outcome(approve(questions.getLast())));
        }
        int attempts = stream.getLast().attempt();
        return new Rehearsal(
                mark,
                conversation,
                outcomes,
                attempts,
                questions.stream().map(RehearsalQuestion::token).distinct().toList(),
                spoken(conversation, outcomes));
    }

    /** The messages in the transcript; waits for the answer if the last run has completed. */
    private List<String> spoken(String conversation, List<String> outcomes) {
        String last = outcomes.getLast();
        if (last.startsWith("run.completed") || last.equals("stop")) {
            await("the answer is in the transcript of " + conversation)
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(200, MILLISECONDS)
                    .until(() ->
                            walk.door.spoken(BOT, conversation).stream().anyMatch(text -> text.contains("is over")));
        }
        return walk.door.spoken(BOT, conversation);
    }

    private static String outcome(SseEvent last) {
        return last.type().equals("run.completed")
                ? last.payload().path("finish_reason").asText()
                : last.type() + " " + last.payload().path("code").asText();
    }

    /** Approves, and repeats it until the host has it; returns the run that goes on, when it has ended. */
    private JsonNode approve(RehearsalQuestion question) {
        String path = "/api/v1/runs/" + question.runId() + "/interactions/" + question.interactionId();
        ObjectNode approval = FrontDoor.JSON
                .createObjectNode()
                .put("token", question.token())
                .put("action_id", "approve")
                .put("actor_id", "walker");
        String run = await("approved " + path)
                .atMost(LONG)
                .pollInterval(200, MILLISECONDS)
                .until(() -> walk.door.call("POST", path, approval), answer -> answer.status() == 202)
                .body()
                .path("run_id")
                .asText();
        return walk.awaitEnded(run);
    }
}
