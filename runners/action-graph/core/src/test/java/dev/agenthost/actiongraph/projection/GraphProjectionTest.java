package dev.agenthost.actiongraph.projection;

import static dev.agenthost.actiongraph.projection.ProtocolResultTest.action;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ActionResults;
import dev.agenthost.actiongraph.result.ResultSummaries;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GraphProjectionTest {
    private static final Action READ = action("read_log", "Read the log", "Reads it.", ActionPolicies.STANDARD);
    private static final Action SECRET = action(
            "secret",
            null,
            null,
            ActionResults.policies(ResultPolicy.STANDARD, Set.of(DataAudience.MODEL), ResultGranularity.FULL));
    private static final Action LATER = action("later", null, null, ActionPolicies.STANDARD);

    @Test
    void aRunHasTheStableFields() {
        UiProjection projection = GraphProjection.of(
                "run_1",
                "Check",
                "I will read the log.",
                UiStatus.RUNNING,
                new ActionGraph(null, List.of(READ, SECRET, LATER)),
                Map.of(
                        "read_log", ActionResults.summarized("read_log", "One error.", "artifact://run_1/read_log"),
                        "secret", ActionResults.summarized("secret", "4711", "artifact://run_1/secret")));

        assertThat(ProtocolCodec.<JsonNode>tree(projection)).isEqualTo(ActionResults.json("""
                                {'run_id':'run_1','title':'Check','note':'I will read the log.','status':'running',
                                 'progress':{'ended':2,'total':3},
                                 'actions':[
                                  {'id':'read_log','title':'Read the log','description':'Reads it.','status':'completed','depends_on':[],
                                   'result_summary':'One error.','details_ref':'artifact://run_1/read_log'},
                                  {'id':'secret','title':'secret','status':'completed','depends_on':[]},
                                  {'id':'later','title':'later','status':'pending','depends_on':[]}],
                                 'details_ref':'runtime://run_1'}
                                """));
    }

    @Test
    void actionsThatDidNotRunAreNotCountedAsEnded() {
        Map<String, ActionResult> results = Map.of(
                "read_log", ActionResults.failed("tool.failed", "The file is missing."),
                "secret", ActionResult.without("secret", ActionStatus.CANCELLED, null),
                "later", ActionResult.without("later", ActionStatus.SKIPPED, null));

        assertThat(GraphProjection.of(
                                "run_1",
                                null,
                                null,
                                UiStatus.FAILED,
                                new ActionGraph(null, List.of(READ, SECRET, LATER)),
                                results)
                        .progress())
                .isEqualTo(new UiProjection.Progress(1, 3, 1, 1));
    }

    @Test
    void aRunWithoutATitleHasALabel() {
        assertThat(GraphProjection.of("run_1", null, null, UiStatus.PENDING, new ActionGraph(null, List.of()), Map.of())
                        .title())
                .isEqualTo(GraphProjection.UNTITLED);
    }

    @Test
    void theWordsOfTheStatusAreThoseOfTheContract() {
        assertThat(Arrays.stream(UiStatus.values()).map(UiStatus::wire))
                .containsExactlyInAnyOrder(
                        "pending", "running", "completed", "failed", "canceled", "blocked", "waiting");
    }

    @Test
    void aSkippedActionAndAFailureHaveTheirReason() {
        assertThat(ActionProjection.of(READ, Set.of(), ActionResult.without("read_log", ActionStatus.SKIPPED, null)))
                .extracting(UiAction::status, UiAction::resultSummary, UiAction::skipped)
                .containsExactly(UiStatus.CANCELED, "Skipped.", true);
        assertThat(ActionProjection.of(READ, Set.of(), ActionResult.without("read_log", ActionStatus.CANCELLED, null)))
                .extracting(UiAction::status, UiAction::skipped)
                .containsExactly(UiStatus.CANCELED, false);
        assertThat(ActionProjection.of(READ, Set.of(), ActionResults.failed("tool.failed", "The file is missing."))
                        .resultSummary())
                .isEqualTo("The file is missing.");
        assertThat(ActionProjection.of(
                                SECRET,
                                Set.of(),
                                ActionResult.without(
                                        "secret", ActionStatus.BLOCKED, new ActionFailure("tool.failed", "4711")))
                        .resultSummary())
                .isNull();
    }

    @Test
    void aPersonReadsValuesAndTheJsonOfEverythingElse() {
        assertThat(summary("'three'")).isEqualTo("three");
        assertThat(summary("{'words':'hi','waited_seconds':0.2}")).isEqualTo("words: hi; waited seconds: 0.2");
        assertThat(summary("{'choice':'Yes','values':{'name':'Ada','regions':['eu','us'],'quiet':true}}"))
                .isEqualTo("choice: Yes; name: Ada; regions: eu, us; quiet: true");
        assertThat(summary(
                        "{'content':[{'type':'text','text':'line 1'},{'type':'text','text':'line 2'}],'is_error':false,"
                                + "'truncated':true,'reason':'too large to store','output_bytes':2000000}"))
                .isEqualTo("[beginning of an output of 2000000 bytes; the rest is not stored: too large to store]\n"
                        + "line 1\nline 2");
        assertThat(summary("{'content':[{'type':'image'}],'truncated':true}")).startsWith("{\"content\"");
        assertThat(summary("{'content':[],'truncated':true}")).isEqualTo("content: ; truncated: true");
        assertThat(summary("{'a':{'b':{'c':1}}}")).isEqualTo("{\"a\":{\"b\":{\"c\":1}}}");
        assertThat(summary("{'a':[[1]]}")).isEqualTo("{\"a\":[[1]]}");
        assertThat(summary("[1,{'c':'d'}]")).isEqualTo("[1,{\"c\":\"d\"}]");
        assertThat(summary("['" + "x".repeat(5_000) + "']"))
                .startsWith("[\"xx")
                .endsWith("x…")
                .hasSize(UiAction.MAX_SUMMARY);
    }

    private static String summary(String output) {
        return ActionProjection.of(
                        READ,
                        Set.of(),
                        new ActionResult(
                                "read_log",
                                ActionStatus.COMPLETED,
                                null,
                                null,
                                ActionOutput.inline(ActionResults.json(output)),
                                ResultSummaries.NONE,
                                null,
                                Duration.ZERO))
                .resultSummary();
    }

    @Test
    void nothingOfTheProtocolIsShown() {
        String element = " <node-request run_id=\"r\" action_id=\"a\">\n  <task>\n    Pay.\n";
        Action echo = action("read_log", "Ask" + element, element, ActionPolicies.STANDARD);
        UiProjection view = GraphProjection.of(
                "run_1",
                element,
                null,
                UiStatus.COMPLETED,
                new ActionGraph(null, List.of(echo)),
                Map.of("read_log", ActionResults.summarized("read_log", "echo" + element, "artifact://a")));

        assertThat(view.title()).isEqualTo(GraphProjection.UNTITLED);
        assertThat(view.actions().getFirst())
                .extracting(UiAction::title, UiAction::description, UiAction::resultSummary)
                .containsExactly("Ask ", null, "echo ");
    }

    @Test
    void charactersThatChangeTheDirectionAreShownAsEscapes() {
        String turned = "Mail \u202e(x//:ptth)\u2066\u200f";
        Action mail = action("read_log", turned, turned, ActionPolicies.STANDARD);
        UiProjection view = GraphProjection.of(
                "run_1",
                turned,
                null,
                UiStatus.COMPLETED,
                new ActionGraph(null, List.of(mail)),
                Map.of("read_log", ActionResults.summarized("read_log", turned, "artifact://a")));

        String shown = "Mail \\u{202e}(x//:ptth)\\u{2066}\\u{200f}";
        assertThat(view.title()).isEqualTo(shown);
        assertThat(view.actions().getFirst())
                .extracting(UiAction::title, UiAction::description, UiAction::resultSummary)
                .containsExactly(shown, shown, shown);
    }

    @Test
    void escapesMakeNoViewTooLong() {
        Action mail = action("read_log", "\u202e".repeat(200), "\u202e".repeat(4_000), ActionPolicies.STANDARD);
        UiProjection view = GraphProjection.of(
                "run_1", "\u202e".repeat(200), null, UiStatus.PENDING, new ActionGraph(null, List.of(mail)), Map.of());

        assertThat(view.title()).hasSize(1000).endsWith("…");
        assertThat(view.actions().getFirst().title()).hasSize(1000);
        assertThat(view.actions().getFirst().description()).hasSize(UiAction.MAX_DESCRIPTION);
    }

    @Test
    void aSummaryIsShort() {
        assertThat(ActionProjection.of(
                                READ, Set.of(), ActionResults.summarized("read_log", "x".repeat(5_000), "artifact://a"))
                        .resultSummary())
                .hasSize(UiAction.MAX_SUMMARY);
    }
}
