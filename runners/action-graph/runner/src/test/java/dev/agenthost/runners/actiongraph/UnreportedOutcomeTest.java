package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests calls of tools and agents that end without a report of the executor. */
class UnreportedOutcomeTest {
    private static final String UNKNOWN =
            "action.unknown_outcome: The action may have had its effect; a repetition could repeat it.";

    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.config = PlannerHost.json("{'executors':[{'type':'tool','name':'look','effects':['read']},"
                + "{'type':'service','name':'buy','tool':'order','effects':['purchase']}],'agents':['a1']}");
        for (String tool : List.of("look", "order")) {
            host.tools.put(tool, input -> TextNode.valueOf("done"));
        }
    }

    /** The SDK reports a missing answer as retryable. */
    @ParameterizedTest
    @CsvSource({
        "runtime_error,false",
        "deadline_exceeded,true",
        "deadline_exceeded,false",
        "payload_too_large,false",
        "host.malformed_response,false"
    })
    void aCallWithEffectsIsNotRepeatedAndItsActionIsBlocked(String code, boolean retryable) throws Exception {
        fails("order", code, retryable);
        host.block(graph("tool", "order", "")).says("I do not know");

        List<ResultPayload> results = host.emit("go");

        assertThat(host.toolCalls).hasSize(1);
        assertThat(host.transcript(1)).contains("Status: blocked", UNKNOWN + " (tool.failed: " + code + ": no)");
        assertThat(views(results)).contains("\"status\":\"blocked\"", "The action may have had its effect");
    }

    @Test
    void aServiceHasTheEffectsOfItsOwnRegistration() throws Exception {
        fails("order", "runtime_error", false);
        host.block(graph("service", "buy", "")).says("I do not know");

        host.emit("go");

        assertThat(host.toolCalls).hasSize(1);
        assertThat(host.transcript(1)).contains("Status: blocked", UNKNOWN);
    }

    @Test
    void aCallThatOnlyReadsIsRepeatedAndFailsAtLast() throws Exception {
        fails("look", "runtime_error", false);
        host.block(graph("tool", "look", "")).says("it is away");

        host.emit("go");

        assertThat(host.toolCalls).hasSize(3);
        assertThat(host.transcript(1)).contains("Status: failed", "tool.failed: runtime_error: no");
    }

    @Test
    void aClaimedEffectKeepsACallFromItsRepetition() throws Exception {
        fails("look", "runtime_error", false);
        host.block(graph("tool", "look", ",'side_effects':['send']")).says("I do not know");

        host.emit("go");

        assertThat(host.toolCalls).hasSize(1);
        assertThat(host.transcript(1)).contains("Status: blocked", UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({"runtime_error,true", "rate_limited,false"})
    void aCallThatCertainlyHadNoEffectIsRepeated(String code, boolean retryable) throws Exception {
        fails("order", code, retryable);
        host.block(graph("tool", "order", "")).says("it is away");

        host.emit("go");

        assertThat(host.toolCalls).hasSize(3);
        assertThat(host.transcript(1)).contains("Status: failed", "tool.failed: " + code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"invalid_argument", "unauthorized", "not_found"})
    void aCallThatIsRefusedAsItIsFailsWithoutARepetition(String code) throws Exception {
        fails("order", code, false);
        host.block(graph("tool", "order", "")).says("I may not");

        host.emit("go");

        assertThat(host.toolCalls).hasSize(1);
        assertThat(host.transcript(1)).contains("Status: failed", "tool.failed: " + code);
    }

    @Test
    void theModelReadsThatTheOutcomeIsUnknownAlsoWhereTheResultIsNotForIt() throws Exception {
        fails("order", "runtime_error", false);
        host.block(graph("tool", "order", ",'data_visibility':['user']")).says("I do not know");

        host.emit("go");

        assertThat(host.transcript(1)).contains("Status: blocked", UNKNOWN).doesNotContain("runtime_error");
    }

    @Test
    void anAgentWhoseTaskMayHaveBegunIsNotAskedAgain() throws Exception {
        host.agents.put("a1", task -> {
            throw refused("runtime_error", false);
        });
        host.block(graph("agent", "a1", "")).says("I do not know");

        host.emit("go");

        assertThat(host.tasks).hasSize(1);
        assertThat(host.transcript(1)).contains("Status: blocked", UNKNOWN + " (agent.failed: runtime_error: no)");
    }

    private void fails(String tool, String code, boolean retryable) {
        host.tools.put(tool, input -> {
            throw refused(code, retryable);
        });
    }

    private static AgentApiException refused(String code, boolean retryable) {
        return new AgentApiException(new AgentApiError(code, "no", retryable, PlannerHost.json("{}")));
    }

    private static String views(List<ResultPayload> results) {
        return results.stream()
                .filter(ActionRequested.class::isInstance)
                .map(Object::toString)
                .reduce("", String::concat);
    }

    private static String graph(String type, String executor, String members) {
        return "{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':["
                + "{'type':'action','id':'a','executor':{'type':'" + type + "','target':'" + executor + "'},"
                + "'input':{},'failure_policy':{'on_failure':'continue',"
                + "'retry':{'max_attempts':3,'delay_seconds':0}}" + members + "}]}}";
    }
}
