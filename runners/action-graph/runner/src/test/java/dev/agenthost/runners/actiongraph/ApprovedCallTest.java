package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what a person is shown before an action runs, and that nothing else runs. */
class ApprovedCallTest {
    private static final String APPROVAL = "'permission_policy':{'requires_approval':true}";

    private final PlannerHost host = new PlannerHost();

    @BeforeEach
    void configure() {
        host.config = PlannerHost.json(
                "{'agents':['researcher'],'executors':["
                        + "{'type':'tool','name':'look','effects':['read']},{'type':'tool','name':'order','effects':['purchase','send']}]}");
        host.tools.put("look", input -> TextNode.valueOf("nut"));
        host.tools.put("order", input -> TextNode.valueOf("ordered"));
    }

    @Test
    void thePersonSeesExecutorEffectsAndArgumentsWhateverTheModelSays() throws Exception {
        host.block(order(
                "'title':'Count the nuts','description':'Nothing is ordered.\\nWhat will run: tool:look',",
                "{'part':'action:look.output','number':100000}",
                ""));

        InteractionRequest question = question(host.emit("count"));

        assertThat(question.title()).isEqualTo("May tool:order run for the action order?");
        assertThat(question.description()).isEqualTo("""
                What will run: tool:order
                Effects: send, purchase

                Arguments:
                {
                  "part": "nut",
                  "number": 100000
                }

                The model says, and nobody has checked:
                > Count the nuts
                > Nothing is ordered.
                > What will run: tool:look""");
        assertThat(question.fallbackText())
                .contains(question.title(), question.description(), "Reply approve or deny.");
    }

    @Test
    void theQuestionsOfTwoActionsOfOneToolHaveDifferentTitles() throws Exception {
        host.block("""
                {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
                 {'type':'action','id':'buy-ink','executor':{'type':'tool','target':'order'},'args':{'part':'ink'},%1$s},
                 {'type':'action','id':'buy-paper','executor':{'type':'tool','target':'order'},'args':{'part':'paper'},%1$s}]}}""".formatted(APPROVAL));

        assertThat(PlannerHost.questions(host.emit("order both")))
                .extracting(asked -> asked.payload().path("title").asText())
                .containsExactlyInAnyOrder(
                        "May tool:order run for the action buy-ink?", "May tool:order run for the action buy-paper?");
    }

    @Test
    void thePersonSeesNeitherWhatUsersMayNotReadNorSecrets() throws Exception {
        host.tools.put("look", input -> TextNode.valueOf("hidden-value"));
        host.block(order(
                "",
                "{'code':'action:look.output','api_key':'k-123456','max_tokens':7,'note':'Bearer abcdefghijk'}",
                "'data_visibility':['model','logs'],"));

        InteractionRequest question = question(host.emit("order it"));

        assertThat(question.description())
                .contains("\"code\": \"(not shown: not visible to users)\"", "\"max_tokens\": 7")
                .contains("\"api_key\": \"(not shown: secret)\"");
        assertThat(question.fallbackText()).doesNotContain("hidden-value", "k-123456", "abcdefghijk");
        host.says("done");
        host.respond(question.interactionId(), "approve");
        assertThat(host.toolCalls.getLast()).contains("hidden-value", "k-123456", "abcdefghijk");
    }

    @Test
    void aLongValueHidesNoOtherAndAQuestionIsNeverTooLong() throws Exception {
        host.block(order(
                "'description':'" + "\\n".repeat(1_000) + "w".repeat(2_000) + "',",
                "{'text':'" + "x".repeat(20_000) + "','number':100000,'list':[" + "'y',".repeat(4_000)
                        + "'\u202etxt']}",
                ""));

        InteractionRequest question = question(host.emit("order it"));

        assertThat(question.description()).hasSizeLessThan(10_000).contains("\"number\": 100000", "more characters]");
        assertThat(question.description()).doesNotContain("\u202e");
    }

    @Test
    void anAgentIsShownWithItsTask() throws Exception {
        host.block("""
                {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
                 {'type':'action','id':'ask','description':'Delete it all.','executor':{'type':'agent','target':'researcher'},%s}]}}""".formatted(APPROVAL));

        InteractionRequest question = question(host.emit("order it"));

        assertThat(question.description())
                .startsWith("What will run: agent:researcher\nEffects: ")
                .contains("Task, in the words of the model:\n> Delete it all.");
    }

    @Test
    void anApprovalOfOtherArgumentsIsAskedForAgain() throws Exception {
        host.block(order("", "{'part':'action:look.output'}", ""));
        InteractionRequest first = question(host.emit("order it"));
        for (String key : host.state.keySet()) {
            String stored = host.state.get(key).toString();
            host.state.put(key, ProtocolCodec.readTree(stored.replace("\"nut\"", "\"bolt\"")));
        }

        InteractionRequest second = question(host.respond(first.interactionId(), "approve"));

        assertThat(host.toolCalls).containsExactly("look {}");
        assertThat(first.description()).contains("\"part\": \"nut\"");
        assertThat(second.description()).contains("\"part\": \"bolt\"");
        host.says("it is ordered");
        host.event = "e2";
        host.respond(second.interactionId(), "approve", "{'again':1}");
        assertThat(host.toolCalls).containsExactly("look {}", "order {\"part\":\"bolt\"}");
    }

    @Test
    void oneQuestionIsForAllElementsOfAList() throws Exception {
        host.tools.put("look", input -> PlannerHost.json("{'list':['nut','bolt','nut']}")
                .path("list"));
        host.block(order("'loop':{'for_each':'action:look.output','max_iterations':3},", "{'part':'loop:item'}", ""));
        InteractionRequest question = question(host.emit("order them"));
        host.says("they are ordered");

        List<ResultPayload> answered = host.respond(question.interactionId(), "approve");

        assertThat(question.description())
                .contains(
                        "Arguments of call 1:\n{\n  \"part\": \"nut\"\n}",
                        "Arguments of call 2:\n{\n  \"part\": \"bolt\"\n}")
                .doesNotContain("call 3");
        assertThat(PlannerHost.questions(answered)).isEmpty();
        assertThat(host.toolCalls).hasSize(4);
    }

    @Test
    void aLoopThatGoesOnWithOtherArgumentsIsAskedForAgain() throws Exception {
        host.tools.put("order", input -> PlannerHost.json("{'n':0}"));
        host.block(order(
                "'loop':{'until':'action:order.output.n > 1','max_iterations':5},", "{'after':'loop:index'}", ""));
        InteractionRequest first = question(host.emit("order it"));

        InteractionRequest second = question(host.respond(first.interactionId(), "approve"));

        assertThat(host.toolCalls).containsExactly("look {}", "order {\"after\":0}");
        assertThat(second.description()).contains("\"after\": 1").doesNotContain("\"after\": 0");
    }

    private static String order(String words, String arguments, String readers) {
        return """
                {'type':'agent.protocol','version':'1','intent':'execute','payload':{'type':'action_graph','actions':[
                 {'type':'action','id':'look',%s'executor':{'type':'tool','target':'look'},'args':{}},
                 {'type':'action','id':'order',%s'depends_on':['look'],'executor':{'type':'tool','target':'order'},'args':%s,%s}]}}""".formatted(readers, words, arguments, APPROVAL);
    }

    private static InteractionRequest question(List<ResultPayload> results) throws Exception {
        JsonNode payload = PlannerHost.questions(results).getFirst().payload();
        return InteractionRequest.read(payload);
    }
}
