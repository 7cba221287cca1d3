package dev.agenthost.delivery.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.agenthost.delivery.Runs;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.UnansweredReason;
import dev.agenthost.protocol.run.DeliveryPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeliveryStateMachineTest {

    private final Runs run = Runs.answeredWhereItCameFrom();

    @Test
    void saysEachMessageOnceInOrder() {
        assertThat(parts(run.started(), Runs.delta("on"), Runs.said("one"), Runs.said("two"), Runs.completed()))
                .extracting(Part::number, Part::text)
                .containsExactly(tuple(1, "one"), tuple(2, "two"));
    }

    @Test
    void saysTheMessageOfTheEndOnlyIfItWasNotSaid() {
        assertThat(texts(run.started(), Runs.said("one"), Runs.completed("one")))
                .containsExactly("one");
        assertThat(texts(run.started(), Runs.said("one"), Runs.completed("two")))
                .containsExactly("one", "two");
        assertThat(texts(run.started(), Runs.completed("only"))).containsExactly("only");
    }

    @Test
    void saysTheSameTextTwiceIfTheRunDoes() {
        assertThat(texts(run.started(), Runs.said("ha"), Runs.said("ha"))).containsExactly("ha", "ha");
    }

    @Test
    void doesNotRepeatWhatAnOlderAttemptSaid() {
        assertThat(texts(
                        run.started(),
                        Runs.said("one"),
                        run.started(),
                        Runs.said("one"),
                        Runs.said("two"),
                        Runs.completed("two")))
                .containsExactly("one", "two");
    }

    @Test
    void goesOnCountingWhereANewAttemptSaysSomethingElse() {
        assertThat(parts(run.started(), Runs.said("one"), run.started(), Runs.said("other")))
                .extracting(Part::number)
                .containsExactly(1, 2);
    }

    @Test
    void whatWasMadeAndAskedForGoesWithTheNextMessageWhereTheSurfaceTakesIt() {
        ResultPayload[] results = {
            run.started(),
            made("chart"),
            action("message.edit"),
            action("platform.ban"),
            Runs.said("one"),
            Runs.said("two")
        };
        List<Part> parts = parts(SurfaceAbilities.ENCLOSING, results);
        assertThat(parts).extracting(Part::text).containsExactly("one", "two");
        assertThat(parts.getFirst().enclosed().artifacts())
                .extracting(OutboundArtifact::artifactId)
                .containsExactly("chart");
        // The event of this run said of its surface that it can do neither.
        assertThat(parts.getFirst().enclosed().actions()).isEmpty();
        assertThat(parts.getLast().enclosed()).isEqualTo(PartAttachments.NONE);
        assertThat(parts(SurfaceAbilities.WHOLE_MESSAGES, results))
                .allSatisfy(part -> assertThat(part.enclosed()).isEqualTo(PartAttachments.NONE));
    }

    @Test
    void editsAndReactionsReachASurfaceThatSupportsThem() {
        DeliveryContext edits = new DeliveryContext("im", null, true, true, false, null, Fields.object(null));
        List<Part> parts = parts(
                SurfaceAbilities.ENCLOSING,
                run.startedOn(edits),
                action("message.edit"),
                action("reaction.add"),
                Runs.completed());
        assertThat(parts).singleElement().satisfies(part -> {
            assertThat(part.text()).isEmpty();
            assertThat(part.enclosed().actions())
                    .extracting(OutboundAction::action)
                    .containsExactly("message.edit");
        });
    }

    @Test
    void whatNoMessageWasSaidWithGoesAloneAndOnce() {
        List<Part> parts = parts(
                SurfaceAbilities.ENCLOSING,
                run.started(),
                made("chart"),
                Runs.completed(),
                run.started(),
                made("chart"),
                Runs.completed());
        assertThat(parts).extracting(Part::number, Part::text).containsExactly(tuple(1, ""));
    }

    private static ArtifactCreated made(String id) {
        return new ArtifactCreated(
                "image", id, "image/png", id + ".png", 7L, "0".repeat(64), Fields.object(null), null);
    }

    private static ActionRequested action(String name) {
        return new ActionRequested(name, null, null);
    }

    @Test
    void saysAFailureInPlainWordsOnly() {
        List<Part> parts = parts(run.started(), Runs.failed("runner.error"));
        assertThat(parts).extracting(Part::kind).containsExactly(Part.Kind.FAILURE);
        assertThat(parts.getFirst().text())
                .isEqualTo(FailureCode.RUNNER_ERROR.sentence())
                .doesNotContain("stack");
    }

    @Test
    void prefersTheBindingsWordsThenTheHostsThenTheCodes() {
        RunFailed failed = new RunFailed("acme.odd", "internal", false, "host's words");
        DeliveryPolicy words = new DeliveryPolicy(null, true, null, "binding's words", false);
        assertThat(FailureText.of(failed, words)).isEqualTo("binding's words");
        assertThat(FailureText.of(failed, null)).isEqualTo("host's words");
        assertThat(FailureText.of(Runs.failed("acme.odd"), null)).isEqualTo(FailureCode.RUNNER_ERROR.sentence());
    }

    @Test
    void thePlaceholderComesFirstAndOnceAndTheNextPartTakesItsPlace() {
        Runs waiting = run.with(new DeliveryPolicy(null, true, "One moment…", null, false));
        assertThat(parts(waiting.started(), Runs.delta("o"), waiting.started(), Runs.said("one"), Runs.completed()))
                .extracting(Part::number, Part::kind, Part::text)
                .containsExactly(tuple(1, Part.Kind.PLACEHOLDER, "One moment…"), tuple(2, Part.Kind.MESSAGE, "one"));
    }

    @Test
    void saysNothingWhereNothingIsSaid() {
        Message toolCallsOnly = new Message("assistant", null, null, null, null, null, null);
        assertThat(texts(run.started(), new MessageCompleted(toolCallsOnly), Runs.said("")))
                .isEmpty();
    }

    @Test
    void whoIsTurnedAwayWhileTheAgentIsBusyIsToldSo() {
        assertThat(parts(run.unanswered(UnansweredReason.REJECTED, DeliveryPolicy.defaults())))
                .singleElement()
                .satisfies(part -> {
                    assertThat(part.kind()).isEqualTo(Part.Kind.FAILURE);
                    assertThat(part.number()).isEqualTo(1);
                    assertThat(part.text()).contains("still busy").doesNotContain("none matches");
                });
    }

    @ParameterizedTest
    @EnumSource(value = UnansweredReason.class, mode = EnumSource.Mode.EXCLUDE, names = "REJECTED")
    void ofOtherEventsThatNobodyAnswersNothingIsSaid(UnansweredReason reason) {
        assertThat(parts(run.unanswered(reason, DeliveryPolicy.defaults()))).isEmpty();
    }

    @Test
    void pushesNothingToASurfaceThatIsRead() {
        DeliveryStep next =
                DeliveryStateMachine.next(DeliveryState.UNKNOWN, Runs.said("one"), SurfaceAbilities.READ_ONLY);
        assertThat(next).isInstanceOf(DeliveryStep.Quiet.class);
        assertThat(next.state().spoken()).isEqualTo(1);
    }

    private static List<String> texts(ResultPayload... results) {
        return parts(results).stream().map(Part::text).toList();
    }

    private static List<Part> parts(ResultPayload... results) {
        return parts(SurfaceAbilities.WHOLE_MESSAGES, results);
    }

    private static List<Part> parts(SurfaceAbilities abilities, ResultPayload... results) {
        DeliveryState state = DeliveryState.UNKNOWN;
        List<Part> parts = new ArrayList<>();
        for (ResultPayload result : results) {
            DeliveryStep next = DeliveryStateMachine.next(state, result, abilities);
            if (next instanceof DeliveryStep.Say say) {
                parts.add(say.part());
            }
            state = next.state();
        }
        return parts;
    }
}
