package dev.agenthost.actiongraph.result;

import static dev.agenthost.actiongraph.result.ActionResults.failed;
import static dev.agenthost.actiongraph.result.ActionResults.inline;
import static dev.agenthost.actiongraph.result.ActionResults.json;
import static dev.agenthost.actiongraph.result.ActionResults.policies;
import static dev.agenthost.actiongraph.result.ActionResults.stored;
import static dev.agenthost.actiongraph.result.ActionResults.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.graph.StatusReason;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.policy.result.ReturnToModel;
import dev.agenthost.actiongraph.policy.result.TruncationPolicy;
import dev.agenthost.actiongraph.result.ResultPresentation.Excerpt;
import dev.agenthost.actiongraph.result.ResultPresentation.Full;
import dev.agenthost.actiongraph.result.ResultPresentation.OmissionReason;
import dev.agenthost.actiongraph.result.ResultPresentation.Omitted;
import dev.agenthost.actiongraph.result.ResultPresentation.Reference;
import dev.agenthost.actiongraph.result.ResultPresentation.Structured;
import dev.agenthost.actiongraph.result.ResultPresentation.Summary;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResultPresenterTest {
    private static final JsonNode FINDINGS = json("{'errors':['e1'],'files':['a.ts','b.ts'],'note':'n'}");
    private static final ActionResult STORED = stored(FINDINGS, ResultSummaries.of("Two findings."));
    private static final Set<DataAudience> ALL = Set.of(DataAudience.values());

    private final ResultPresenter presenter = new ResultPresenter(TokenEstimator.BYTES);

    @Test
    void noneShowsTheStatusAlone() {
        assertThat(content(STORED, ReturnToModel.NONE)).isEqualTo(new Omitted(OmissionReason.POLICY));
    }

    @Test
    void summaryShowsTheSummary() {
        assertThat(content(STORED, ReturnToModel.SUMMARY)).isEqualTo(new Summary("Two findings."));
    }

    @Test
    void structuredShowsTheFields() {
        assertThat(content(STORED, ReturnToModel.STRUCTURED)).isEqualTo(new Structured(PrettyJson.pretty(FINDINGS)));
        ActionResult text = stored(text("log"), new ResultSummaries(json("{'exit_code':0}"), "Done.", null));
        assertThat(content(text, ReturnToModel.STRUCTURED)).isEqualTo(new Structured("{\n  \"exit_code\": 0\n}"));
        assertThat(content(stored(text("log"), ResultSummaries.of("Done.")), ReturnToModel.STRUCTURED))
                .isEqualTo(new Summary("Done."));
    }

    @Test
    void excerptShowsTheMembersWithPriorityOrTheBeginning() {
        ResultPolicy wanted = policy(ReturnToModel.EXCERPT, List.of("files"), null, TruncationPolicy.PROVIDE_REF);
        assertThat(content(STORED, wanted)).isEqualTo(new Excerpt("{\n  \"files\": [\"a.ts\", \"b.ts\"]\n}"));

        ResultPolicy beginning = policy(ReturnToModel.EXCERPT, List.of(), 20, TruncationPolicy.PROVIDE_REF);
        assertThat(content(stored(text("0123456789".repeat(20)), ResultSummaries.NONE), beginning))
                .isEqualTo(new Excerpt("0123456789".repeat(3) + "01234567\n[162 more characters]"));
    }

    @Test
    void fullShowsAllThatFits() {
        assertThat(content(STORED, ReturnToModel.FULL)).isEqualTo(new Full(PrettyJson.pretty(FINDINGS)));
    }

    @ParameterizedTest
    @EnumSource(names = {"SUMMARY", "STRUCTURED", "EXCERPT", "FULL", "ADAPTIVE"})
    void aResultThatTheHostHasTruncatedIsTheBeginningOfItsTextsWithTheSizeOfTheWhole(ReturnToModel part) {
        JsonNode value = json("{'content':[{'type':'text','text':'" + "word ".repeat(800)
                + "…'}],'is_error':false,'truncated':true,'artifact':{'artifact_id':'x'}}");
        ActionResult result = result(new ActionOutput(value, "artifact://x", 307_200));
        String mark = "…\n[beginning of an output of 307200 bytes]";

        String whole = shown(content(result, part));
        String cut = shown(content(result, policy(part, List.of(), 50, TruncationPolicy.TRUNCATE)));

        assertThat(whole).startsWith("word word").endsWith(mark);
        assertThat(cut).startsWith("word word").endsWith(mark);
        assertThat(TokenEstimator.BYTES.tokens(cut)).isLessThanOrEqualTo(50);
    }

    @Test
    void aTruncatedResultThatIsNotStoredSaysSo() {
        JsonNode value = json("{'content':[{'type':'text','text':'a'},{'type':'text','text':'b'}],'is_error':false,"
                + "'truncated':true,'reason':'too large to store'}");

        assertThat(shown(content(result(ActionOutput.inline(value)), ReturnToModel.FULL)))
                .isEqualTo("a\nb\n[beginning of a larger output; the rest is not stored: too large to store]");
    }

    private static ActionResult result(ActionOutput output) {
        return new ActionResult(
                "a", ActionStatus.COMPLETED, null, null, output, ResultSummaries.NONE, null, Duration.ZERO);
    }

    private static String shown(ResultPresentation content) {
        return switch (content) {
            case Summary summary -> summary.text();
            case Excerpt excerpt -> excerpt.text();
            case Full full -> full.text();
            case Structured structured -> structured.text();
            case Reference reference -> reference.text();
            case Omitted omitted -> "";
        };
    }

    @Test
    void onFailureShowsDetailsOfAFailureOnly() {
        assertThat(content(STORED, ReturnToModel.ON_FAILURE)).isEqualTo(new Omitted(OmissionReason.NO_FAILURE));

        ActionObservation failed = presenter.present(
                failed("tool.failed", "The file\nis missing."),
                ActionPolicies.of(ResultPolicy.of(ReturnToModel.ON_FAILURE)),
                ResultLimits.STANDARD);
        assertThat(failed.reason()).isEqualTo("tool.failed: The file is missing.");
        assertThat(failed.content()).isEqualTo(new Omitted(OmissionReason.NO_OUTPUT));
    }

    @Test
    void onDemandShowsAReferenceAndTheSummary() {
        assertThat(content(STORED, ReturnToModel.ON_DEMAND)).isEqualTo(new Reference("Two findings."));
        assertThat(content(inline(FINDINGS, ResultSummaries.of("Two findings.")), ReturnToModel.ON_DEMAND))
                .isEqualTo(new Summary("Two findings."));
    }

    @Test
    void adaptiveShowsTheMostWantedPartsThatFit() {
        assertThat(content(STORED, ReturnToModel.ADAPTIVE)).isEqualTo(new Full(PrettyJson.pretty(FINDINGS)));

        JsonNode large = json("{'log':'" + "x".repeat(600) + "','errors':['e1'],'files':['a.ts']}");
        ResultPolicy wanted =
                policy(ReturnToModel.ADAPTIVE, List.of("log", "errors"), 30, TruncationPolicy.PROVIDE_REF_AND_SUMMARY);
        assertThat(content(stored(large, ResultSummaries.NONE), wanted))
                .isEqualTo(new Structured("{\n  \"errors\": [\"e1\"]\n}"));
        ResultPolicy absent =
                policy(ReturnToModel.ADAPTIVE, List.of("diff"), 30, TruncationPolicy.PROVIDE_REF_AND_SUMMARY);
        assertThat(content(stored(large, ResultSummaries.of("Long.")), absent)).isEqualTo(new Reference("Long."));
    }

    @Test
    void aTruncatedResultIsReplacedAsDeclared() {
        ActionResult large = stored(text("x".repeat(900)), ResultSummaries.of("Long."));
        assertThat(truncated(large, TruncationPolicy.PROVIDE_REF_AND_SUMMARY)).isEqualTo(new Reference("Long."));
        assertThat(truncated(large, TruncationPolicy.PROVIDE_REF)).isEqualTo(new Reference(""));
        assertThat(truncated(large, TruncationPolicy.PROVIDE_SUMMARY)).isEqualTo(new Summary("Long."));
        assertThat(truncated(large, TruncationPolicy.TRUNCATE).content())
                .startsWith("xxx")
                .endsWith("more characters]");
        ActionResult notStored = inline(text("x".repeat(900)), ResultSummaries.of("Long."));
        assertThat(truncated(notStored, TruncationPolicy.PROVIDE_REF)).isEqualTo(new Summary("Long."));
    }

    @Test
    void withoutASummaryTheBeginningOfTheOutputIsShownIfPermitted() {
        ActionResult brief = stored(text("three short words"), ResultSummaries.NONE);
        assertThat(content(brief, ReturnToModel.SUMMARY)).isEqualTo(new Summary("three short words"));
        ActionPolicies summariesOnly = policies(ResultPolicy.STANDARD, ALL, ResultGranularity.SUMMARY);
        assertThat(presenter
                        .present(brief, summariesOnly, ResultLimits.STANDARD)
                        .content())
                .isEqualTo(new Summary("Text; lines: 1; bytes: 19."));
    }

    @ParameterizedTest
    @EnumSource(ReturnToModel.class)
    void aResultThatTheModelMayNotReadIsItsStatus(ReturnToModel part) {
        ActionObservation hidden = new ActionObservation(
                "a", ActionStatus.COMPLETED, STORED.executor(), null, null, new Omitted(OmissionReason.VISIBILITY));
        ActionPolicies declared = policies(ResultPolicy.of(part), Set.of(DataAudience.USER), ResultGranularity.FULL);
        assertThat(presenter.present(STORED, declared, ResultLimits.STANDARD)).isEqualTo(hidden);

        ResultLimits byRuntime = new ResultLimits(4_000, ResultGranularity.FULL, Set.of(DataAudience.LOGS));
        assertThat(presenter.present(STORED, ActionPolicies.of(ResultPolicy.of(part)), byRuntime))
                .isEqualTo(hidden);
    }

    @Test
    void aFailureThatTheModelMayNotReadHasNoReason() {
        ActionPolicies hidden = policies(ResultPolicy.STANDARD, Set.of(), ResultGranularity.FULL);
        assertThat(presenter.present(failed("tool.failed", "secret"), hidden, ResultLimits.STANDARD))
                .isEqualTo(new ActionObservation(
                        "a",
                        ActionStatus.FAILED,
                        failed("tool.failed", "secret").executor(),
                        null,
                        null,
                        new Omitted(OmissionReason.VISIBILITY)));
    }

    @Test
    void aReasonOfTheRuntimeIsShownWhateverTheVisibility() {
        ActionPolicies hidden = policies(ResultPolicy.STANDARD, Set.of(), ResultGranularity.FULL);
        ActionResult denied = ActionResult.without(
                "a",
                ActionStatus.BLOCKED,
                StatusReasonText.of(StatusReason.DENIED).orElseThrow());
        assertThat(presenter.present(denied, hidden, ResultLimits.STANDARD).reason())
                .startsWith("action.denied: A person has denied the action.");
        ActionResult forged =
                ActionResult.without("a", ActionStatus.BLOCKED, new ActionFailure("action.denied", "secret"));
        assertThat(presenter.present(forged, hidden, ResultLimits.STANDARD).reason())
                .isNull();
    }

    @Test
    void theCoarserGranularityIsTaken() {
        ActionPolicies declared = policies(ResultPolicy.of(ReturnToModel.FULL), ALL, ResultGranularity.STRUCTURED);
        assertThat(presenter.present(STORED, declared, ResultLimits.STANDARD).content())
                .isInstanceOf(Structured.class);
        ResultLimits byRuntime = new ResultLimits(4_000, ResultGranularity.SUMMARY, ALL);
        assertThat(presenter.present(STORED, declared, byRuntime).content()).isEqualTo(new Summary("Two findings."));
    }

    @Test
    void theBudgetOfTheRuntimeIsTheLastWord() {
        ResultPolicy large = policy(ReturnToModel.FULL, List.of(), 10_000, TruncationPolicy.PROVIDE_SUMMARY);
        ActionPolicies policies = ActionPolicies.of(large);
        assertThat(presenter
                        .present(STORED, policies, ResultLimits.STANDARD.within(6))
                        .content())
                .isEqualTo(new Summary("Two findings."));
        assertThat(presenter
                        .present(STORED, policies, ResultLimits.STANDARD.within(0))
                        .content())
                .isEqualTo(new Omitted(OmissionReason.BUDGET));
    }

    @Test
    void anActionThatHasNotEndedHasNoContent() {
        ActionResult running = ActionResult.without("a", ActionStatus.RUNNING, null);
        assertThat(content(running, ReturnToModel.FULL)).isEqualTo(new Omitted(OmissionReason.NOT_ENDED));
    }

    private ResultPresentation truncated(ActionResult result, TruncationPolicy replacement) {
        return content(result, policy(ReturnToModel.FULL, List.of(), 30, replacement));
    }

    private ResultPresentation content(ActionResult result, ReturnToModel part) {
        return content(result, ResultPolicy.of(part));
    }

    private ResultPresentation content(ActionResult result, ResultPolicy policy) {
        return presenter
                .present(result, ActionPolicies.of(policy), ResultLimits.STANDARD)
                .content();
    }

    private static ResultPolicy policy(
            ReturnToModel part, List<String> priority, Integer maxTokens, TruncationPolicy replacement) {
        return new ResultPolicy(part, priority, maxTokens, true, replacement);
    }
}
