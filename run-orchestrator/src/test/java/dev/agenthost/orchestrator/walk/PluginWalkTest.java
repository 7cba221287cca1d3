package dev.agenthost.orchestrator.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.runner.ws.FakeContextStore;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** From a run request on Kafka, over a plugin on a real socket, to results on Kafka: both halves of the service together. */
@QuarkusTest
@TestProfile(PluginProfile.class)
class PluginWalkTest extends PluginWalkFixture {
    @Test
    void aRunRequestIsAnsweredByAPlugin() {
        try (ScriptedPlugin plugin = plugin(PluginProfile.RUNNER_KEY, "walker")) {
            Resolution run = request("walker", RetryPolicy.NEVER, 60);
            JsonNode runRequest = plugin.next("run_agent");
            assertThat(plugin.call(
                                    "state_set",
                                    data(runRequest, "{\"scope\":\"conversation\",\"key\":\"k\",\"value\":1}"))
                            .path("code")
                            .intValue())
                    .isZero();
            assertThat(plugin.call("run_get", data(runRequest, "{}"))
                            .at("/data/status")
                            .asText())
                    .isEqualTo("running");
            plugin.result(runRequest, "message.delta", "{\"chunk\":{\"role\":\"assistant\",\"content\":\"hel\"}}", 1);
            plugin.result(runRequest, "state.updated", "{\"scope\":\"conversation\",\"key\":\"n\",\"value\":2}", 2);
            plugin.result(runRequest, "message.completed", MESSAGE, 3);
            plugin.result(runRequest, "run.completed", "{\"finish_reason\":\"stop\"}", 4);
            plugin.end(runRequest);

            assertThat(typesOf(run))
                    .containsExactly(
                            "run.started", "message.delta", "state.updated", "message.completed", "run.completed");
        }
    }

    @Test
    void aPluginThatIsLostEndsItsRun() {
        Resolution run;
        try (ScriptedPlugin plugin = plugin(PluginProfile.RUNNER_KEY, "mortal")) {
            run = request("mortal", RetryPolicy.NEVER, 60);
            JsonNode runRequest = plugin.next("run_agent");
            plugin.result(runRequest, "message.delta", "{\"chunk\":{\"role\":\"assistant\",\"content\":\"half\"}}", 1);
            await().until(() -> topic.frames(run.runId()).size() == 2);
        }
        assertThat(typesOf(run)).containsExactly("run.started", "message.delta", "message.completed", "run.failed");
        assertThat(topic.frames(run.runId()).getLast().data().path("code").asText())
                .isEqualTo("runner.lost");
    }

    @Test
    void anUntouchedRunOfALostPluginRunsAgainUnderAnotherIdWithTheSameGrant() {
        Resolution run;
        try (ScriptedPlugin plugin = plugin(PluginProfile.RUNNER_KEY, "phoenix")) {
            run = request("phoenix", RetryPolicy.UNTOUCHED, 60);
            plugin.next("run_agent");
        }
        try (ScriptedPlugin plugin = plugin(PluginProfile.RUNNER_KEY, "phoenix")) {
            JsonNode again = plugin.next("run_agent");
            String seen = again.at("/data/context/run_id").asText();
            int attempt = seen.equals(RunIds.seenByRunner(run.runId(), 2).toString()) ? 2 : 3;
            assertThat(seen).isEqualTo(RunIds.seenByRunner(run.runId(), attempt).toString());
            assertThat(again.at("/data/context/context/available_apis/state").booleanValue())
                    .isTrue();
            plugin.result(again, run.runId().toString(), "message.completed", MESSAGE, 1);
            plugin.result(again, "message.completed", MESSAGE, 1);
            plugin.result(again, "run.completed", "{\"finish_reason\":\"stop\"}", 2);
            plugin.end(again);

            assertThat(typesOf(run)).endsWith("run.started", "message.completed", "run.completed");
            assertThat(topic.frames(run.runId()).stream().filter(frame -> "message.completed".equals(frame.type())))
                    .hasSize(1);
        }
    }

    @Test
    void aLaterAttemptHasTheFirstOnesGrantWhateverItsManifestAsksForAndWhateverWasMadeSince() {
        FakeContextStore.knows("skills", ScriptedPlugin.tree("[]"));
        try {
            Resolution run = Resolutions.bound(
                    RunRequests.event(RunRequests.conversation(), "hello"),
                    skilled(new RunnerId("walk", "steadfast", "default")));
            JsonNode first;
            try (ScriptedPlugin plugin = plugin(PluginProfile.RUNNER_KEY, "steadfast")) {
                topic.request(run);
                first = plugin.next("run_agent");
            }
            String frozen = grantOf(run);
            FakeContextStore.knows(
                    "skills",
                    ScriptedPlugin.tree(
                            "[{\"skill_name\":\"greet\",\"display_name\":\"Greet\",\"description\":\"d\"}]"));
            try (ScriptedPlugin plugin = pluginThatAsksForNothing("steadfast")) {
                JsonNode again = plugin.next("run_agent");

                assertThat(again.at("/data/context/resources")).isEqualTo(first.at("/data/context/resources"));
                assertThat(again.at("/data/context/resources/skills")).isEmpty();
                assertThat(again.at("/data/context/context/available_apis"))
                        .isEqualTo(first.at("/data/context/context/available_apis"));
                assertThat(again.at("/data/context/context/available_apis/history_page")
                                .booleanValue())
                        .isTrue();
                assertThat(ScriptedPlugin.tree(frozen).at("/resources/skills")).isEmpty();
                assertThat(grantOf(run)).isEqualTo(frozen);
                plugin.result(again, "message.completed", MESSAGE, 1);
                plugin.result(again, "run.completed", "{\"finish_reason\":\"stop\"}", 2);
                plugin.end(again);
                assertThat(typesOf(run)).endsWith("run.completed");
            }
        } finally {
            FakeContextStore.knows("skills", null);
        }
    }

    private String grantOf(Resolution run) {
        return get(ScriptedProfile.KEY, "/api/v1/runs/" + run.runId() + "/grant")
                .statusCode(200)
                .extract()
                .asString();
    }

    private static BindingSnapshot skilled(RunnerId runner) {
        BindingSnapshot plain =
                Resolutions.binding(runner, TurnPolicy.SERIAL, RetryPolicy.UNTOUCHED, new DeadlinePolicy(60, 60));
        ResourcePolicy policy = new ResourcePolicy(
                List.of(), List.of(), List.of(), List.of("greet"), List.of(), List.of(), List.of("history"), null);
        return new BindingSnapshot(
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
                plain.deadlinePolicy());
    }

    private ScriptedPlugin pluginThatAsksForNothing(String name) {
        ObjectNode registration = ScriptedPlugin.registration("walk", name, PluginProfile.RUNNER_KEY);
        ObjectNode container = ScriptedPlugin.container("walk", name);
        for (JsonNode component :
                List.of(registration.at("/plugin_container/components/0"), container.at("/components/0"))) {
            ((ObjectNode) component.at("/manifest/manifest/spec/permissions")).removeAll();
        }
        return ScriptedPlugin.ready(vertx, address.getPort(), PluginProfile.RUNNER_KEY, registration, container);
    }

    @Test
    void aCancelledRunIsToldWhenItAsks() {
        try (ScriptedPlugin plugin = plugin(PluginProfile.RUNNER_KEY, "polite")) {
            Resolution run = request("polite", RetryPolicy.NEVER, 60);
            JsonNode runRequest = plugin.next("run_agent");
            await().until(() -> !topic.frames(run.runId()).isEmpty());
            RestAssured.given()
                    .port(address.getPort())
                    .header("Authorization", "Bearer " + ScriptedProfile.KEY)
                    .post("/api/v1/runs/" + run.runId() + "/cancel")
                    .then()
                    .statusCode(202);

            assertThat(typesOf(run)).endsWith("run.failed");
            assertThat(topic.frames(run.runId()).getLast().data().path("code").asText())
                    .isEqualTo("cancelled");
            await().until(() -> FakeContextStore.requests("/runs/end").stream()
                    .anyMatch(end ->
                            end.path("run_id").asText().equals(run.runId().toString())));
            assertThat(plugin.call("state_get", data(runRequest, "{\"scope\":\"actor\",\"key\":\"k\"}"))
                            .path("code")
                            .intValue())
                    .isEqualTo(1);
        }
    }

    @Test
    void aPluginWhoseKeyDoesNotServeTheWorkspaceGetsNothing() {
        try (ScriptedPlugin plugin = plugin(PluginProfile.STRANGERS_KEY, "stranger")) {
            Resolution run = request("stranger", RetryPolicy.NEVER, 2);

            assertThat(typesOf(run)).containsOnly("run.started", "run.failed");
            assertThat(topic.frames(run.runId()).getLast().data().path("code").asText())
                    .isEqualTo("runner.unavailable");
            assertThat(plugin.hasNothing()).isTrue();
        }
    }

    @Test
    void aCrowdOfRunnersThatOnePluginMadeUpHasFewLabelsAndNoneWhenItHasGone() {
        ObjectNode crowd = ScriptedPlugin.container("walk", "crowd");
        ArrayNode components = (ArrayNode) crowd.path("components");
        JsonNode runner = components.get(0);
        for (int i = 0; i < 150; i++) {
            JsonNode another = runner.deepCopy();
            ((ObjectNode) another.at("/manifest/manifest/metadata")).put("name", "made-up-" + i);
            components.add(another);
        }

        try (ScriptedPlugin plugin = ScriptedPlugin.ready(
                vertx,
                address.getPort(),
                PluginProfile.RUNNER_KEY,
                ScriptedPlugin.registration("walk", "crowd", PluginProfile.RUNNER_KEY),
                crowd)) {
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() ->
                            assertThat(runnersWithRoom()).contains("OTHER").hasSizeBetween(2, 101));
        }
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(runnersWithRoom()).isEmpty());
    }

    /** Runs wait for a runner that was connected a moment ago, so the end of its connection is the time at which it was seen. */
    @Test
    void theEndOfAConnectionIsWhenItsRunnerWasLastSeen() {
        String lately = " AND last_seen_at > clock_timestamp() - interval '10 minutes'";
        try (ScriptedPlugin plugin = plugin(PluginProfile.RUNNER_KEY, "leaving")) {
            await().atMost(Duration.ofSeconds(30)).until(() -> leaving("SELECT FROM runs.known_runners", lately) == 1);
            assertThat(leaving(
                            "UPDATE runs.known_runners SET last_seen_at = clock_timestamp() - interval '50 minutes'",
                            ""))
                    .isEqualTo(1);
            assertThat(leaving("SELECT FROM runs.known_runners", lately)).isZero();
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> leaving("SELECT FROM runs.known_runners", lately) == 1);
    }

    private int leaving(String statement, String and) {
        return pool.query(statement + " WHERE runner_id = 'plugin:walk/leaving/default'" + and)
                .execute()
                .await()
                .atMost(Duration.ofSeconds(10))
                .rowCount();
    }

    /** The labels of the runners whose free places are told. */
    private List<String> runnersWithRoom() {
        String metrics =
                RestAssured.given().port(address.getPort()).get("/q/metrics").asString();
        return Pattern.compile("agenthost_orchestrator_runner_free_slots\\{runner=\"([^\"]+)\"} ")
                .matcher(metrics)
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
