package dev.agenthost.actiongraph.transcript;

import static dev.agenthost.actiongraph.transcript.Transcripts.observed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.CarrierReader;
import dev.agenthost.actiongraph.carrier.CarrierResult;
import dev.agenthost.actiongraph.carrier.ExecutorNames;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Expansion;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.reference.ResultPart;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ActionResults;
import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.result.TokenEstimator;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the replay of one conversation with {@code transcript/<mode>.md}. */
class ReplayTest {
    private static final String DECLARATION = """
            ```json agent-protocol
            {"type":"agent.protocol","version":"1","intent":"execute","title":"Check the build","payload":{"type":"action_graph","actions":[
            {"type":"action","id":"build","title":"Build","description":"Compile all modules.","operation":"run_build","executor":{"type":"tool","target":"shell"},"args":{"command":"make"}},
            {"type":"action","id":"review","title":"Review","description":"Review the log of the build.","operation":"review_log","executor":{"type":"agent","target":"auto"},"depends_on":["build"],"prompt_ref":"md:review.prompt"}]}}
            ```

            ## review.prompt

            Name the first error of the log.
            """;
    private static final List<Action> ACTIONS = actions();

    private static final List<ConversationTurn> TURNS = List.of(
            new ConversationTurn.UserRequest("Is the build green?"),
            new ConversationTurn.ProtocolRun(
                    "run_1",
                    "Check the build",
                    AggregateStatus.BLOCKED,
                    "The action build waits for a decision.",
                    List.of("$.payload.actions[1].note is unknown and was ignored"),
                    DECLARATION,
                    List.of(
                            observed(
                                    ACTIONS.get(0),
                                    ActionResult.without(
                                            "build",
                                            ActionStatus.BLOCKED,
                                            new ActionFailure("tool.failed", "The command ended with code 2."))),
                            observed(ACTIONS.get(1), ActionResult.without("review", ActionStatus.PENDING, null)))),
            new ConversationTurn.RejectedOutput(
                    "Nothing was executed. The protocol output is not valid:\n- $.payload: is missing [field.missing]",
                    "I read it.\n```agent-protocol\n{\"type\":\"agent.protocol\"}\n```\n</turn>"),
            new ConversationTurn.ProtocolRun(
                    "run_2",
                    "Read the log",
                    AggregateStatus.COMPLETED,
                    null,
                    List.of(),
                    null,
                    List.of(new ObservedCall.OfExpansion(
                            "expand_1",
                            new Expansion.Ref(
                                    new Reference.RuntimeRecord("run_1", "build", ResultPart.OUTPUT),
                                    "Need the first error.",
                                    Expansion.Range.WHOLE),
                            ActionStatus.COMPLETED,
                            null,
                            "src/a.c:3: error\n```\nquoted\n```"))),
            new ConversationTurn.AssistantAnswer("No. `src/a.c` has an error in line 3."),
            new ConversationTurn.UserRequest("Fix it."));

    @ParameterizedTest
    @EnumSource(ReplayMode.class)
    void eachModeHasItsGoldenText(ReplayMode mode) throws IOException {
        RequestText.Fitting fitting =
                (RequestText.Fitting) new TranscriptWriter(TokenEstimator.BYTES, new ReplayPolicy(mode, 1, 1_500))
                        .write(Transcript.of(TURNS), 10_000);

        assertThat(fitting.text()).isEqualTo(TranscriptGoldenTest.golden(mode.wire() + ".md"));
    }

    @Test
    void theBackgroundIsWithinTheBudgetAndLeftOutWhereNothingElseFits() {
        TranscriptWriter writer = new TranscriptWriter(TokenEstimator.BYTES, ReplayPolicy.STANDARD);
        Transcript transcript = new Transcript("", List.of("`run_0`: waiting"), TURNS);
        int minimum = ((RequestText.TooLarge) writer.write(Transcript.of(TURNS), 1)).minimum();

        RequestText.Fitting whole = (RequestText.Fitting) writer.write(transcript, 10_000);
        RequestText.Fitting shortest = (RequestText.Fitting) writer.write(transcript, minimum);

        assertThat(whole.text())
                .startsWith("## Other graphs of this conversation")
                .contains("- `run_0`: waiting\n\n<turn");
        assertThat(shortest.text()).doesNotContain("run_0");
    }

    @Test
    void aLongDeclarationIsReplacedByItsReference() {
        TranscriptWriter writer =
                new TranscriptWriter(TokenEstimator.BYTES, new ReplayPolicy(ReplayMode.HYBRID, 2, 20));

        assertThat(((RequestText.Fitting) writer.write(Transcript.of(TURNS), 10_000)).text())
                .doesNotContain("### Declaration")
                .contains("Declaration: `runtime://run_1`");
    }

    @Test
    void oldTurnsLoseDetailFirst() {
        TranscriptWriter writer = new TranscriptWriter(TokenEstimator.BYTES, ReplayPolicy.of(ReplayMode.FULL));
        int whole = ((RequestText.Fitting) writer.write(Transcript.of(TURNS), 10_000)).tokens();

        assertThat(text(writer, whole - 1))
                .doesNotContain("### Declaration")
                .contains("src/a.c:3: error", "Is the build green?");
        assertThat(text(writer, 100))
                .startsWith("[4 earlier turns are omitted.]\n\n<turn index=\"5\">")
                .contains("Fix it.");
        assertThat(writer.write(Transcript.of(TURNS), 50)).isInstanceOf(RequestText.TooLarge.class);
    }

    @Test
    void aCallHasTheObservationOfItsAction() {
        assertThatThrownBy(
                        () -> observed(ACTIONS.getFirst(), ActionResult.without("other", ActionStatus.COMPLETED, null)))
                .hasMessageContaining("does not belong to the action build");
    }

    @Test
    void aTurnAsksForNoDecisionOnceALaterOneHasTheRun() {
        ConversationTurn ended = Transcripts.run(
                "run_1",
                null,
                observed(ACTIONS.getFirst(), ActionResults.summarized("build", "Done.", "artifact://b")));
        ConversationTurn blocked = TURNS.get(1);
        TranscriptWriter writer = new TranscriptWriter(TokenEstimator.BYTES, ReplayPolicy.STANDARD);

        assertThat(text(writer, 10_000, blocked)).contains("Next: decide about `build`");
        assertThat(text(writer, 10_000, blocked, ended))
                .contains("Status: blocked")
                .doesNotContain("Next:");
        assertThat(text(writer, 10_000, ended, blocked)).contains("Next: decide about `build`");
    }

    @Test
    void aRunThatWaitsForAPersonAsksNothingOfTheModel() {
        ConversationTurn waiting = new ConversationTurn.ProtocolRun(
                "run_1",
                null,
                AggregateStatus.BLOCKED,
                null,
                List.of(),
                null,
                List.of(observed(ACTIONS.getFirst(), ActionResult.without("build", ActionStatus.WAITING, null))));

        assertThat(text(new TranscriptWriter(TokenEstimator.BYTES, ReplayPolicy.STANDARD), 10_000, waiting))
                .contains(
                        "Status: blocked\nNext: a person has to answer\n", "### Result for build\n\nStatus: waiting\n");
    }

    @Test
    void aReferenceInTheInputIsShownUnresolved() {
        Action action = declared(
                        "```agent-protocol\n{\"kind\":\"act\",\"calls\":[{\"id\":\"a\",\"type\":\"tool\",\"name\":\"shell\",\"args\":{}},{\"id\":\"b\",\"type\":\"tool\",\"name\":\"shell\",\"args\":{\"x\":\"action:a.output\"}}]}\n```")
                .getLast();

        assertThat(text(
                        new TranscriptWriter(TokenEstimator.BYTES, ReplayPolicy.STANDARD),
                        10_000,
                        Transcripts.run(
                                "run_1",
                                null,
                                observed(action, ActionResults.summarized("b", "Done.", "artifact://b")))))
                .contains("tool shell <<'JSON'\n{\n  \"x\": \"action:a.output\"\n}\nJSON");
    }

    private static String text(TranscriptWriter writer, int budget) {
        return ((RequestText.Fitting) writer.write(Transcript.of(TURNS), budget)).text();
    }

    private static String text(TranscriptWriter writer, int budget, ConversationTurn... turns) {
        return ((RequestText.Fitting) writer.write(Transcript.of(List.of(turns)), budget)).text();
    }

    private static List<Action> actions() {
        return declared(DECLARATION);
    }

    private static List<Action> declared(String text) {
        CarrierResult.Declared declared = (CarrierResult.Declared)
                new CarrierReader(ReferenceScope.EMPTY, ExecutorNames.of(Set.of("shell"), Set.of()))
                        .read(AssistantMessage.text(text));
        return ((ActionGraph) declared.declaration().payload()).actions();
    }
}
