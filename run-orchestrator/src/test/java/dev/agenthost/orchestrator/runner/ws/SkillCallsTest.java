package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.testkit.plugin.PluginRecording;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Skills over a runner's socket: facts at the start, {@code activate} and {@code register_skill} as tools. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class SkillCallsTest extends HostApiCase {
    private static final List<String> SKILLS = List.of("greet", "gone");
    private static final String LEARNED =
            "{\"skill_name\":\"learned\",\"description\":\"What I found.\",\"instructions\":\"# Do it\"}";

    @AfterEach
    void nothingIsKnown() {
        FakeContextStore.KNOWN.clear();
    }

    @Test
    void theRunContextHasExistingSkillsAndTheTwoTools() {
        startWith(true, "register_skill");

        assertThat(FakeContextStore.requests("/run-context").getLast().path("skills"))
                .isEqualTo(json("[\"greet\",\"gone\"]"));
        assertThat(runRequest.at("/data/context/resources/skills"))
                .isEqualTo(
                        json(
                                "[{\"skill_name\":\"greet\",\"display_name\":\"Greeting\",\"description\":\"How to greet.\"}]"));
        JsonNode tools = runRequest.at("/data/context/resources/tools");
        assertThat(tools.findValuesAsText("tool_name")).containsExactly("activate", "register_skill");
        assertThat(tools.findValuesAsText("tool_type")).containsOnly("skill");
        assertThat(tools.toString()).doesNotContain("greet", "Greeting");
        assertThat(served("get_tool_detail", "{\"tool_name\":\"activate\"}").at("/tool/parameters/required"))
                .isEqualTo(json("[\"skill_name\"]"));
    }

    @Test
    void aRunnerWithoutSkillAuthoringHasNoSkillTools() {
        startWith(false, "register_skill", "activate");

        assertThat(runRequest.at("/data/context/resources/skills")).hasSize(1);
        assertThat(runRequest.at("/data/context/resources/tools")).isEmpty();
        assertThat(refused("call_tool", call("activate", "{\"skill_name\":\"greet\"}")))
                .isEqualTo("unauthorized");
        assertThat(refused("call_tool", call("register_skill", LEARNED))).isEqualTo("unauthorized");
        assertThat(FakeContextStore.requests("/skills/read")).isEmpty();
        assertThat(FakeContextStore.requests("/skills/register")).isEmpty();
    }

    @Test
    void offersRegisterOnlyIfThePolicyNamesIt() {
        startWith(true);

        assertThat(runRequest.at("/data/context/resources/tools").findValuesAsText("tool_name"))
                .containsExactly("activate");
        assertThat(refused("call_tool", call("register_skill", LEARNED))).isEqualTo("unauthorized");
    }

    @Test
    void activateReturnsTheInstructionsAndFiles() {
        startWith(true);

        JsonNode result = served("call_tool", call("activate", "{\"skill_name\":\"greet\"}"))
                .path("result");
        assertThat(result.at("/content/0/text").asText()).isEqualTo("# Greet\nSay hello.");
        assertThat(result.path("structured_content"))
                .isEqualTo(json("{\"skill_name\":\"greet\",\"files\":[\"words.txt\"]}"));
        assertThat(result.path("is_error").booleanValue()).isFalse();
        assertThat(served("call_tool", call("activate", "{\"skill_name\":\"greet\",\"file\":\"words.txt\"}"))
                        .at("/result/content/0/text")
                        .asText())
                .isEqualTo("hello");
        assertThat(refused("call_tool", call("activate", "{\"skill_name\":\"greet\",\"file\":\"none\"}")))
                .isEqualTo("not_found");
        assertThat(FakeContextStore.requests("/skills/read").getFirst())
                .isEqualTo(json("{\"workspace_id\":\"ws-1\",\"skill_name\":\"greet\"}"));
    }

    @Test
    void activatesOnlyGrantedExistingSkills() {
        startWith(true);

        for (String other : List.of("gone", "uninvited", "../greet")) {
            assertThat(refused("call_tool", call("activate", "{\"skill_name\":\"" + other + "\"}")))
                    .as(other)
                    .isEqualTo("unauthorized");
        }
        assertThat(FakeContextStore.requests("/skills/read")).isEmpty();
        FakeContextStore.TROUBLE.put("/internal/v1/skills/read", new FakeContextStore.Problem(404, "not_found"));
        assertThat(refused("call_tool", call("activate", "{\"skill_name\":\"greet\"}")))
                .as("turned off meanwhile")
                .isEqualTo("not_found");
    }

    @Test
    void aRegistrationHasRunRunnerAndOperation() {
        startWith(true, "register_skill");

        JsonNode result = served("call_tool", call("register_skill", LEARNED)).path("result");
        assertThat(result.path("structured_content")).isEqualTo(json("{\"skill_name\":\"learned\",\"version\":7}"));
        JsonNode registration = FakeContextStore.requests("/skills/register").getFirst();
        assertThat(registration.path("workspace_id").asText()).isEqualTo("ws-1");
        assertThat(registration.path("run_id").asText()).isEqualTo(run.runId().toString());
        assertThat(registration.path("attempt").intValue()).isEqualTo(1);
        assertThat(registration.path("runner_id").asText()).isEqualTo(ClaimedRuns.PROBE.toString());
        assertThat(registration.path("operation_id").asText()).startsWith("1/call/");
        assertThat(registration.path("instructions").asText()).isEqualTo("# Do it");
        assertThat(RunnerHalf.ScriptedOwnership.TOUCHED).contains(run.runId());
    }

    @Test
    void retriesTheSameOperationUntilContextStoreResponds() throws Exception {
        startWith(true, "register_skill");
        FakeContextStore.TROUBLE.put(
                "/internal/v1/skills/register", new FakeContextStore.Problem(500, "runtime_error"));
        Thread back = Thread.ofVirtual().start(() -> {
            eventually(() -> FakeContextStore.requests("/skills/register").size() > 1);
            FakeContextStore.TROUBLE.clear();
        });

        served("call_tool", call("register_skill", LEARNED));
        back.join();
        assertThat(FakeContextStore.requests("/skills/register").stream()
                        .map(each -> each.path("operation_id").asText())
                        .distinct())
                .hasSize(1);
    }

    @Test
    void reportsRefusalsOfContextStore() {
        startWith(true, "register_skill");
        for (var no : List.of(
                List.of("403", "forbidden", "unauthorized"),
                List.of("409", "conflict", "not_found"),
                List.of("413", "payload_too_large", "payload_too_large"),
                List.of("400", "invalid_argument", "invalid_argument"))) {
            FakeContextStore.TROUBLE.put(
                    "/internal/v1/skills/register",
                    new FakeContextStore.Problem(Integer.parseInt(no.get(0)), no.get(1)));
            assertThat(refused("call_tool", call("register_skill", LEARNED))).isEqualTo(no.get(2));
        }
    }

    @Test
    void namesInvalidArgumentsBeforeAnyRequest() {
        startWith(true, "register_skill");
        for (String bad : List.of(
                "{}",
                "{\"skill_name\":7}",
                "{\"skill_name\":\"greet\",\"prompt\":\"x\"}",
                "{\"skill_name\":\"" + "a".repeat(65) + "\"}")) {
            assertThat(refused("call_tool", call("activate", bad))).as(bad).isEqualTo("invalid_argument");
        }
        for (String bad : List.of(
                "{\"skill_name\":\"a\",\"description\":\"d\"}",
                "{\"skill_name\":\"a\",\"description\":\" \",\"instructions\":\"i\"}",
                "{\"skill_name\":\"a\",\"description\":\"" + "d".repeat(1025) + "\",\"instructions\":\"i\"}",
                "{\"skill_name\":\"a\",\"description\":\"d\",\"instructions\":\"i\",\"registered_by\":\"me\"}")) {
            assertThat(refused("call_tool", call("register_skill", bad))).isEqualTo("invalid_argument");
        }
        assertThat(FakeContextStore.requests("/skills/read")).isEmpty();
        assertThat(FakeContextStore.requests("/skills/register")).isEmpty();
    }

    @Test
    void aRunOfAnotherOwnerRegistersNothing() {
        startWith(true, "register_skill");
        RunnerHalf.ScriptedOwnership.ours = false;

        assertThat(refused("call_tool", call("register_skill", LEARNED))).isEqualTo("not_found");
        assertThat(FakeContextStore.requests("/skills/register")).isEmpty();
    }

    private static String call(String tool, String parameters) {
        return "{\"tool_name\":\"" + tool + "\",\"parameters\":" + parameters + "}";
    }

    /** On a plugin that declares skill authoring or not, by a binding that names two skills, of which one is there. */
    private void startWith(boolean authoring, String... tools) {
        FakeContextStore.KNOWN.put(
                "skills",
                json("[{\"skill_name\":\"greet\",\"display_name\":\"Greeting\",\"description\":\"How to greet.\"}]"));
        execution.close();
        plugin.close();
        eventually(() -> executor.room().isEmpty());
        ObjectNode registration = ScriptedPlugin.registration("peer", "probe-runner", RunnerHalf.KEY);
        ObjectNode container = PluginRecording.container().deepCopy();
        declare(registration.at("/plugin_container/components/0"), authoring);
        declare(container.at("/components/0"), authoring);
        plugin = ScriptedPlugin.ready(vertx, address.getPort(), RunnerHalf.KEY, registration, container);
        eventually(() -> room() == 128);
        ResourcePolicy policy =
                new ResourcePolicy(List.of(), List.of(tools), List.of(), SKILLS, List.of(), List.of(), List.of(), null);
        BindingSnapshot binding = ClaimedRuns.binding(
                policy, StatePolicy.defaults(), DeliveryPolicy.defaults(), JsonNodeFactory.instance.objectNode());
        start(ClaimedRuns.claimed(
                ClaimedRuns.message(), binding, 1, Instant.now().plusSeconds(60)));
    }

    private static void declare(JsonNode component, boolean authoring) {
        ObjectNode spec = (ObjectNode) component.at("/manifest/manifest/spec");
        ((ObjectNode) spec.path("capabilities")).put("skill_authoring", authoring);
        ((ObjectNode) spec.path("permissions")).putArray("tools").add("detail").add("call");
    }
}
