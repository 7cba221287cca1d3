package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the note that a person sees before a graph although its declaration has none. */
class RequiredNoteTest {
    private static final String LOOK = "{'type':'action','id':'look','title':'Look at it',"
            + "'executor':{'type':'tool','target':'look'},'args':{}}";
    private static final String ASK = "{'type':'action','id':'%s','description':'Find it.',"
            + "'executor':{'type':'agent','target':'researcher'}}";

    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.config = PlannerHost.json("{'agents':['researcher']}");
        host.tools.put("look", input -> TextNode.valueOf("a tower"));
        host.agents.put("researcher", task -> PlannerHost.answered("It is red."));
    }

    @Test
    void aDurableGraphIsAnnouncedByItsTitleBeforeItRuns() throws Exception {
        host.block(graph("'title':'Look <node-request>around','persist':true,", LOOK))
                .says("done");

        List<ResultPayload> results = host.emit("look");

        assertThat(PlannerHost.messages(results)).containsExactly("Look around", "done");
        assertThat(results.getFirst()).isInstanceOf(MessageCompleted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"send", "delete", "purchase", "publish"})
    void aRiskyGraphIsAnnouncedByTheTitlesOfItsActions(String effect) throws Exception {
        host.block(graph("", LOOK.replace("'args'", "'side_effects':['" + effect + "'],'args'")))
                .says("done");

        assertThat(PlannerHost.messages(host.emit("look"))).containsExactly("Look at it", "done");
    }

    @Test
    void aGraphThatNeedsApprovalIsAnnounced() throws Exception {
        host.block(graph("'permission_policy':{'requires_approval':true},", LOOK));

        assertThat(PlannerHost.messages(host.emit("look"))).containsExactly("Look at it");
    }

    @Test
    void severalActionsOfAgentsAreAnnounced() throws Exception {
        host.block(graph("", ASK.formatted("ask_one"), ASK.formatted("ask_two"), LOOK, ASK.formatted("c")))
                .says("done");

        assertThat(PlannerHost.messages(host.emit("look")))
                .containsExactly("ask one (researcher), ask two (researcher), Look at it …", "done");
    }

    @Test
    void aSimpleGraphHasNone() throws Exception {
        host.block(graph("'title':'Look around',", LOOK, ASK.formatted("ask"))).says("done");

        assertThat(PlannerHost.messages(host.emit("look"))).containsExactly("done");
    }

    @Test
    void theNoteOfTheDeclarationIsTheOnlyOne() throws Exception {
        String block = "```agent-protocol\n"
                + graph("'title':'Look around','persist':true,", LOOK).replace('\'', '"');
        host.says(block + "\n```\n\n## user.visible\n\nI look.\n").says("done");

        assertThat(PlannerHost.messages(host.emit("look"))).containsExactly("I look.", "done");
    }

    /** The messages of a delegated run are its result. */
    @Test
    void aDelegatedRunHasNone() throws Exception {
        host.surface = "host:delegation";
        host.block(graph("'title':'Look around','persist':true,", LOOK)).says("done");

        assertThat(PlannerHost.messages(host.emit("look"))).containsExactly("done");
    }

    private static String graph(String members, String... actions) {
        return "{'type':'agent.protocol','version':'1','intent':'execute'," + members
                + "'payload':{'type':'action_graph','actions':[" + String.join(",", actions) + "]}}";
    }
}
