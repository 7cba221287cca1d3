package dev.agenthost.orchestrator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.id.RunnerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RuntimeConnectionTest {
    private static final RunnerId ANSWERS = new RunnerId("acme", "answers", "default");
    private final List<String> heard = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(names = {"SPECIFICATION", "LATER"})
    void saysToTheByteWhatTheRecordedHostSaid(SdkGeneration generation) {
        ScriptedRuntime runtime = runtime(generation);
        RecordingRuntime kept =
                new RecordingRuntime(runtime, generation, new RecordingRuntime.Claims()).after(Duration.ofSeconds(1));
        String era = generation.name().toLowerCase(java.util.Locale.ROOT);
        List<JsonNode> recorded = RecordedRuntime.fromHost(era);

        List<JsonNode> requests = recorded.stream()
                .filter(frame -> frame.has("action"))
                .filter(frame -> !frame.path("action").asText().equals("run_agent"))
                .map(RuntimeConnectionTest::unnumbered)
                .toList();
        assertThat(runtime.startUp())
                .extracting(RuntimeConnectionTest::unnumbered)
                .containsExactlyElementsOf(requests);

        kept.connection().reserve();
        kept.connection().run(ANSWERS, JsonNodeFactory.instance.objectNode(), "ws-1", answers());
        JsonNode asked = runtime.asked("run_agent").getFirst();
        // Spec 000 §5.1 has it; the recorded host has not, and a runtime looks at no field that it does not know.
        assertThat(((ObjectNode) asked.get("data")).remove("runner_id").asText())
                .isEqualTo(ANSWERS.toString());
        assertThat(unnumbered(asked))
                .isEqualTo(unnumbered(recorded.stream()
                        .filter(frame -> frame.path("action").asText().equals("run_agent"))
                        .findFirst()
                        .orElseThrow()));
        JsonNode settings = runtime.control()
                .ask(
                        "get_plugin_settings",
                        RecordedRuntime.settingsQuestion(era).path("data"),
                        RecordedRuntime.settingsQuestion(era).get("context"))
                .join();
        JsonNode answered =
                recorded.stream().filter(frame -> frame.has("code")).findFirst().orElseThrow();
        assertThat(unnumbered(settings)).isEqualTo(unnumbered(answered));
        assertThat(runtime.breaches).isEmpty();
    }

    @Test
    void givesItsRunnersARoomThatTheyShareAndThatLeavesPlacesForItsOwnQuestions() {
        ScriptedRuntime runtime = runtime(SdkGeneration.LATER);
        RecordingRuntime kept = kept(runtime);
        RuntimeConnection connection = kept.connection();

        assertThat(connection.runners()).hasSize(2);
        assertThat(connection.serves(ANSWERS, "ws-1")).isTrue();
        assertThat(connection.serves(ANSWERS, "ws-2")).isFalse();
        int started = 0;
        while (connection.reserve()) {
            assertThat(run(connection)).isPresent();
            started++;
        }
        assertThat(started).isEqualTo(126);
        assertThat(connection.free()).isZero();

        kept.after(Duration.ofSeconds(200));

        assertThat(runtime.asked("__ping")).hasSizeGreaterThan(9);
        assertThat(heard).isEmpty();
        assertThat(kept.live).containsExactly(connection);
        runtime.nextRun().end();
        assertThat(connection.free()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"SPECIFICATION", "V0_4", "LATER"})
    void aRunnerHasTheVersionOfItsPluginAndTheNextOneWhenThePluginIsUpgraded(SdkGeneration generation) {
        ScriptedRuntime runtime = runtime(generation).version("acme/answers", "1.2.0");
        RecordingRuntime kept =
                new RecordingRuntime(runtime, generation, new RecordingRuntime.Claims()).after(Duration.ofSeconds(5));
        assertThat(versions(kept)).containsExactly("acme/answers 1.2.0", "acme/assistant null");

        runtime.version("acme/answers", "1.3.0").version("acme/assistant", "0.1");
        kept.after(Duration.ofSeconds(60));

        assertThat(versions(kept)).containsExactly("acme/answers 1.3.0", "acme/assistant 0.1");
    }

    @Test
    void aListOfPluginsThatIsNotUnderstoodLeavesRunnersAndVersionsAsTheyAre() {
        ScriptedRuntime runtime = runtime(SdkGeneration.LATER).version("acme/answers", "1.2.0");
        RecordingRuntime kept = kept(runtime).after(Duration.ofSeconds(5));
        runtime.garbles("list_plugins").version("acme/answers", "1.3.0");
        kept.after(Duration.ofSeconds(120));

        assertThat(versions(kept)).containsExactly("acme/answers 1.2.0", "acme/assistant null");
        assertThat(kept.connection().refusals()).isEmpty();
    }

    private static List<String> versions(RecordingRuntime kept) {
        return kept.connection().runners().stream()
                .map(runner -> runner.id().plugin() + " " + runner.pluginVersion())
                .toList();
    }

    @Test
    void aStreamThatFailsEndsItsRunAloneAndFreesItsPlace() {
        ScriptedRuntime runtime = runtime(SdkGeneration.LATER);
        RuntimeConnection connection = kept(runtime).connection();
        connection.reserve();
        run(connection);
        runtime.nextRun().result("message.delta", "{}").fail("RuntimeError: broken");

        assertThat(heard).containsExactly("0 message.delta 1", "1 RuntimeError: broken");
        assertThat(connection.taken()).isZero();
    }

    @Test
    void theLossOfTheSocketIsTheLossOfItsRuns() {
        ScriptedRuntime runtime = runtime(SdkGeneration.LATER);
        RecordingRuntime kept = kept(runtime);
        RuntimeConnection connection = kept.connection();
        connection.reserve();
        run(connection);

        runtime.control().drop();

        assertThat(heard).containsExactly("lost closed 1001");
        assertThat(connection.room()).isZero();
        assertThat(connection.reserve()).isFalse();
        assertThat(connection.serves(ANSWERS, "ws-1")).isFalse();
    }

    @Test
    void aCallIsServedForTheRunsPluginOnlyAndTheCodeIsInTheText() {
        ScriptedRuntime runtime = runtime(SdkGeneration.LATER);
        RuntimeConnection connection = kept(runtime).connection();
        connection.reserve();
        run(connection);
        RuntimeRun run = runtime.nextRun();

        assertThat(run.call("state_get", "{\"key\":\"k\"}").path("key").asText())
                .isEqualTo("k");
        assertThat(run.callAs("acme/assistant", "state_get", "{}", null)
                        .path("message")
                        .asText())
                .isEqualTo("ActionCallError: unauthorized: mismatch");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            "acme/answers"   | -                | -    | true
            "acme/assistant" | -                | -    | false
            3                | -                | -    | false
            null             | acme/answers     | -    | false
            "acme/answers"   | acme/assistant   | ws-1 | false
            "acme/answers"   | acme/answers     | ws-1 | true
            -                | acme/answers     | ws-1 | true
            -                | acme/answers     | ws-2 | false
            -                | acme/assistant   | ws-1 | false
            -                | -                | ws-1 | false
            -                | -                | -    | false
            "acme/answers"   | acme/answers     | ws-2 | false
            """)
    void theCallerIsWhomTheRuntimeNamesOrElseWhoseInstallationItIs(
            String identity, String installed, String workspace, boolean served) {
        RuntimeSettings settings = RuntimeSettingsTest.settings(SdkGeneration.LATER);
        RuntimeIdentity names = new RuntimeIdentity(settings, "agenthost");
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        if (identity != null) {
            data.set("caller_plugin_identity", ScriptedRuntime.tree(identity));
        }
        ObjectNode context = JsonNodeFactory.instance.objectNode();
        if (installed != null) {
            context.put("installation_uuid", names.installation(installed).id().toString());
        }
        if (workspace != null) {
            context.put("workspace_uuid", workspace);
        }

        assertThat(new PluginCallerResolver(settings, names)
                        .of(new Frame.Request(1, "retrieve_knowledge_base", data, context))
                        .test(ANSWERS))
                .isEqualTo(served);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                 | {"workspace_uuid":"ws-1"}
            {"plugin_author":"acme"}                           | {"workspace_uuid":"ws-1"}
            {"plugin_author":"acme","plugin_name":3}           | {"workspace_uuid":"ws-1"}
            {"plugin_author":"a/b","plugin_name":"c"}          | {"workspace_uuid":"ws-1"}
            {"plugin_author":"acme","plugin_name":"answers"}   | {"workspace_uuid":"ws-2"}
            {"plugin_author":"acme","plugin_name":"answers"}   | {"workspace_uuid":null}
            """)
    void settingsAreToldForAPluginWithAuthorAndNameOfThisWorkspace(String data, String context) {
        ScriptedRuntime runtime = runtime(SdkGeneration.LATER);
        kept(runtime);

        for (String action : List.of("get_plugin_settings", "initialize_plugin_settings")) {
            JsonNode answer = runtime.control()
                    .ask(action, ScriptedRuntime.tree(data), ScriptedRuntime.tree(context))
                    .join();
            assertThat(answer.path("code").intValue()).isEqualTo(1);
        }
    }

    @Test
    void aDebuggedPluginMayIntroduceItself() {
        ScriptedRuntime runtime = runtime(SdkGeneration.LATER);
        kept(runtime);

        JsonNode answer = runtime.control()
                .ask(
                        "initialize_plugin_settings",
                        ScriptedRuntime.tree(
                                "{\"plugin_author\":\"acme\",\"plugin_name\":\"new\",\"install_source\":\"debug\",\"install_info\":{}}"),
                        null)
                .join();

        assertThat(answer.path("code").intValue()).isZero();
    }

    @Test
    void theRuntimesPingIsAnswered() {
        ScriptedRuntime runtime = runtime(SdkGeneration.LATER);
        kept(runtime);

        assertThat(runtime.control()
                        .ask("__ping", JsonNodeFactory.instance.objectNode(), null)
                        .join()
                        .at("/data/pong")
                        .asText())
                .isEqualTo("pong");
    }

    static ScriptedRuntime runtime(SdkGeneration generation) {
        return new ScriptedRuntime(generation == SdkGeneration.LATER)
                .plugin("acme", "answers", ScriptedRuntime.entry("acme", "answers", "default"))
                .plugin("acme", "assistant", ScriptedRuntime.entry("acme", "assistant", "default"));
    }

    private static RecordingRuntime kept(ScriptedRuntime runtime) {
        return new RecordingRuntime(runtime, SdkGeneration.LATER, new RecordingRuntime.Claims())
                .after(Duration.ofSeconds(1));
    }

    private static JsonNode unnumbered(JsonNode frame) {
        ObjectNode copy = frame.deepCopy();
        copy.remove("seq_id");
        return copy;
    }

    private OptionalLong run(RuntimeConnection connection) {
        return connection.run(ANSWERS, JsonNodeFactory.instance.objectNode(), "ws-1", answers());
    }

    private WireLink.Answers answers() {
        return new WireLink.Answers() {
            @Override
            public void answered(Frame.Response response, int size) {
                if (!response.end()) {
                    heard.add(
                            response.failed()
                                    ? response.code() + " " + response.message()
                                    : response.code() + " "
                                            + response.data().path("type").asText() + " "
                                            + response.data().path("sequence"));
                }
            }

            @Override
            public void lost(String why) {
                heard.add("lost " + why);
            }
        };
    }
}
