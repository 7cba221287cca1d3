package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the declarations that add actions to a graph. */
class RevisionTest {
    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.tools.put("look", input -> TextNode.valueOf("a tower"));
        host.tools.put("note", input -> TextNode.valueOf("noted"));
        host.tools.put("fails", input -> {
            return PlannerHost.toolError("broken: no");
        });
        host.says(block(declaration("execute", "'payload':{'type':'action_graph'", action("a", "look", "{}", ""))));
        host.outputs.add(PlannerHost.output(""));
    }

    @Test
    void aRevisionAddsActionsThatUseExistingResults() throws Exception {
        host.says("done");

        host.emitDeciding("go", run -> revision(run, action("b", "note", "{'seen':'action:a.output'}", "")));

        assertThat(host.toolCalls).containsExactly("look {}", "note {\"seen\":\"a tower\"}");
        assertThat(host.transcript(2)).contains("### Result for a", "### Result for b", "Status: completed");
    }

    @Test
    void anIdOfTheGraphIsNotUsedAgain() throws Exception {
        host.says("done");

        host.emitDeciding("go", run -> revision(run, action("a", "note", "{}", "")));

        assertThat(host.toolCalls).containsExactly("look {}");
        assertThat(host.transcript(2)).contains("repeats the id a");
    }

    @Test
    void aGraphThatHasFailedIsNotRevised() throws Exception {
        host.outputs.clear();
        host.says(block(declaration("execute", "'payload':{'type':'action_graph'", action("a", "fails", "{}", ""))));
        host.outputs.add(PlannerHost.output(""));
        host.says("done");

        host.emitDeciding("go", run -> revision(run, action("b", "note", "{}", "")));

        assertThat(host.toolCalls).containsExactly("fails {}");
        assertThat(host.transcript(2)).contains("names a run that is over: it failed");
    }

    @Test
    void aRevisedGraphThatWaitsGoesOnWithAllItsActions() throws Exception {
        List<ResultPayload> asked = host.emitDeciding(
                "go",
                run -> revision(
                        run,
                        action(
                                "b",
                                "note",
                                "{'seen':'action:a.output'}",
                                ",'permission_policy':{'requires_approval':true}")));
        String id = PlannerHost.questions(asked)
                .getFirst()
                .payload()
                .path("interaction_id")
                .asText();
        host.says("done");

        List<ResultPayload> results = host.respond(id, "approve");

        assertThat(host.toolCalls).containsExactly("look {}", "note {\"seen\":\"a tower\"}");
        assertThat(PlannerHost.messages(results)).containsExactly("done");
    }

    private static String revision(String run, String actions) {
        return block(declaration("revise", "'payload':{'type':'action_graph','run_id':'" + run + "'", actions));
    }

    private static String declaration(String intent, String payload, String actions) {
        return "{'type':'agent.protocol','version':'1','intent':'" + intent + "'," + payload + ",'actions':[" + actions
                + "]}}";
    }

    private static String action(String id, String tool, String args, String more) {
        return "{'type':'action','id':'" + id + "','executor':{'type':'tool','target':'" + tool + "'},'args':" + args
                + more + "}";
    }

    private static String block(String declaration) {
        return "```agent-protocol\n" + declaration.replace('\'', '"') + "\n```";
    }
}
