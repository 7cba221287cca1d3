package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a result reaches no reader that its {@code data_visibility} leaves out. */
class DataVisibilityTest {
    private static final String SECRET = "sesame";

    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.config = PlannerHost.json("{'agents':['researcher']}");
        host.tools.put("vault", input -> TextNode.valueOf(SECRET));
        host.tools.put("door", input -> TextNode.valueOf("open"));
        host.agents.put("researcher", task -> PlannerHost.answered("It is red."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'input':{'code':'action:secret.output'}",
                "'context_refs':['action:secret.summary']",
                "'context_refs':['artifact:secret']"
            })
    void anotherAgentIsAModelAndGetsNoValueThatModelsMayNotRead(String passing) throws Exception {
        host.block(graph("'user','logs'", "{'type':'agent','target':'researcher'}", passing))
                .says("done");

        host.emit("open it");

        assertThat(host.tasks).isEmpty();
        assertThat(host.transcript(1)).contains("data.visibility").doesNotContain(SECRET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'model'", "'user'"})
    void theMembersOfAValueAreNamedToThoseWhoMayReadIt(String readers) throws Exception {
        host.tools.put("vault", input -> PlannerHost.json("{'sesame':1}"));
        host.block(graph(readers, "{'type':'tool','target':'door'}", "'args':{'code':'action:secret.output.code'}"))
                .says("done");

        host.emit("open it");

        assertThat(host.toolCalls).containsExactly("vault {}");
        assertThat(host.transcript(1)).contains("action:secret.output.code has no value");
        assertThat(host.transcript(1).contains("has no value; its value has `sesame`"))
                .isEqualTo(readers.equals("'model'"));
    }

    @Test
    void aPersonIsNotShownWhatUsersMayNotRead() throws Exception {
        host.block(graph("'model','logs'", "{'type':'human'}", "'input':{'question':'action:secret.output'}"))
                .says("done");

        List<ResultPayload> results = host.emit("open it");

        assertThat(PlannerHost.questions(results)).isEmpty();
        assertThat(host.transcript(1)).contains("data.visibility");
    }

    @Test
    void aToolReceivesTheValueAndLogsDoNot() throws Exception {
        host.block(graph("'model','user'", "{'type':'tool','target':'door'}", "'args':{'code':'action:secret.output'}"))
                .says("done");

        List<ResultPayload> results = host.emit("open it");

        assertThat(host.toolCalls).containsExactly("vault {}", "door {\"code\":\"sesame\"}");
        String logged = ProtocolCodec.tree(results.stream()
                        .filter(result -> result instanceof ToolCallStarted || result instanceof ToolCallCompleted)
                        .toList())
                .toString();
        assertThat(logged).contains("action:secret.output", "open").doesNotContain(SECRET);
        assertThat(host.state.entrySet().stream().filter(entry -> entry.getKey().startsWith("action_graph.record.")))
                .hasSize(1)
                .allMatch(entry -> !entry.getValue().toString().contains(SECRET));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'data_visibility':['user']           | output  | false
            'data_visibility':['user','model']   | output  | false
            'result_granularity':'summary'       | output  | false
            'result_granularity':'summary'       | summary | false
            'data_visibility':['model','user','future_runs'] | output | true
            """)
    void aReportHasNothingThatTheModelOfALaterRequestMayNotRead(String policy, String part, boolean isShown)
            throws Exception {
        host.block(secret(policy));
        host.outputs.add(PlannerHost.output(""));

        List<ResultPayload> results = host.emitDeciding(
                "open it",
                run ->
                        ("```agent-protocol\n{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':"
                                        + "'final_report_spec','sections':[{'title':'Secret','refs':['runtime://" + run
                                        + "/actions/secret/" + part + "']}]}}\n```")
                                .replace('\'', '"'));

        String report = PlannerHost.messages(results).getLast();
        assertThat(report).startsWith("## Secret");
        assertThat(report.contains(SECRET)).isEqualTo(isShown);
        assertThat(report.contains("This result is not shown, because models read the conversation"))
                .isEqualTo(!isShown && part.equals("output"));
    }

    @Test
    void theSummaryOfAResultThatMayBeReadAsSummaryOnlyIsNotTheResult() throws Exception {
        host.block(secret("'result_granularity':'summary'"));
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding(
                "open it",
                run ->
                        ("```agent-protocol\n{'type':'agent.protocol','version':'1','intent':'expand_ref','payload':{'refs':"
                                        + "[{'ref':'runtime://" + run + "/actions/secret/summary'}]}}\n```")
                                .replace('\'', '"'));

        assertThat(host.transcript(2)).contains("Text; lines: 1; bytes: ").doesNotContain(SECRET);
    }

    private static String secret(String policy) {
        return """
                {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
                 {'type':'action','id':'secret','executor':{'type':'tool','target':'vault'},'args':{},%s}]}}""".formatted(policy);
    }

    private static String graph(String readers, String executor, String members) {
        return """
                {'type':'agent.protocol','version':'1','intent':'execute','persist':true,'payload':{'type':'action_graph','actions':[
                 {'type':'action','id':'secret','executor':{'type':'tool','target':'vault'},'args':{},'data_visibility':[%s]},
                 {'type':'action','id':'next','description':'Open it.','executor':%s,%s}]}}""".formatted(readers, executor, members);
    }
}
