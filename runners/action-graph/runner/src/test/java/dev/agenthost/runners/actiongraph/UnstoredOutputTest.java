package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An output of which the host has stored the beginning only: nothing is decided or stated about the rest. */
class UnstoredOutputTest {
    private static final JsonNode BEGINNING = PlannerHost.json(
            "{'content':[{'type':'text','text':'verse 1\\nverse 2'}],"
                    + "'is_error':false,'truncated':true,'reason':'context-store is unavailable','output_bytes':76852}");
    private static final String MARK =
            "[beginning of an output of 76852 bytes; the rest is not stored: context-store is unavailable]";

    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void start() {
        host.tools.put("log", input -> BEGINNING);
        host.tools.put("size", input -> PlannerHost.json("{'content':[],'is_error':false}"));
    }

    @Test
    void aConditionOnItIsUndecided() throws Exception {
        for (String condition : List.of(
                "not exists(action:l.output.items[500])",
                "not exists(action:l.output)",
                "action:l.output.items != 1")) {
            host.toolCalls.clear();
            host.block("""
                            {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
                             {'type':'action','id':'l','executor':{'type':'tool','target':'log'},'input':{}},
                             {'type':'action','id':'no','executor':{'type':'tool','target':'size'},'input':{},'condition':'%s'}]}}""".formatted(condition)).says("done");

            host.emit("go");

            assertThat(host.toolCalls).as(condition).hasSize(1);
        }
    }

    @Test
    void itIsNoValueOfAnInput() throws Exception {
        host.declares("{'kind':'act','calls':[{'id':'l','type':'tool','name':'log'},"
                        + "{'id':'s','type':'tool','name':'size','args':{'text':'action:l.output'}}]}")
                .says("done");

        host.emit("go");

        assertThat(host.toolCalls).hasSize(1);
        assertThat(host.transcript(1)).contains("only the beginning of that output is known", MARK);
    }

    @Test
    void itsExpansionSaysThatItIsABeginning() throws Exception {
        for (String range : List.of("{'from_line':1,'to_line':1}", "{'around_matches':true,'match':'timeout'}")) {
            host.requests.clear();
            host.declares("{'kind':'act','calls':[{'id':'l','type':'tool','name':'log'}]}");
            host.outputs.add(PlannerHost.output(""));
            host.says("done");

            host.emitDeciding(
                    "go",
                    runId -> "```agent-protocol\n"
                            + PlannerHost.json(
                                    "{'type':'agent.protocol','version':'1','intent':'expand_ref','payload':{'refs':[{'ref':'runtime://"
                                            + runId + "/actions/l/output','range':" + range + "}]}}")
                            + "\n```");

            assertThat(host.transcript(2)).as(range).contains(MARK);
        }
    }

    @Test
    void aListOfOutputsWithABeginningIsNoValueEither() throws Exception {
        host.block("""
                        {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
                         {'type':'action','id':'two','executor':{'type':'runtime','target':'merge'},'input':{'value':['a','b']}},
                         {'type':'action','id':'l','executor':{'type':'tool','target':'log'},'input':{},
                          'loop':{'for_each':'action:two.output.value','max_iterations':2}},
                         {'type':'action','id':'no','executor':{'type':'tool','target':'size'},'input':{},
                          'condition':'not exists(action:l.output[0].items[500])'},
                         {'type':'action','id':'s','executor':{'type':'tool','target':'size'},'input':{'text':'action:l.output[0]'}}]}}""").says("done");

        host.emit("go");

        assertThat(host.toolCalls).containsExactly("log {}", "log {}");
    }
}
