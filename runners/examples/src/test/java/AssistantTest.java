import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.hostapi.HistoryPage;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.store.state.StateKeys;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.HistoryRequest;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunView;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class AssistantTest {
    private static final String CONTEXT = """
            {"run_id":"r","trigger":{"type":"message.received","source":"api"},
             "event":{"event_id":"e2","event_type":"message.received","source":"api"},
             "delivery":{"surface":"api"},"input":{"text":"What is the time?","contents":[]},
             "resources":{"models":[{"model_id":"m1","operations":["invoke"]}],
                          "tools":[{"tool_name":"clock","operations":["detail","call"]}]}}""";

    @Test
    void asksTheModelWithWhatWasSaidCallsTheToolThatItWantsAndCountsItsTurns() throws Exception {
        Host host = new Host();
        host.state.put("turns", ProtocolCodec.readTree("1"));
        host.answers.add("""
                {"message":{"role":"assistant","tool_calls":[{"id":"c1","type":"function",
                 "function":{"name":"clock","arguments":"{\\"zone\\":\\"UTC\\"}"}}]}}""");
        host.answers.add("{\"message\":{\"role\":\"assistant\",\"content\":\"It is noon.\"}}");

        List<ResultPayload> said = host.run();

        assertThat(host.state.get("turns").asInt()).isEqualTo(2);
        assertThat(host.asked.getFirst().path("messages").findValuesAsText("content"))
                .containsExactly(
                        "Answer in a sentence. This is turn 2 of the conversation.",
                        "Hello",
                        "Hi there",
                        "What is the time?");
        assertThat(host.asked.getFirst().path("funcs").findValuesAsText("name")).containsExactly("clock");
        assertThat(host.called).containsExactly("clock {\"zone\":\"UTC\"}");
        JsonNode answer = host.asked.getLast().path("messages").path(5);
        assertThat(answer.path("role").asText()).isEqualTo("tool");
        assertThat(answer.path("tool_call_id").asText()).isEqualTo("c1");
        assertThat(answer.path("content").asText()).isEqualTo("{\"time\":\"12:00\"}");
        assertThat(said)
                .filteredOn(MessageCompleted.class::isInstance)
                .singleElement()
                .satisfies(one -> assertThat(((MessageCompleted) one).message().plainText())
                        .isEqualTo("It is noon."));
        assertThat(said)
                .filteredOn(ArtifactCreated.class::isInstance)
                .singleElement()
                .satisfies(one -> assertThat(((ArtifactCreated) one).name()).isEqualTo("tools.txt"));
    }

    /** A host that returns the answers of the test, in order. */
    private static final class Host implements HostApi {
        final Map<String, JsonNode> state = new HashMap<>();
        final List<String> answers = new ArrayList<>();
        final List<ObjectNode> asked = new ArrayList<>();
        final List<String> called = new ArrayList<>();

        List<ResultPayload> run() throws Exception {
            List<ResultPayload> said = new ArrayList<>();
            AgentRunContext context = ProtocolCodec.decode(ProtocolCodec.readTree(CONTEXT), AgentRunContext.class);
            new Assistant()
                    .run(
                            context,
                            new RunOutput() {
                                @Override
                                public void emit(ResultPayload payload, JsonNode usage) {
                                    said.add(payload);
                                }

                                @Override
                                public boolean isCancelled() {
                                    return false;
                                }
                            },
                            this);
            return said;
        }

        @Override
        public ObjectNode call(String action, ObjectNode data) {
            return switch (action) {
                case "invoke_llm" -> {
                    asked.add(data.deepCopy());
                    yield json(answers.get(asked.size() - 1));
                }
                case "get_tool_detail" ->
                    json("{\"tool\":{\"name\":\"clock\",\"description\":\"\",\"parameters\":{}}}");
                case "call_tool" -> {
                    called.add(data.path("tool_name").asText() + " " + data.path("parameters"));
                    yield json("{\"result\":{\"time\":\"12:00\"}}");
                }
                default ->
                    throw new AgentApiException(new AgentApiError("invalid_argument", action, false, json("{}")));
            };
        }

        @Override
        public HistoryPage historyPage(HistoryRequest request) {
            return read(json("""
                    {"items":[
                     {"transcript_id":"t3","event_id":"e2","role":"user","content":"What is the time?"},
                     {"transcript_id":"t2","event_id":"e1","role":"assistant","content":"Hi there"},
                     {"transcript_id":"t1","event_id":"e1","role":"user","content":"Hello"}],"has_more":false}"""), HistoryPage.class);
        }

        @Override
        public Optional<JsonNode> stateGet(StateScope scope, String key) {
            return Optional.ofNullable(state.get(key));
        }

        @Override
        public void stateSet(StateScope scope, String key, JsonNode value) {
            state.put(key, value);
        }

        @Override
        public boolean stateDelete(StateScope scope, String key) {
            return state.remove(key) != null;
        }

        @Override
        public StateKeys stateList(StateScope scope, String prefix, int limit) {
            return new StateKeys(List.copyOf(state.keySet()), false);
        }

        @Override
        public RunView runGet() {
            return new RunView("r", "running", null);
        }

        @Override
        public String hostVersion() {
            return "v";
        }

        @Override
        public void stream(String action, ObjectNode data, Consumer<ObjectNode> piece) {
            throw new AssertionError(action);
        }

        @Override
        public <T> T read(ObjectNode data, Class<T> type) {
            try {
                return ProtocolCodec.decode(data, type);
            } catch (UndecodableException e) {
                throw new AssertionError(e);
            }
        }

        private static ObjectNode json(String text) {
            try {
                return (ObjectNode) ProtocolCodec.readTree(text);
            } catch (UndecodableException e) {
                throw new AssertionError(text, e);
            }
        }
    }
}
