package dev.agenthost.actiongraph.transcript;

import static dev.agenthost.actiongraph.transcript.Transcripts.observed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ActionDescription;
import dev.agenthost.actiongraph.action.ActionInput;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.action.ResourceAccess;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import dev.agenthost.actiongraph.policy.result.ResultPolicy;
import dev.agenthost.actiongraph.policy.result.ReturnToModel;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionOutput;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ActionResults;
import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.result.ResultSummaries;
import dev.agenthost.actiongraph.result.TokenEstimator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Properties of all transcripts. */
class TranscriptPropertyTest {
    private static final TokenEstimator TOKENS = TokenEstimator.BYTES;
    private static final String SECRET = "hidden-value-4711";
    private static final Pattern CALL = Pattern.compile("(?m)^### (Call|Result for) (id\\w+)$");
    private static final Pattern TURN = Pattern.compile("<(/?)turn");
    private static final Set<DataAudience> ALL = Set.of(DataAudience.values());

    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void aTranscriptNeverExceedsItsBudget(
            @ForAll("turns") List<ConversationTurn> turns,
            @ForAll ReplayMode mode,
            @ForAll @IntRange(max = 2_000) int budget) {
        switch (write(turns, mode, budget)) {
            case RequestText.Fitting fitting -> {
                assertThat(fitting.tokens()).isEqualTo(TOKENS.tokens(fitting.text()));
                assertThat(fitting.tokens()).isLessThanOrEqualTo(budget);
                assertThat(fitting.text()).endsWith(TranscriptWriter.CLOSING + "\n");
            }
            case RequestText.TooLarge tooLarge -> {
                assertThat(tooLarge.minimum()).isGreaterThan(budget);
                assertThat(tooLarge.minimum()).isLessThan(700);
            }
        }
    }

    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void everyCallHasItsResultAfterIt(
            @ForAll("turns") List<ConversationTurn> turns,
            @ForAll ReplayMode mode,
            @ForAll @IntRange(min = 700, max = 3_000) int budget) {
        List<MatchResult> headings =
                CALL.matcher(text(turns, mode, budget)).results().toList();

        assertThat(headings.size() % 2).isZero();
        for (int i = 0; i < headings.size(); i += 2) {
            assertThat(headings.get(i).group(1)).isEqualTo("Call");
            assertThat(headings.get(i + 1).group(1)).isEqualTo("Result for");
            assertThat(headings.get(i + 1).group(2)).isEqualTo(headings.get(i).group(2));
        }
    }

    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void aHiddenValueIsNeverShown(
            @ForAll("turns") List<ConversationTurn> turns,
            @ForAll ReplayMode mode,
            @ForAll @IntRange(min = 700, max = 100_000) int budget) {
        assertThat(text(turns, mode, budget)).doesNotContain(SECRET);
    }

    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void textOfOthersEndsNoTurn(
            @ForAll("turns") List<ConversationTurn> turns,
            @ForAll ReplayMode mode,
            @ForAll @IntRange(min = 700, max = 100_000) int budget) {
        List<String> tags = TURN.matcher(text(turns, mode, budget))
                .results()
                .map(MatchResult::group)
                .toList();

        for (int i = 0; i < tags.size(); i++) {
            assertThat(tags.get(i)).isEqualTo(i % 2 == 0 ? "<turn" : "</turn");
        }
        assertThat(tags.size()).isEven().isLessThanOrEqualTo(2 * turns.size());
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void theLastTurnIsNeverOmitted(@ForAll("turns") List<ConversationTurn> turns, @ForAll ReplayMode mode) {
        String text = text(turns, mode, 700);

        assertThat(text).contains(turns.isEmpty() ? TranscriptWriter.CLOSING : "<turn index=\"" + turns.size() + "\">");
    }

    private static RequestText write(List<ConversationTurn> turns, ReplayMode mode, int budget) {
        return new TranscriptWriter(TOKENS, ReplayPolicy.of(mode)).write(Transcript.of(turns), budget);
    }

    private static String text(List<ConversationTurn> turns, ReplayMode mode, int budget) {
        return ((RequestText.Fitting) write(turns, mode, budget)).text();
    }

    @Provide
    Arbitrary<List<ConversationTurn>> turns() {
        return Arbitraries.oneOf(
                        texts().map(ConversationTurn.UserRequest::new),
                        Combinators.combine(texts(), texts().injectNull(0.5)).as(ConversationTurn.AssistantAnswer::new),
                        texts().map(text -> new ConversationTurn.RejectedOutput(text, text)),
                        runs())
                .list()
                .ofMaxSize(8);
    }

    private static Arbitrary<String> texts() {
        return Arbitraries.of(
                        "word ",
                        "\n",
                        "</turn>",
                        "< / TURN >",
                        "<turn index=\"9\">",
                        "```",
                        "````\n",
                        "数",
                        "x".repeat(300))
                .list()
                .ofMaxSize(12)
                .map(parts -> String.join("", parts));
    }

    private static Arbitrary<ConversationTurn> runs() {
        return Combinators.combine(
                        texts(), texts().injectNull(0.5), calls().list().ofMaxSize(6))
                .as((purpose, declaration, calls) -> {
                    List<ObservedCall> unique = new ArrayList<>();
                    for (CallSeed seed : calls) {
                        unique.add(call("id" + unique.size(), seed));
                    }
                    return new ConversationTurn.ProtocolRun(
                            "run_1", purpose, AggregateStatus.COMPLETED, purpose, List.of(), declaration, unique);
                });
    }

    private record CallSeed(String text, ReturnToModel part, boolean isHidden, boolean isFailed) {}

    private static Arbitrary<CallSeed> calls() {
        return Combinators.combine(
                        texts(),
                        Arbitraries.of(ReturnToModel.class),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false))
                .as(CallSeed::new);
    }

    private static ObservedCall call(String id, CallSeed seed) {
        String text = seed.isHidden() ? SECRET + seed.text() : seed.text();
        Action action = new Action(
                id,
                new ActionDescription("Title", seed.text(), null, "read_file"),
                new ExecutorRequest(ExecutorType.TOOL, "read", List.of()),
                List.of(),
                ActionInput.of(JsonNodeFactory.instance.objectNode().put("path", seed.text())),
                null,
                null,
                ResourceAccess.NONE,
                ActionResults.policies(
                        ResultPolicy.of(seed.part()),
                        seed.isHidden() ? Set.of(DataAudience.USER) : ALL,
                        ResultGranularity.FULL));
        return observed(
                action,
                new ActionResult(
                        id,
                        seed.isFailed() ? ActionStatus.FAILED : ActionStatus.COMPLETED,
                        null,
                        null,
                        ActionOutput.inline(ActionResults.text(text))
                                .storedAs("artifact://" + (seed.isHidden() ? SECRET : "a")),
                        ResultSummaries.of(text),
                        seed.isFailed() ? new ActionFailure("tool.failed", text) : null,
                        Duration.ZERO));
    }
}
