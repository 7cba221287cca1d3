package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Replays the host's side of a recorded session of a LangBot plugin: our SDK sends the messages of LangBot's SDK. */
class DirectSessionTest {
    /** The fields that only a Python plugin sends. */
    private static final Set<String> PYTHON = Set.of(
            "/manifest/manifest/metadata/repository",
            "/manifest/manifest/metadata/icon",
            "/manifest/manifest/execution/python",
            "/components/0/manifest/manifest/execution/python");

    private final List<JsonNode> session = session();

    @Test
    void sendsTheMessagesOfTheRecordedPlugin() throws Exception {
        RunnerPlugin plugin = RunnerPlugin.of("peer", "probe-runner").runner(probe(), DirectSessionTest::probe);
        try (ScriptedHost host = new ScriptedHost()) {
            ConnectionKeeper link = ConnectionKeeper.start(host.address(), "a runner key", plugin);
            ScriptedHost.Peer peer = host.accept();

            JsonNode registration = peer.next();
            JsonNode recorded = recordedRequest("plugin", "register_plugin");
            // Our registration also has the field names' generation, the maximum message size and the support of
            // cancellations:
            // LangBot's SDK sends none of them.
            assertThat(registration.get("data").properties().stream().map(Map.Entry::getKey))
                    .containsExactlyElementsOf(Stream.concat(
                                    recorded.get("data").properties().stream().map(Map.Entry::getKey),
                                    Stream.of("wire_generation", "max_message_bytes", "cancel_agent"))
                            .toList());
            assertThat(missing(
                            recorded.at("/data/plugin_container"), registration.at("/data/plugin_container"), "", true))
                    .isEqualTo(PYTHON);
            peer.send(answer(recorded, registration));

            long initialized = peer.ask(
                    "initialize_plugin",
                    recordedRequest("host", "initialize_plugin").get("data"));
            assertThat(peer.response(initialized).get("data")).isEmpty();
            JsonNode container = peer.response(peer.ask("get_plugin_container", ScriptedHost.json("{}")))
                    .get("data");
            assertThat(missing(recordedAnswer(recordedRequest("host", "get_plugin_container")), container, "", false))
                    .isEqualTo(PYTHON);

            ObjectNode run = recordedRequest("host", "run_agent").deepCopy();
            ((ObjectNode) run.at("/data/context/runtime")).put("deadline_at", System.currentTimeMillis() / 1000.0 + 60);
            peer.send(run);
            for (JsonNode asked : recordedCalls()) {
                JsonNode request = peer.next();
                assertThat(request.get("action")).isEqualTo(asked.get("action"));
                assertThat(request.get("data")).isEqualTo(asked.get("data"));
                assertThat(request.get("context")).isEqualTo(asked.get("context"));
                peer.send(answer(asked, request));
            }
            long seqId = run.get("seq_id").longValue();
            for (JsonNode expected : recordedResults(seqId)) {
                JsonNode frame = peer.response(seqId);
                assertThat(withoutNulls(frame)).isEqualTo(withoutNulls(expected));
            }
            link.close();
        }
    }

    private static RunnerSpec probe() {
        return RunnerSpec.named("default")
                .described("Wire probe", "Exercises every AgentRunAPIProxy call and stream shape")
                .capabilities("streaming", "tool_calling", "knowledge_retrieval", "interrupt", "steering")
                .permissions(Map.of(
                        "models", List.of("invoke", "stream", "rerank"),
                        "tools", List.of("detail", "call"),
                        "knowledge_bases", List.of("list", "retrieve"),
                        "history", List.of("page", "search"),
                        "events", List.of("get", "page"),
                        "storage", List.of("plugin", "workspace")));
    }

    private static void probe(AgentRunContext context, RunOutput out, HostApi api) {
        assertThat(api.hostVersion()).isEqualTo("v4.11.0-host");
        assertThat(api.historyPage(HistoryRequest.newest(5)).items())
                .singleElement()
                .satisfies(item -> assertThat(item.content()).isEqualTo("earlier"));
        JsonNode value = ScriptedHost.json("{'n':1}");
        api.stateSet(StateScope.CONVERSATION, "external.k", value);
        assertThat(api.stateGet(StateScope.CONVERSATION, "external.k")).contains(value);
        assertThat(api.stateList(StateScope.CONVERSATION, "external.", 100).keys())
                .containsExactly("external.k");
        assertThat(api.stateDelete(StateScope.CONVERSATION, "external.k")).isTrue();
        assertThat(api.runGet().isCancelled()).isFalse();
        out.toolCallStarted("tc-1", "add", ScriptedHost.json("{'a':2}"));
        out.toolCallCompleted("tc-1", "add", ScriptedHost.json("{'sum':5}"), null);
        out.stateUpdated(StateScope.CONVERSATION, "external.sid", ScriptedHost.json("'abc'"));
        out.emit(new ActionRequested(
                "message.edit", ScriptedHost.json("{'message_id':'1'}"), ScriptedHost.json("{'text':'x'}")));
        out.message("all calls were answered");
        out.completed("stop", null, ScriptedHost.json("{'prompt_tokens':1,'completion_tokens':2,'total_tokens':3}"));
    }

    private List<JsonNode> recordedCalls() {
        return session.stream()
                .filter(line -> line.path("from").asText().equals("plugin"))
                .map(line -> line.get("msg"))
                .filter(msg -> msg.has("action") && !msg.get("action").asText().equals("register_plugin"))
                .toList();
    }

    private List<JsonNode> recordedResults(long seqId) {
        return session.stream()
                .filter(line -> line.path("from").asText().equals("plugin"))
                .map(line -> line.get("msg"))
                .filter(msg -> msg.has("code") && msg.get("seq_id").longValue() == seqId)
                .toList();
    }

    private JsonNode recordedRequest(String from, String action) {
        return messages(from)
                .filter(msg -> msg.path("action").asText().equals(action))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode recordedAnswer(JsonNode request) {
        return messages("plugin")
                .filter(msg -> msg.has("code") && msg.get("seq_id").equals(request.get("seq_id")))
                .findFirst()
                .orElseThrow()
                .get("data");
    }

    /** The host's recorded answer to a recorded call, as the answer to our call. */
    private JsonNode answer(JsonNode recorded, JsonNode request) {
        ObjectNode answer = messages("host")
                .filter(msg -> msg.has("code") && msg.get("seq_id").equals(recorded.get("seq_id")))
                .findFirst()
                .orElseThrow()
                .deepCopy();
        return answer.set("seq_id", request.get("seq_id"));
    }

    private Stream<JsonNode> messages(String from) {
        return session.stream()
                .filter(line -> line.path("from").asText().equals(from))
                .map(line -> line.get("msg"));
    }

    /** Fields of the recording that our message lacks, or has with another type or (except for texts) another value. */
    private static Set<String> missing(JsonNode recorded, JsonNode sent, String path, boolean ignored) {
        Set<String> found = new TreeSet<>();
        if (recorded.isObject() && sent.isObject()) {
            recorded.properties().forEach(field -> {
                String at = path + "/" + field.getKey();
                if (sent.has(field.getKey())) {
                    found.addAll(missing(field.getValue(), sent.get(field.getKey()), at, ignored));
                } else {
                    found.add(at);
                }
            });
        } else if (recorded.isArray() && sent.isArray() && recorded.size() == sent.size()) {
            for (int i = 0; i < recorded.size(); i++) {
                found.addAll(missing(recorded.get(i), sent.get(i), path + "/" + i, ignored));
            }
        } else if (!recorded.equals(sent) && !(path.contains("/metadata/") && sent.isTextual())) {
            found.add(path);
        }
        return found;
    }

    private static JsonNode withoutNulls(JsonNode node) {
        if (node.isObject()) {
            ObjectNode copy = node.deepCopy();
            copy.properties().removeIf(field -> field.getValue().isNull());
            copy.properties().forEach(field -> field.setValue(withoutNulls(field.getValue())));
            return copy;
        }
        return node;
    }

    private static List<JsonNode> session() {
        try (var in = DirectSessionTest.class.getResourceAsStream("/golden/direct_session.jsonl")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(ScriptedHost::json)
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
