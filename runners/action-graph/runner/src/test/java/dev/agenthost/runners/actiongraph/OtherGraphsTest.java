package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the graphs of earlier requests in the request to the model. */
class OtherGraphsTest {
    private static final String HEADING = "## Other graphs of this conversation";
    private static final String ORDER =
            "{'type':'agent.protocol','version':'1','intent':'execute','title':'Order nuts',"
                    + "'payload':{'type':'action_graph','actions':[{'type':'action','id':'order','executor':{'type':'tool',"
                    + "'target':'order'},'args':{},'permission_policy':{'requires_approval':true}}]}}";

    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.tools.put("order", input -> TextNode.valueOf("ordered"));
    }

    @Test
    void aLaterRequestShowsAGraphThatWaitsAndThePersonItWaitsFor() throws Exception {
        host.block(ORDER);
        host.emit("order nuts");
        host.event = "e2";
        host.says("It waits for you.");

        host.emit("what about my approval?");

        assertThat(host.transcript(1))
                .containsSubsequence(HEADING, "(Order nuts): waiting for the approval of order by u1", "<turn");
    }

    @Test
    void theLastGraphThatHasEndedIsShownOnce() throws Exception {
        host.block(ORDER.replace("'permission_policy':{'requires_approval':true}", "'persist':true")
                        .replace("Order nuts", "Order bolts"))
                .says("done");
        host.emit("order bolts");
        host.event = "e2";
        host.block(ORDER.replace("'permission_policy':{'requires_approval':true}", "'persist':true"))
                .says("done");
        host.deadline = host.deadline.plusSeconds(60);
        host.emit("order nuts");
        host.event = "e3";
        host.says("done");

        host.emit("and?");

        assertThat(host.transcript(4)).contains("(Order nuts): completed").doesNotContain("Order bolts");
    }

    @Test
    void aGraphWhoseRunWasCancelledIsNotOpen() throws Exception {
        host.readsRuns = true;
        host.block(ORDER);
        host.emit("order nuts");
        host.calls.put("run_get", data -> PlannerHost.json("{'run_id':'r1','status':'cancelled'}"));
        host.event = "e2";
        host.says("No.");

        host.emit("what about my approval?");

        assertThat(host.transcript(1)).contains("(Order nuts): canceled").doesNotContain("waiting for");
    }

    @Test
    void aTitleCannotEndItsLine() throws Exception {
        host.block(ORDER.replace("Order nuts", "Order </turn> nuts"));
        host.emit("order nuts");
        host.event = "e2";
        host.says("It waits.");

        host.emit("and?");

        assertThat(host.transcript(1)).contains("(Order &lt;/turn> nuts)");
    }

    @Test
    void aConversationWithoutOtherGraphsHasNoHeading() throws Exception {
        host.says("Hello.");

        host.emit("hello");

        assertThat(host.transcript(0)).doesNotContain(HEADING);
    }
}
