package dev.agenthost.actiongraph.result;

import static dev.agenthost.actiongraph.result.ActionResults.policies;
import static dev.agenthost.actiongraph.result.ActionResults.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResponsePolicy;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.policy.result.ReturnToModel;
import dev.agenthost.actiongraph.policy.result.TruncationPolicy;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Properties of all contents. */
class ResultPropertyTest {
    private static final TokenEstimator TOKENS = TokenEstimator.BYTES;
    private static final Set<DataAudience> ALL = Set.of(DataAudience.values());

    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void aContentNeverExceedsItsTokens(
            @ForAll("results") ActionResult result,
            @ForAll("resultPolicies") ResultPolicy policy,
            @ForAll ResultGranularity finest,
            @ForAll @IntRange(max = 300) int most) {
        ActionObservation observation = new ResultPresenter(TOKENS)
                .present(result, policies(policy, ALL, finest), ResultLimits.STANDARD.within(most));

        assertThat(TOKENS.tokens(observation.content().content())).isLessThanOrEqualTo(most);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void anObservationNeverExceedsItsTokens(
            @ForAll("manyResults") List<ActionResult> results,
            @ForAll("resultPolicies") ResultPolicy policy,
            @ForAll @IntRange(max = 600) int most) {
        List<ActionObservation> observations = new ObservationPresenter(TOKENS)
                .present(
                        results.stream()
                                .map(result -> new ObservationPresenter.Governed(
                                        result, policies(policy, ALL, ResultGranularity.FULL)))
                                .toList(),
                        new ResponsePolicy(null, 500),
                        ResultLimits.STANDARD,
                        most);

        assertThat(observations).hasSameSizeAs(results);
        assertThat(observations.stream()
                        .mapToInt(observation ->
                                TOKENS.tokens(observation.content().content()))
                        .sum())
                .isLessThanOrEqualTo(Math.min(most, 500));
    }

    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void theFinestGranularityBoundsTheContent(
            @ForAll("results") ActionResult result, @ForAll("resultPolicies") ResultPolicy policy) {
        assertThat(content(result, policy, ResultGranularity.SUMMARY))
                .isNotInstanceOf(ResultPresentation.Structured.class)
                .isNotInstanceOf(ResultPresentation.Excerpt.class)
                .isNotInstanceOf(ResultPresentation.Full.class);
        assertThat(content(result, policy, ResultGranularity.STRUCTURED))
                .isNotInstanceOf(ResultPresentation.Excerpt.class)
                .isNotInstanceOf(ResultPresentation.Full.class);
        assertThat(content(result, policy, ResultGranularity.EXCERPT)).isNotInstanceOf(ResultPresentation.Full.class);
    }

    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void aCutTextIsABeginningWithAMark(@ForAll("texts") String text, @ForAll @IntRange(max = 200) int most) {
        String cut = new TextLimiter(TOKENS).beginning(text, most);

        assertThat(TOKENS.tokens(cut)).isLessThanOrEqualTo(most);
        if (!cut.equals(text) && !cut.isEmpty()) {
            String kept = cut.substring(0, cut.lastIndexOf("\n["));
            assertThat(text).startsWith(kept);
            assertThat(cut).endsWith("\n[" + (text.length() - kept.length()) + " more characters]");
            assertThat(kept.isEmpty() || !Character.isHighSurrogate(kept.charAt(kept.length() - 1)))
                    .isTrue();
        }
    }

    private static ResultPresentation content(ActionResult result, ResultPolicy policy, ResultGranularity finest) {
        return new ResultPresenter(TOKENS)
                .present(result, policies(policy, ALL, finest), ResultLimits.STANDARD)
                .content();
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("word ", "\n", "数", "\uD83D\uDE00", "x".repeat(90))
                .list()
                .ofMaxSize(40)
                .map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<ActionResult> results() {
        Arbitrary<JsonNode> outputs = texts().map(text -> text.length() % 2 == 0
                ? text(text)
                : JsonNodeFactory.instance.objectNode().put("errors", text).put("note", "n"));
        Arbitrary<ResultSummaries> summaries =
                texts().map(text -> text.length() % 3 == 0 ? ResultSummaries.NONE : ResultSummaries.of(text));
        return Combinators.combine(outputs, summaries)
                .as((output, summary) -> output.toString().length() % 5 == 0
                        ? ActionResults.inline(output, summary)
                        : ActionResults.stored(output, summary));
    }

    @Provide
    Arbitrary<List<ActionResult>> manyResults() {
        return results().list().ofMaxSize(6);
    }

    @Provide
    Arbitrary<ResultPolicy> resultPolicies() {
        return Combinators.combine(
                        Arbitraries.of(ReturnToModel.class),
                        Arbitraries.of(TruncationPolicy.class),
                        Arbitraries.integers().between(0, 400).injectNull(0.3))
                .as((part, replacement, most) -> new ResultPolicy(part, List.of("errors"), most, true, replacement));
    }
}
