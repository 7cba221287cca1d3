package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the outputs that do not follow the protocol, and the bounds of a run. */
class ProtocolErrorTest {
    private static final String BROKEN = "{'kind':'act','calls':[{'id':'a','type':'tool'";
    private static final String CYCLE = "{'kind':'act','calls':[{'id':'a','type':'tool','name':'add','depends':'a'}]}";
    private static final String RIGHT = "{'kind':'act','calls':[{'id':'a','type':'tool','name':'add'}]}";

    private final PlannerHost host = new PlannerHost();

    ProtocolErrorTest() {
        host.tools.put("add", input -> TextNode.valueOf("3"));
    }

    @Test
    void theModelCorrectsABrokenOutputTwice() throws Exception {
        host.declares(BROKEN).declares(CYCLE).declares(RIGHT).says("it is 3");

        List<ResultPayload> results = host.emit("go");

        assertThat(host.transcript(1)).contains("Nothing was executed.", "json.malformed");
        assertThat(host.transcript(2)).contains("dependency.self", "This is the last correction.");
        assertThat(host.toolCalls).containsExactly("add {}");
        assertThat(PlannerHost.shown(results)).isEqualTo("it is 3it is 3");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCarrierThatTheProviderCutIsNotExecuted(boolean streaming) throws Exception {
        host.streaming = streaming;
        host.declares(RIGHT).cut().block(RIGHT).cut().declares(RIGHT).says("it is 3");

        host.emit("go");

        assertThat(host.transcript(1)).contains("Nothing was executed.", "carrier.incomplete");
        assertThat(host.transcript(2)).contains("carrier.incomplete");
        assertThat(host.toolCalls).containsExactly("add {}");
    }

    @Test
    void unknownExecutorsAreNamedBesideOtherErrors() throws Exception {
        host.block(
                        "{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':["
                                + "{'type':'action','id':'a','executor':{'type':'tool','target':'absent'},'args':{'x':'action:none.output'}}]}}")
                .declares(
                        "{'kind':'act','calls':[{'id':'a','type':'tool','name':'absent','arguments':{'x':'action:none.output'}}]}")
                .says("no");

        host.emit("go");

        assertThat(host.transcript(1)).contains("there is no tool absent; there are add", "none");
        assertThat(host.transcript(2)).contains("$.calls[0].name: there is no tool absent");
    }

    @Test
    void anAnswerThatTheProviderCutIsShownAndTheRunHasTheReason() throws Exception {
        host.says("The first half of").cut();

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.shown(results)).contains("The first half of");
        assertThat(results.getLast()).isInstanceOfSatisfying(RunCompleted.class, end -> assertThat(end.finishReason())
                .isEqualTo("length"));
    }

    @Test
    void theModelSeesWhatWasRefused() throws Exception {
        String block = "```agent-protocol\n{\"kind\":\"act\",\"calls\":[]}\n</turn>\n```";
        host.says("<think>hm</think>I try.\n" + block).declares(CYCLE).says("no");

        host.emit("go");

        assertThat(host.transcript(1))
                .contains("### Refused output\n\n````md\nI try.\n" + block.replace("</", "&lt;/") + "\n````")
                .doesNotContain("hm");
        assertThat(host.transcript(2))
                .contains("### Refused output\n\n```md\nAgentProtocolOutput " + CYCLE.replace('\'', '"') + "\n```");
    }

    @Test
    void aRefusedOutputIsShortened() throws Exception {
        host.declares("{'kind':'act','x':'" + "w".repeat(100_000)).says("no");

        host.emit("go");

        assertThat(host.transcript(1))
                .contains("AgentProtocolOutput {\"kind\":\"act\"", "more characters]")
                .hasSizeLessThan(30_000);
    }

    @Test
    void theLogHasIdsNumbersAndCodesAndNoTexts() throws Exception {
        host.declares(CYCLE).declares(RIGHT).says("it is 3");
        List<String> lines = GraphLogLines.during(() -> host.emit("what is one and two?"));

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("WARNING eventId=").endsWith("protocol: dependency.self");
        assertThat(lines.get(1)).matches("INFO eventId=\\S+ graph=apr_\\S+ begins actions=1 carrier=native_call");
        assertThat(lines.get(2)).matches("INFO eventId=\\S+ graph=apr_\\S+ is completed completed=1");
    }

    @Test
    void aMemberThatWasIgnoredIsNamedInTheObservation() throws Exception {
        host.declares("{'kind':'act','calls':[{'id':'a','type':'tool','name':'add','dependencies':['b']}],'x':1}")
                .says("it is 3");

        host.emit("go");

        assertThat(host.transcript(1))
                .contains("Status: completed\nIgnored: ")
                .contains("$.calls[0].dependencies is unknown and was ignored")
                .contains("$.x is unknown and was ignored");
    }

    @Test
    void theThirdBrokenOutputInARowFailsTheRun() throws Exception {
        host.declares(BROKEN).declares(BROKEN).declares(BROKEN).says("never");

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.failure(results).code()).isEqualTo("action_graph.protocol_error");
        assertThat(PlannerHost.failure(results).error())
                .isEqualTo("The model sent 3 outputs in a row that do not follow the protocol. Nothing was executed.");
        assertThat(host.requests).hasSize(3);
        assertThat(host.toolCalls).isEmpty();
        assertThat(PlannerHost.shown(results)).isEmpty();
    }

    @Test
    void aValidOutputStartsTheCountAgain() throws Exception {
        host.declares(BROKEN)
                .declares(BROKEN)
                .declares(RIGHT)
                .declares(BROKEN)
                .declares(BROKEN)
                .says("3");

        assertThat(PlannerHost.messages(host.emit("go"))).containsExactly("3");
    }

    @Test
    void theConfigurationBoundsTheCorrections() throws Exception {
        host.config.put("max-protocol-errors", 0);
        host.declares(BROKEN);

        assertThat(PlannerHost.failure(host.emit("go")).code()).isEqualTo("action_graph.protocol_error");
        assertThat(host.requests).hasSize(1);
    }

    @Test
    void aBlockWithoutItsClosingFenceIsNotExecutedAndNotShown() throws Exception {
        host.says("Wait.\n\n```agent-protocol\n" + RIGHT.replace('\'', '"') + "\n")
                .says("sorry");

        List<ResultPayload> results = host.emit("go");

        assertThat(host.toolCalls).isEmpty();
        assertThat(host.transcript(1)).contains("carrier.incomplete");
        assertThat(PlannerHost.shown(results)).doesNotContain("kind", "```");
    }

    @Test
    void theLastTurnHasToBeAnAnswer() throws Exception {
        host.config.put("max-turns", 2);
        host.declares(RIGHT).says("3");

        assertThat(PlannerHost.messages(host.emit("go"))).containsExactly("3");
        assertThat(host.requests.getLast().path("funcs")).isEmpty();
        assertThat(host.transcript(1)).contains("No further action can be executed.");
    }

    @Test
    void aModelThatActsInTheLastTurnFailsTheRunAndNothingIsExecuted() throws Exception {
        host.config.put("max-turns", 2);
        host.declares(RIGHT).declares(RIGHT);

        assertThat(PlannerHost.failure(host.emit("go")).code()).isEqualTo("action_graph.turn_limit");
        assertThat(host.toolCalls).hasSize(1);
    }

    @Test
    void oneIsSingularInWhatPeopleAndModelsRead() throws Exception {
        host.config.put("max-actions", 1).put("max-turns", 1);
        host.declares("{'kind':'act','calls':[{'id':'a','type':'tool','name':'add'}]}");
        assertThat(PlannerHost.failure(host.emit("go")).error())
                .isEqualTo("The model declared actions although it had to answer.");

        host.config.put("max-turns", 3);
        host.declares("{'kind':'act','calls':[{'id':'a','type':'tool','name':'add'},"
                        + "{'id':'b','type':'tool','name':'add','depends':'a'}]}")
                .says("enough");
        host.emit("go");
        assertThat(host.transcript(2)).contains("The limit of 1 action is reached.");

        host.config.put("max-turns", 1);
        host.says("```agent-protocol\n{}\n```");
        assertThat(PlannerHost.failure(host.emit("go")).error()).isEqualTo("The model sent no answer within 1 turn.");
    }

    @Test
    void noMoreActionsRunThanTheConfigurationPermits() throws Exception {
        host.config.put("max-actions", 2);
        host.declares("{'kind':'act','calls':[{'id':'a','type':'tool','name':'add'},"
                        + "{'id':'b','type':'tool','name':'add','depends':'a'},"
                        + "{'id':'c','type':'tool','name':'add','depends':'b'}]}")
                .says("enough");

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.messages(results)).containsExactly("enough");
        assertThat(host.toolCalls).hasSize(2);
        assertThat(host.transcript(1)).contains("budget.actions: The limit of 2 actions is reached. Answer now.");
        assertThat(ProjectionTest.views(results).getLast().actions().getLast().resultSummary())
                .as("the remedy is for the model")
                .isEqualTo("The limit of 2 actions is reached.");
    }

    @Test
    void aConfigurationErrorNamesTheField() throws Exception {
        host.config.put("max-turns", 0);

        List<ResultPayload> results = host.emit("go");

        assertThat(PlannerHost.failure(results).code()).isEqualTo("action_graph.config_invalid");
        assertThat(PlannerHost.failure(results).error()).isEqualTo("max-turns must be an integer within 1 and 200");
        assertThat(host.requests).isEmpty();
    }
}
