package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the output of an action that a tool of MCP answered: the content, without the envelope. */
class ToolOutputTest {
    private final PlannerHost host = new PlannerHost();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'content':[{'type':'text','text':'seven'}],'structured_content':{'items':[{'id':7}]},'is_error':false} | .items[0].id | 7
            {'content':[],'structured_content':{'items':[{'id':7}]},'is_error':false} | .items[0] | {"id":7}
            {'content':[{'type':'text','text':' {\\"items\\":[{\\"id\\":7}]} '}],'is_error':false} | .items[0].id | 7
            {'content':[{'type':'text','text':'[7,8]'}],'is_error':false} | [1] | 8
            {'content':[{'type':'text','text':'a line'}],'is_error':false} | `` | "a line"
            {'content':[{'type':'text','text':'a line'}],'structured_content':null,'is_error':false} | `` | "a line"
            {'content':[{'type':'text','text':'7'}],'is_error':false} | `` | "7"
            {'content':[{'type':'text','text':'{7}'}],'is_error':false} | `` | "{7}"
            {'content':[{'type':'text','text':'[7] and more'}],'is_error':false} | `` | "[7] and more"
            {'content':[{'type':'text','text':'[7]'},{'type':'text','text':'[8]'}],'is_error':false} | `` | "[7]\\n[8]"
            {'content':[],'is_error':false} | `` | ""
            {'content':[{'type':'text','text':'a'},{'type':'image','id':'i'}],'is_error':false} | .content[1].id | "i"
            {'content':['my own shape']} | .content[0] | "my own shape"
            """)
    void theOutputIsTheContentOfTheAnswer(String answer, String path, String value) throws Exception {
        host.tools.put("find", input -> PlannerHost.json(answer));
        host.tools.put("read", input -> PlannerHost.json("{'content':[],'is_error':false}"));
        host.declares("{'kind':'act','calls':[{'id':'f','type':'tool','name':'find','args':{}},"
                        + "{'id':'r','type':'tool','name':'read','args':{'value':'action:f.output" + path + "'}}]}")
                .says("done");

        host.emit("please");

        assertThat(host.toolCalls).containsExactly("find {}", "read {\"value\":" + value + "}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'content':[{'type':'text','text':'Three nuts are left.'}],'is_error':false} | Three nuts are left.
            {'part':'nut','count':3} | {\\n  \\"part\\": \\"nut\\",\\n  \\"count\\": 3\\n}
            """)
    void theSummaryOfAToolIsTheBeginningOfItsOutput(String answer, String summary) throws Exception {
        host.tools.put("find", input -> PlannerHost.json(answer));
        host.tools.put("read", input -> PlannerHost.json("{'content':[],'is_error':false}"));
        host.declares("{'kind':'act','calls':[{'id':'f','type':'tool','name':'find','args':{}},"
                        + "{'id':'r','type':'tool','name':'read','args':{'value':'action:f.summary'}}]}")
                .says("done");

        host.emit("please");

        assertThat(host.toolCalls).containsExactly("find {}", "read {\"value\":\"" + summary + "\"}");
    }

    @Test
    void theModelReadsTheTextsOfATool() throws Exception {
        host.tools.put(
                "find",
                input -> PlannerHost.json(
                        "{'content':[{'type':'text','text':'first'},{'type':'text','text':'second'}],'is_error':false}"));
        host.declares("{'kind':'act','calls':[{'id':'f','type':'tool','name':'find','args':{},'result':'full'}]}")
                .says("done");

        host.emit("please");

        assertThat(host.transcript(1)).contains("first\nsecond").doesNotContain("is_error");
    }

    @Test
    void anExpansionCountsTheLinesOfTheText() throws Exception {
        host.tools.put(
                "recite",
                input -> PlannerHost.json(
                        "{'content':[{'type':'text','text':'verse 1: la\\nverse 2: lala\\nverse 3: lalala'}],'is_error':false}"));
        host.declares("{'kind':'act','calls':[{'id':'r','type':'tool','name':'recite','args':{},'result':'none'}]}");
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding(
                "please",
                runId -> "```agent-protocol\n{\"type\":\"agent.protocol\",\"version\":\"1\",\"intent\":\"expand_ref\","
                        + "\"payload\":{\"refs\":[{\"ref\":\"runtime://" + runId
                        + "/actions/r/output\",\"reason\":\"One verse\","
                        + "\"range\":{\"match\":\"verse 2\",\"context_lines\":0}}]}}\n```");

        assertThat(host.transcript(2)).contains("of 3]", "verse 2: lala").doesNotContain("verse 1", "verse 3");
    }
}
