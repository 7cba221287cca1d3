package dev.agenthost.runners.actiongraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the views of graphs that a run publishes. */
class ProjectionTest {
    private static final String GRAPH = """
            ```agent-protocol
            {"type":"agent.protocol","version":"1","intent":"execute","title":"Mail the towers","payload":{"type":"action_graph","actions":[
             {"type":"action","id":"look","title":"Look","executor":{"type":"tool","target":"look"},"args":{}},
             {"type":"action","id":"send","title":"Send","executor":{"type":"tool","target":"send"},
              "args":{"text":"action:look.output"},"permission_policy":{"requires_approval":true}}]}}
            ```
            """;

    private final PlannerHost host = new PlannerHost();

    ProjectionTest() {
        host.tools.put("look", input -> TextNode.valueOf("found"));
        host.tools.put("send", input -> TextNode.valueOf("sent"));
    }

    @Test
    void theLastViewBeforeARunWaitsShowsWhatWaitsAndTheNextRunContinuesIt() throws Exception {
        host.says(GRAPH);
        List<ResultPayload> asked = host.emit("mail it");

        List<UiProjection> before = views(asked);
        assertThat(before.getFirst().status()).isEqualTo(UiStatus.RUNNING);
        assertThat(before.getFirst().title()).isEqualTo("Mail the towers");
        UiProjection waiting = before.getLast();
        assertThat(waiting.status()).isEqualTo(UiStatus.WAITING);
        assertThat(waiting.actions())
                .extracting(UiAction::status)
                .containsExactly(UiStatus.COMPLETED, UiStatus.WAITING);
        assertThat(waiting.actions().getLast().dependsOn()).containsExactly("look");
        assertThat(waiting.progress()).isEqualTo(new UiProjection.Progress(1, 2));

        host.says("it is sent");
        List<UiProjection> after = views(host.respond(question(asked), "approve"));

        assertThat(after.getLast().status()).isEqualTo(UiStatus.COMPLETED);
        assertThat(after).allMatch(view -> view.runId().equals(waiting.runId()));
    }

    @Test
    void theLastViewHasTheCostOfTheRequestThatAnswers() throws Exception {
        host.tokens = 100;
        host.declares("{'kind':'act','calls':[{'id':'a','type':'tool','name':'look'}]}")
                .says("found it");

        List<ResultPayload> results = host.emit("look");

        UiProjection last = views(results).getLast();
        assertThat(last.status()).isEqualTo(UiStatus.COMPLETED);
        assertThat(last.usage().modelCalls()).isEqualTo(2);
        assertThat(host.usages.getLast().path("request").toString())
                .as("the numbers of the outcome")
                .isEqualTo(ProtocolCodec.tree(last.usage()).toString());
    }

    @Test
    void theCostIsThatOfAllRunsOfTheRequest() throws Exception {
        host.tokens = 100;
        host.says(GRAPH);
        List<ResultPayload> asked = host.emit("mail it");
        UiProjection.Usage first = views(asked).getLast().usage();
        host.declares("{'kind':'act','calls':[{'id':'again','type':'tool','name':'look'}]}")
                .says("it is sent");
        UiProjection.Usage last =
                views(host.respond(question(asked), "approve")).getLast().usage();

        assertThat(first.tokens()).isEqualTo(100);
        assertThat(first.modelCalls()).isOne();
        assertThat(last.tokens()).isEqualTo(300);
        assertThat(last.modelCalls()).isEqualTo(3);
        assertThat(last.elapsedMs()).isGreaterThanOrEqualTo(first.elapsedMs());
        assertThat(host.usages.getFirst().at("/request/tokens").asLong()).isEqualTo(100);
        assertThat(host.usages.getLast().path("model_calls").asInt())
                .as("of this run")
                .isEqualTo(2);
        assertThat(host.usages.getLast().at("/request/model_calls").asInt()).isEqualTo(3);
        assertThat(host.usages.getLast().at("/request/tokens").asLong()).isEqualTo(300);
    }

    @Test
    void theCostOfExecutorsIsThatOfAllRunsOfTheRequest() throws Exception {
        host.config = PlannerHost.json("{'executors':[{'type':'tool','name':'look','cost':0.1},"
                + "{'type':'tool','name':'send','cost':0.2}]}");
        host.says(GRAPH);
        List<ResultPayload> asked = host.emit("mail it");
        host.declares("{'kind':'act','calls':[{'id':'again','type':'tool','name':'look'}]}")
                .says("it is sent");
        List<ResultPayload> results = host.respond(question(asked), "approve");

        assertThat(views(asked).getLast().usage().cost()).isEqualByComparingTo("0.1");
        assertThat(views(results).getLast().usage().cost()).isEqualByComparingTo("0.4");
        assertThat(host.usages.getLast().at("/request/cost").decimalValue()).isEqualByComparingTo("0.4");
    }

    @Test
    void aRequestWithoutCostsStatesNone() throws Exception {
        host.declares("{'kind':'act','calls':[{'id':'a','type':'tool','name':'look'}]}")
                .says("found it");

        assertThat(views(host.emit("look")).getLast().usage().cost()).isNull();
        assertThat(host.usages.getLast().at("/request/cost").isMissingNode()).isTrue();
    }

    @Test
    void theNoteIsSaidBeforeTheGraphIsShown() throws Exception {
        host.says(GRAPH + "\n## user.visible\n\nI look first.");

        List<ResultPayload> results = host.emit("mail it");

        assertThat(results.getFirst()).isInstanceOf(MessageCompleted.class);
        assertThat(views(results)).isNotEmpty();
    }

    @Test
    void aFailureIsShownWithItsReason() throws Exception {
        host.says(GRAPH.replace("\"action:look.output\"", "\"x\"")
                .replace("\"requires_approval\":true", "\"requires_approval\":false"));
        host.tools.put("send", input -> {
            return PlannerHost.toolError("tool_broken: no");
        });
        host.says("I could not");

        UiProjection last = views(host.emit("mail it")).getLast();

        assertThat(last.actions().getLast().status()).isIn(UiStatus.FAILED, UiStatus.BLOCKED);
        assertThat(last.actions().getLast().resultSummary()).isNotBlank();
    }

    @Test
    void aGraphWhoseDecisionTheModelLeavesOpenIsShownAsFailed() throws Exception {
        host.says("```agent-protocol\n" + """
                {"type":"agent.protocol","version":"1","intent":"execute","payload":{"type":"action_graph","actions":[
                  {"type":"action","id":"send","title":"Send","executor":{"type":"tool","target":"send"},"args":{},
                   "failure_policy":{"on_failure":"ask_model"}},
                  {"type":"action","id":"after","title":"After","executor":{"type":"tool","target":"look"},"args":{},"depends_on":["send"]}]}}
                """ + "```");
        host.tools.put("send", input -> {
            return PlannerHost.toolError("tool_broken: no");
        });
        host.says("I could not");

        List<UiProjection> views = views(host.emit("mail it"));
        assertThat(views)
                .extracting(UiProjection::status)
                .contains(UiStatus.BLOCKED)
                .endsWith(UiStatus.FAILED);
        assertThat(views.getLast().actions())
                .extracting(UiAction::status)
                .containsExactly(UiStatus.FAILED, UiStatus.CANCELED);
        assertThat(views.getLast().actions().getFirst().resultSummary()).contains("tool_broken");
    }

    static List<UiProjection> views(List<ResultPayload> results) {
        return actions(results, UiProjection.ACTION).stream()
                .map(action -> {
                    try {
                        return UiProjection.read(action.payload());
                    } catch (UndecodableException e) {
                        throw new AssertionError(e);
                    }
                })
                .toList();
    }

    private static String question(List<ResultPayload> results) {
        return actions(results, InteractionRequest.ACTION)
                .getFirst()
                .payload()
                .path("interaction_id")
                .asText();
    }

    private static List<ActionRequested> actions(List<ResultPayload> results, String name) {
        return results.stream()
                .filter(ActionRequested.class::isInstance)
                .map(ActionRequested.class::cast)
                .filter(action -> action.action().equals(name))
                .toList();
    }
}
