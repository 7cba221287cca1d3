package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the argument by which an executor receives the key of an action. */
class IdempotencyKeyTest {
    private static final String KEY = "\\{\"text\":\"hi\",\"request_id\":\"[0-9a-f]{32}\"\\}";

    private final PlannerHost host = new PlannerHost();
    private final List<String> keys = new CopyOnWriteArrayList<>();

    @BeforeEach
    void configure() {
        host.config = PlannerHost.json("{'executors':["
                + "{'type':'tool','name':'note','effects':['send'],'idempotency_argument':'request_id'},"
                + "{'type':'service','name':'mail','tool':'plain','effects':['send'],"
                + "'idempotency_argument':'request_id','arguments':{'from':'us'}}]}");
        host.tools.put("note", this::noted);
        host.tools.put("plain", this::noted);
    }

    private JsonNode noted(JsonNode input) {
        keys.add(input.path("request_id").asText());
        return TextNode.valueOf("noted");
    }

    @Test
    void theKeyReachesTheToolAndIsTheSameInEachAttempt() throws Exception {
        host.tools.put("note", input -> {
            noted(input);
            return keys.size() < 3 ? PlannerHost.toolError("not yet") : TextNode.valueOf("noted");
        });
        host.block(graph(false, action("tool", "note", ",'failure_policy':" + RETRY)))
                .says("done");

        host.emit("go");

        assertThat(host.toolCalls).hasSize(3).allMatch(call -> call.matches("note " + KEY));
        assertThat(keys.stream().distinct()).hasSize(1);
    }

    @Test
    void aServiceReceivesTheKeyBesideItsFixedArguments() throws Exception {
        host.block(graph(false, action("service", "mail", ""))).says("done");

        host.emit("go");

        assertThat(keys).singleElement().asString().matches("[0-9a-f]{32}");
        assertThat(host.toolCalls).singleElement().asString().contains("\"from\":\"us\"");
    }

    @Test
    void iterationsActionsAndGraphsHaveDifferentKeysUnderOneDeclaredKey() throws Exception {
        String loop = ",'loop':{'until':'loop:index == 1','max_iterations':2}";
        host.block(graph(false, action("tool", "note", loop)))
                .block(graph(false, action("tool", "note", "")))
                .says("done");

        host.emit("go");

        assertThat(keys).hasSize(3).doesNotHaveDuplicates();
    }

    @Test
    void aLostAttemptIsRepeatedWithItsKey() throws Exception {
        dieOnce("note");
        host.block(graph(true, action("tool", "note", "")));
        assertThatThrownBy(() -> host.emit("go")).hasMessage("the process dies");
        host.says("done");

        host.emit("go");

        assertThat(keys).hasSize(2).allMatch(key -> key.matches("[0-9a-f]{32}"));
        assertThat(keys.stream().distinct()).hasSize(1);
    }

    @Test
    void aLostAttemptOfAToolThatTakesNoKeyIsNotRepeated() throws Exception {
        dieOnce("plain");
        host.block(graph(true, action("tool", "plain", "").replace("'key':'k-77'", "'key':'k-77','repeatable':true")));
        assertThatThrownBy(() -> host.emit("go")).hasMessage("the process dies");
        host.says("I do not know");

        host.emit("go");

        assertThat(keys).containsExactly("");
        assertThat(host.transcript(1)).contains("Status: blocked", "action.unknown_outcome");
    }

    @Test
    void aCallWithoutAReportIsRepeatedWithItsKey() throws Exception {
        host.tools.put("note", input -> {
            noted(input);
            if (keys.size() < 2) {
                throw new AgentApiException(new AgentApiError("runtime_error", "no", false, PlannerHost.json("{}")));
            }
            return TextNode.valueOf("noted");
        });
        host.block(graph(false, action("tool", "note", ",'failure_policy':" + RETRY)))
                .says("done");

        host.emit("go");

        assertThat(keys).hasSize(2).allMatch(key -> key.matches("[0-9a-f]{32}"));
        assertThat(keys.stream().distinct()).hasSize(1);
        assertThat(host.transcript(1)).contains("Status: completed");
    }

    @Test
    void anInputThatSetsTheArgumentIsRefusedBeforeAnythingRuns() throws Exception {
        String other = "{'type':'action','id':'b','executor':{'type':'tool','target':'plain'},'input':{}}";
        host.block(graph(false, other, action("tool", "note", "").replace("'text':'hi'", "'request_id':'mine'")))
                .says("sorry");

        host.emit("go");

        assertThat(host.toolCalls).isEmpty();
        assertThat(host.transcript(1))
                .contains("$.payload.actions[1].input.request_id: takes idempotency.key", "field.conflict");
    }

    @Test
    void anInputMaySetNoKeyThatIsNotDeclared() throws Exception {
        String noKey = action("tool", "note", "").replace(",'idempotency':{'key':'k-77'}", "");
        host.block(graph(false, noKey.replace("'text':'hi'", "'request_id':'mine'")))
                .block(graph(false, noKey))
                .says("done");

        host.emit("go");

        assertThat(host.transcript(1)).contains("$.payload.actions[0].input.request_id: takes idempotency.key");
        assertThat(host.toolCalls).containsExactly("note {\"text\":\"hi\"}");
    }

    @Test
    void anInputThatRepeatsTheDeclaredKeyIsNoConflict() throws Exception {
        host.block(graph(false, action("tool", "note", "").replace("'text':'hi'", "'text':'hi','request_id':'k-77'")))
                .says("done");

        host.emit("go");

        assertThat(keys).singleElement().asString().matches("[0-9a-f]{32}");
    }

    @Test
    void thePersonSeesThatTheRuntimeSetsTheKey() throws Exception {
        host.block(graph(false, action("tool", "note", ",'permission_policy':{'requires_approval':true}")));

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.questions(results).toString()).contains("(key of the action, set by the runtime)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'agent','name':'a1','idempotency_argument':'request_id'}",
                "{'type':'service','name':'s','tool':'t','idempotency_argument':'x','arguments':{'x':1}}"
            })
    void anArgumentThatCannotTakeAKeyIsRefused(String executor) throws Exception {
        host.config = PlannerHost.json("{'executors':[" + executor + "]}");
        host.says("fine");

        assertThat(PlannerHost.failure(host.emit("go")).code()).isEqualTo("action_graph.config_invalid");
    }

    private void dieOnce(String tool) {
        AtomicBoolean dies = new AtomicBoolean(true);
        host.tools.put(tool, input -> {
            noted(input);
            if (dies.getAndSet(false)) {
                throw new IllegalStateException("the process dies");
            }
            return TextNode.valueOf("noted");
        });
    }

    private static final String RETRY = "{'retry':{'max_attempts':3,'delay_seconds':0}}";

    private static String action(String type, String executor, String members) {
        return "{'type':'action','id':'a','executor':{'type':'" + type + "','target':'" + executor
                + "'},'input':{'text':'hi'},'idempotency':{'key':'k-77'}" + members + "}";
    }

    private static String graph(boolean persist, String... actions) {
        return "{'type':'agent.protocol','version':'1','intent':'execute','persist':" + persist
                + ",'payload':{'type':'action_graph','actions':[" + String.join(",", actions) + "]}}";
    }
}
