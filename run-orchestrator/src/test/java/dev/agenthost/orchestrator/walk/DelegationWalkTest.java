package dev.agenthost.orchestrator.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.runner.ws.FakeContextStore;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.run.UnboundReason;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A plugin delegates and sets timers: calls on a real socket, events on Kafka, runs of two plugins. The test resolves the events. */
@QuarkusTest
@TestProfile(PluginProfile.class)
class DelegationWalkTest extends PluginWalkFixture {
    private static final String TASK = """
            {"delegation_id":"d-1","agent_id":"helper","input":{"text":"count"},"run_seconds":30}""";

    @Test
    void aDelegatedRunEndsAndContinuesTheRunnerThatWaits() {
        try (ScriptedPlugin planner = delegating("planner");
                ScriptedPlugin helper = plugin(PluginProfile.RUNNER_KEY, "helper")) {
            Resolution root = run("planner", RunRequests.event(RunRequests.conversation(), "plan"));
            JsonNode first = planner.next("run_agent");
            assertThat(first.at("/data/context/context/available_apis/run_delegate")
                            .asBoolean())
                    .isTrue();
            JsonNode delegated = planner.call("run_delegate", data(first, TASK));
            String child = delegated.at("/data/run_id").asText();
            assertThat(planner.call("run_delegate", data(first, TASK))
                            .at("/data/run_id")
                            .asText())
                    .isEqualTo(child);
            assertThat(code(planner.call("run_delegate", data(first, TASK.replace("count", "sing")))))
                    .isEqualTo("conflict");
            assertThat(status(planner, first, child)).isEqualTo("queued");
            waitForIt(planner, first);
            assertThat(typesOf(root)).last().isEqualTo("run.completed");

            EventEnvelope task = event(root, "delegation.requested");
            assertThat(task.conversationId()).isNotEqualTo(root.event().conversationId());
            assertThat(task.actor()).isEqualTo(root.event().actor());
            assertThat(task.parent().delegation().agentId()).isEqualTo("helper");
            assertThat(task.parent().lineage().depth()).isEqualTo(1);
            Resolution helped = run("helper", task);
            assertThat(helped.runId()).hasToString(child);
            JsonNode asked = helper.next("run_agent");
            assertThat(asked.at("/data/context/input/text").asText()).isEqualTo("count");
            helper.result(asked, "message.completed", MESSAGE, 1);
            helper.result(asked, "run.completed", "{}", 2);
            helper.end(asked);
            assertThat(typesOf(helped)).last().isEqualTo("run.completed");

            EventEnvelope done = event(root, "delegation.completed");
            assertThat(done.conversationKey()).isEqualTo(root.event().conversationKey());
            assertThat(done.parent().delegation()).isNull();
            run("planner", done);
            JsonNode second = planner.next("run_agent");
            assertThat(second.at("/data/context/event/data/delegated_run_id").asText())
                    .isEqualTo(child);
            assertThat(status(planner, second, child)).isEqualTo("completed");
            // The scripted context-store has no results: that it was asked shows that the run is visible.
            assertThat(code(planner.call("run_events_page", target(second, child))))
                    .isNotEqualTo("not_found");
            waitForIt(planner, second);
        }
    }

    @Test
    void theReasonForWhichNoAgentAnswersATaskIsInItsRun() {
        try (ScriptedPlugin planner = delegating("lonely")) {
            Resolution root = run("lonely", RunRequests.event(RunRequests.conversation(), "plan"));
            JsonNode first = planner.next("run_agent");
            String child = planner.call("run_delegate", data(first, TASK))
                    .at("/data/run_id")
                    .asText();
            String why = "No binding of agent " + "h".repeat(EventLimits.ID_CHARS) + ". Create one.";
            topic.request(Resolutions.of(
                    event(root, "delegation.requested"), new ResolutionOutcome.Unbound(UnboundReason.NO_BINDING, why)));

            await().until(() -> status(planner, first, child), "failed"::equals);
            JsonNode run = planner.call("run_get", target(first, child)).path("data");
            assertThat(run.at("/metadata/outcome/type").asText()).isEqualTo("run.unanswered");
            assertThat(run.at("/metadata/outcome/code").asText()).isEqualTo("no_binding");
            assertThat(run.at("/metadata/outcome/sentence").asText()).isEqualTo(why);
            assertThat(run.path("status_reason").asText()).isEqualTo(why);
            assertThat(run.at("/metadata/usage/calls").asText()).isEqualTo("0");
            waitForIt(planner, first);
        }
    }

    @Test
    void aRunThatIsCancelledCancelsThoseItDelegatedTo() {
        try (ScriptedPlugin planner = delegating("boss");
                ScriptedPlugin helper = plugin(PluginProfile.RUNNER_KEY, "worker")) {
            Resolution root = run("boss", RunRequests.event(RunRequests.conversation(), "plan"));
            JsonNode first = planner.next("run_agent");
            planner.call("run_delegate", data(first, TASK));
            Resolution helped = run("worker", event(root, "delegation.requested"));
            helper.next("run_agent");
            cancel(root);
            assertThat(typesOf(helped)).last().isEqualTo("run.failed");
            assertThat(topic.frames(helped.runId())
                            .getLast()
                            .data()
                            .path("code")
                            .asText())
                    .isEqualTo("cancelled");
        }
    }

    @Test
    void aContinuationThatWasPublishedBeforeTheCancellationIsCancelledToo() {
        try (ScriptedPlugin planner = delegating("halted")) {
            Resolution late = waitingForTimer(planner, "halted");
            EventEnvelope published = event(late, "timer.fired");
            cancel(late);
            assertThat(typesOf(run("halted", published))).last().isEqualTo("run.failed");
            assertThat(planner.hasNothing()).as("the runner is not called").isTrue();

            Resolution early = waitingForTimer(planner, "halted");
            Resolution continued = run("halted", event(early, "timer.fired"));
            planner.next("run_agent");
            cancel(early);
            assertThat(typesOf(continued)).last().isEqualTo("run.failed");

            Resolution other = waitingForTimer(planner, "halted");
            run("halted", event(other, "timer.fired"));
            waitForIt(planner, planner.next("run_agent"));
        }
    }

    private static Resolution waitingForTimer(ScriptedPlugin planner, String runner) {
        Resolution run = run(runner, RunRequests.event(RunRequests.conversation(), "plan"));
        JsonNode asked = planner.next("run_agent");
        planner.call("timer_set", data(asked, "{\"timer_id\":\"soon\",\"delay_seconds\":1}"));
        waitForIt(planner, asked);
        assertThat(typesOf(run)).last().isEqualTo("run.completed");
        return run;
    }

    @Test
    void aDelegatedRunThatWaitsRunsUntilItsLastRunHasEnded() {
        try (ScriptedPlugin planner = delegating("patient");
                ScriptedPlugin helper = delegating("subplanner")) {
            Resolution root = run("patient", RunRequests.event(RunRequests.conversation(), "plan"));
            JsonNode first = planner.next("run_agent");
            String child = planner.call("run_delegate", data(first, TASK))
                    .at("/data/run_id")
                    .asText();
            Resolution helped = run("subplanner", event(root, "delegation.requested"));
            JsonNode asked = helper.next("run_agent");
            helper.call("timer_set", data(asked, "{\"timer_id\":\"later\",\"delay_seconds\":1}"));
            waitForIt(helper, asked);
            assertThat(typesOf(helped)).last().isEqualTo("run.completed");
            assertThat(status(planner, first, child)).isEqualTo("running");
            waitForIt(planner, first);

            run("subplanner", event(helped, "timer.fired"));
            JsonNode continued = helper.next("run_agent");
            assertThat(events(root)).extracting(EventEnvelope::eventType).doesNotContain("delegation.completed");
            helper.result(continued, "run.completed", "{\"finish_reason\":\"stop\"}", 1);
            helper.end(continued);

            run("patient", event(root, "delegation.completed"));
            JsonNode second = planner.next("run_agent");
            assertThat(planner.call("run_get", target(second, child))
                            .at("/data/run_id")
                            .asText())
                    .isEqualTo(child);
            assertThat(status(planner, second, child)).isEqualTo("completed");
            waitForIt(planner, second);
        }
    }

    @Test
    void theHostRefusesWhatExceedsTheBudgetOfATaskAndReportsItsUsage() {
        try (ScriptedPlugin planner = delegating("thrifty");
                ScriptedPlugin helper = delegating("subhelper")) {
            Resolution root = run("thrifty", RunRequests.event(RunRequests.conversation(), "plan"));
            JsonNode first = planner.next("run_agent");
            assertThat(code(planner.call(
                            "run_delegate", data(first, TASK.replace(":30}", ":30,\"budget\":{\"tokens\":0}}")))))
                    .isEqualTo("invalid_argument");
            String child = planner.call(
                            "run_delegate",
                            data(first, TASK.replace(":30}", ":30,\"budget\":{\"tokens\":100,\"calls\":1}}")))
                    .at("/data/run_id")
                    .asText();
            EventEnvelope task = event(root, "delegation.requested");
            assertThat(task.parent().delegation().budget().calls()).isEqualTo(1);
            Resolution helped = run("subhelper", task);
            JsonNode asked = helper.next("run_agent");
            helper.call("timer_set", data(asked, "{\"timer_id\":\"later\",\"delay_seconds\":1}"));
            assertThat(code(helper.call("run_delegate", data(asked, TASK)))).isEmpty();
            waitForIt(helper, asked);

            EventEnvelope fired = event(helped, "timer.fired");
            assertThat(fired.parent().task())
                    .as("the limits hold for the next run")
                    .isEqualTo(task.parent().delegation());
            run("subhelper", fired);
            JsonNode continued = helper.next("run_agent");
            assertThat(code(helper.call("run_delegate", data(continued, TASK.replace("d-1", "d-2")))))
                    .isEqualTo("budget_exhausted");
            JsonNode usage = planner.call("run_get", target(first, child)).at("/data/metadata/usage");
            assertThat(usage.toString()).isEqualTo("{\"tokens\":0,\"model_calls\":0,\"calls\":1}");
            waitForIt(helper, continued);
            waitForIt(planner, first);
        }
    }

    @Test
    void theArtifactsOfADelegatedRunAreReadInItsConversationAndNoOthers() {
        try (ScriptedPlugin planner = delegating("collector")) {
            Resolution root = run("collector", RunRequests.event(RunRequests.conversation(), "plan"));
            JsonNode first = planner.next("run_agent");
            String child = planner.call("run_delegate", data(first, TASK))
                    .at("/data/run_id")
                    .asText();
            assertThat(code(planner.call("artifact_metadata", artifact(first, child))))
                    .as("the run is not admitted")
                    .isEqualTo("not_found");
            EventEnvelope task = event(root, "delegation.requested");
            run("idle", task);
            await().until(() -> !code(planner.call("artifact_metadata", artifact(first, child)))
                    .equals("not_found"));
            planner.call("artifact_read", artifact(first, child));

            for (String path : List.of("/artifacts/metadata", "/artifacts/read")) {
                JsonNode reader = FakeContextStore.requests(path).getLast().path("reader");
                assertThat(reader.path("run_id").asText()).isEqualTo(child);
                assertThat(reader.path("conversation_id").asText()).isEqualTo(task.conversationId());
                assertThat(reader.path("actor_id").asText("")).isEmpty();
                assertThat(reader.path("binding_id").asText("")).isEmpty();
            }
            Resolution other = run("collector", RunRequests.event(RunRequests.conversation(), "other"));
            int asked = FakeContextStore.requests("/artifacts/metadata").size();
            for (String target : List.of(other.runId().toString(), "nonsense")) {
                assertThat(code(planner.call("artifact_metadata", artifact(first, target))))
                        .isEqualTo("not_found");
            }
            assertThat(FakeContextStore.requests("/artifacts/metadata")).hasSize(asked);
            waitForIt(planner, first);
            typesOf(root);
        }
    }

    @Test
    void aWaitingRunThatIsCancelledIsNotContinuedAndCancelsThoseItsChainDelegatedTo() {
        try (ScriptedPlugin planner = delegating("quitter");
                ScriptedPlugin helper = plugin(PluginProfile.RUNNER_KEY, "assistant")) {
            Resolution root = run("quitter", RunRequests.event(RunRequests.conversation(), "plan"));
            JsonNode first = planner.next("run_agent");
            planner.call("run_delegate", data(first, TASK));
            planner.call("timer_set", data(first, "{\"timer_id\":\"soon\",\"delay_seconds\":1}"));
            planner.call("timer_set", data(first, "{\"timer_id\":\"later\",\"delay_seconds\":10}"));
            waitForIt(planner, first);
            Resolution helped = run("assistant", event(root, "delegation.requested"));
            helper.next("run_agent");
            Resolution continued = run("quitter", event(root, "timer.fired"));
            waitForIt(planner, planner.next("run_agent"));
            assertThat(typesOf(continued)).last().isEqualTo("run.completed");
            assertThat(outcome(continued)).containsExactly("completed", "waiting");

            cancel(continued);
            assertThat(typesOf(helped)).last().isEqualTo("run.failed");
            assertThat(outcome(continued)).containsExactly("cancelled", "waiting");
            await().during(Duration.ofSeconds(11))
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(events(root))
                            .extracting(EventEnvelope::eventType)
                            .containsExactlyInAnyOrder("delegation.requested", "timer.fired"));
        }
    }

    @Test
    void anAgentThatThePolicyDoesNotNameAndAForeignRunAreRefused() {
        try (ScriptedPlugin planner = delegating("narrow")) {
            Resolution root = run("narrow", RunRequests.event(RunRequests.conversation(), "plan"));
            JsonNode first = planner.next("run_agent");
            assertThat(code(planner.call("run_delegate", data(first, TASK.replace("helper", "admin")))))
                    .isEqualTo("unauthorized");
            assertThat(code(planner.call("run_delegate", data(first, TASK.replace("\"text\":\"count\"", "")))))
                    .isEqualTo("invalid_argument");
            assertThat(code(planner.call("run_delegate", data(first, TASK.replace(":30}", ":0}")))))
                    .isEqualTo("invalid_argument");
            Resolution other = run("narrow", RunRequests.event(RunRequests.conversation(), "other"));
            assertThat(code(planner.call("run_get", target(first, other.runId().toString()))))
                    .isEqualTo("not_found");
            waitForIt(planner, first);
            typesOf(root);
        }
    }

    @Test
    void aTimerIsAnEventThatContinuesItsRunner() {
        try (ScriptedPlugin planner = delegating("clock")) {
            Resolution root = run("clock", RunRequests.event(RunRequests.conversation(), "later"));
            JsonNode first = planner.next("run_agent");
            JsonNode never = data(first, "{\"timer_id\":\"never\",\"delay_seconds\":2}");
            planner.call("timer_set", never);
            assertThat(planner.call("timer_cancel", never).at("/data/cancelled").asBoolean())
                    .isTrue();
            JsonNode soon = data(first, "{\"timer_id\":\"soon\",\"delay_seconds\":1,\"data\":{\"action\":\"a\"}}");
            double due = planner.call("timer_set", soon).at("/data/due_at").asDouble();
            assertThat(planner.call("timer_set", soon).at("/data/due_at").asDouble())
                    .isEqualTo(due);
            assertThat(code(planner.call("timer_set", data(first, "{\"timer_id\":\"x\",\"delay_seconds\":0}"))))
                    .isEqualTo("invalid_argument");
            waitForIt(planner, first);

            EventEnvelope fired = event(root, "timer.fired");
            assertThat(fired.data().path("timer_id").asText()).isEqualTo("soon");
            assertThat(fired.data().path("action").asText()).isEqualTo("a");
            assertThat(fired.parent().lineage().originRunId()).isEqualTo(root.runId());
            run("clock", fired);
            JsonNode second = planner.next("run_agent");
            assertThat(planner.call("timer_set", data(second, soon.toString()))
                            .at("/data/fired")
                            .asBoolean())
                    .isTrue();
            waitForIt(planner, second);
            assertThat(events(root)).extracting(EventEnvelope::eventType).containsExactly("timer.fired");
        }
    }

    /** The status of a run and the code of its outcome. */
    private List<String> outcome(Resolution run) {
        JsonPath view = get(ScriptedProfile.KEY, "/api/v1/runs/" + run.runId())
                .extract()
                .jsonPath();
        return List.of(view.getString("status"), view.getString("outcome.code"));
    }

    private ScriptedPlugin delegating(String name) {
        ObjectNode registration = ScriptedPlugin.registration("walk", name, PluginProfile.RUNNER_KEY);
        ObjectNode container = ScriptedPlugin.container("walk", name);
        for (ObjectNode each : List.of(registration, container)) {
            each.findParents("capabilities").forEach(node -> {
                ObjectNode permissions = ((ObjectNode) node).withObjectProperty("permissions");
                permissions.putArray("agents").add("delegate");
                permissions.putArray("timers").add("set");
                permissions.putArray("artifacts").add("metadata").add("read");
            });
        }
        return ScriptedPlugin.ready(vertx, address.getPort(), PluginProfile.RUNNER_KEY, registration, container);
    }

    private static Resolution run(String plugin, EventEnvelope event) {
        BindingSnapshot plain = Resolutions.binding(
                new RunnerId("walk", plugin, "default"),
                TurnPolicy.SERIAL,
                RetryPolicy.NEVER,
                new DeadlinePolicy(60, 60));
        ResourcePolicy policy = new ResourcePolicy(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of("timers", "artifacts"),
                null,
                List.of("helper"));
        Resolution run = Resolutions.bound(
                event,
                new BindingSnapshot(
                        plain.bindingId(),
                        plain.bindingVersion(),
                        plain.agentId(),
                        plain.agentVersion(),
                        plain.runnerId(),
                        plain.runnerConfig(),
                        policy,
                        plain.statePolicy(),
                        plain.deliveryPolicy(),
                        plain.turnPolicy(),
                        plain.retryPolicy(),
                        plain.deadlinePolicy()));
        topic.request(run);
        return run;
    }

    private static void waitForIt(ScriptedPlugin plugin, JsonNode run) {
        plugin.result(run, "run.completed", "{\"finish_reason\":\"waiting\"}", 1);
        plugin.end(run);
    }

    private static JsonNode target(JsonNode run, String target) {
        return data(run, "{\"target_run_id\":\"" + target + "\"}");
    }

    private static JsonNode artifact(JsonNode run, String target) {
        return data(run, "{\"artifact_id\":\"a-1\",\"target_run_id\":\"" + target + "\"}");
    }

    private static String status(ScriptedPlugin plugin, JsonNode run, String target) {
        return plugin.call("run_get", target(run, target)).at("/data/status").asText();
    }

    private static String code(JsonNode answer) {
        return answer.at("/data/error/code").asText(answer.at("/data/code").asText());
    }

    private static EventEnvelope event(Resolution run, String type) {
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> events(run).stream()
                                .filter(event -> event.eventType().equals(type))
                                .findFirst(),
                        java.util.Optional::isPresent)
                .orElseThrow();
    }

    private static List<EventEnvelope> events(Resolution run) {
        return TopicConsumer.all(Topics.EVENTS).stream()
                .map(TopicConsumer::envelope)
                .filter(event ->
                        event.parent() != null && event.parent().runId().equals(run.runId()))
                .toList();
    }
}
