package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.RunCompleted;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests outputs about an earlier graph that it cannot answer: the model learns why, and the run goes on. */
class MisusedDecisionTest {
    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.tools.put("works", input -> TextNode.valueOf("done"));
        host.tools.put("fails", input -> {
            return PlannerHost.toolError("broken: no");
        });
    }

    @Test
    void anExpansionOfAnUnknownActionIsRefusedBeforeItIsRead() throws Exception {
        host.block(graph("works")).says("sorry");

        var results = host.emitDeciding(
                "go", run -> declaration("expand_ref", "'refs':[{'ref':'runtime://" + run + "/actions/zz/output'}]"));

        assertThat(results.getLast()).isInstanceOf(RunCompleted.class);
        assertThat(host.transcript(2)).contains("reference.unknown", "there is no action zz in", "the actions are a");
    }

    @Test
    void aReportAboutAnUnknownActionIsRefused() throws Exception {
        host.block(graph("works")).says("sorry");

        var results = host.emitDeciding(
                "go",
                run -> declaration(
                        "execute",
                        "'type':'final_report_spec','sections':[{'title':'All','refs':['runtime://" + run
                                + "/actions/nope/output']}]"));

        assertThat(results.getLast()).isInstanceOf(RunCompleted.class);
        assertThat(host.transcript(2)).contains("reference.unknown", "there is no action nope in");
    }

    @Test
    void aDecisionAboutAnActionThatAwaitsNoneSaysWhichDo() throws Exception {
        host.block(
                        graph("fails")
                                .replace("'args'", "'failure_policy':'ask_model','args'")
                                .replace(
                                        "]}}",
                                        ",{'type':'action',"
                                                + "'id':'z','executor':{'type':'tool','target':'works'},'args':{},'depends_on':['a']}]}}"))
                .says("sorry");

        host.emitDeciding(
                "go", run -> declaration("decide", "'run_id':'" + run + "','action_id':'z','decision':'retry'"));

        assertThat(host.transcript(2))
                .contains("Nothing was decided", "z is pending", "A decision is awaited about: a.");
        assertThat(host.toolCalls).hasSize(1);
    }

    @Test
    void aDecisionAboutAnUnknownActionIsRefused() throws Exception {
        host.block(graph("works")).says("sorry");

        host.emitDeciding(
                "go", run -> declaration("decide", "'run_id':'" + run + "','action_id':'no','decision':'skip'"));

        assertThat(host.transcript(2)).contains("$.payload.action_id", "there is no action no in");
    }

    @Test
    void anEmptyOutputIsNoAnswer() throws Exception {
        host.says("").says("<think>hm</think>").says("Well.");

        var results = host.emit("hi");

        assertThat(PlannerHost.messages(results)).endsWith("Well.");
        assertThat(host.transcript(1)).contains("answer.empty");
        assertThat(host.transcript(2)).contains("answer.empty");
    }

    private static String graph(String tool) {
        return "{'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':["
                + "{'type':'action','id':'a','executor':{'type':'tool','target':'" + tool + "'},'args':{}}]}}";
    }

    private static String declaration(String intent, String payload) {
        return ("```agent-protocol\n{'type':'agent.protocol','version':'1','intent':'" + intent + "','payload':{"
                        + payload + "}}\n```")
                .replace('\'', '"');
    }
}
