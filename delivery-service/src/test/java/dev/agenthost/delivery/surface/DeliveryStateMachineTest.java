package dev.agenthost.delivery.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.agenthost.delivery.DeliveredRun;
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

    private final DeliveredRun run = DeliveredRun.toEventSurface();

    @Test
    void sendsEachMessageOnceInOrder() {
        assertThat(parts(
                        run.started(),
                        DeliveredRun.delta("on"),
                        DeliveredRun.message("one"),
                        DeliveredRun.message("two"),
                        DeliveredRun.completed()))
                .extracting(Part::number, Part::text)
                .containsExactly(tuple(1, "one"), tuple(2, "two"));
    }

    @Test
    void sendsTheFinalMessageOnlyIfItWasNotSent() {
        assertThat(texts(run.started(), DeliveredRun.message("one"), DeliveredRun.completed("one")))
                .containsExactly("one");
        assertThat(texts(run.started(), DeliveredRun.message("one"), DeliveredRun.completed("two")))
                .containsExactly("one", "two");
        assertThat(texts(run.started(), DeliveredRun.completed("only"))).containsExactly("only");
    }

    @Test
    void sendsTheSameTextTwiceIfTheRunRepeatsIt() {
        assertThat(texts(run.started(), DeliveredRun.message("ha"), DeliveredRun.message("ha")))
                .containsExactly("ha", "ha");
    }

    @Test
    void doesNotRepeatAMessageOfAnOlderAttempt() {
        assertThat(texts(
                        run.started(),
                        DeliveredRun.message("one"),
                        run.started(),
                        DeliveredRun.message("one"),
                        DeliveredRun.message("two"),
                        DeliveredRun.completed("two")))
                .containsExactly("one", "two");
    }

    /** A runner with a journal says its note in the first attempt alone. */
    @Test
    void doesNotRepeatTheAnswerOfAnAttemptThatHadSaidMore() {
        assertThat(texts(
                        run.started(),
                        DeliveredRun.message("note"),
                        DeliveredRun.message("answer"),
                        run.started(),
                        DeliveredRun.message("answer"),
                        run.started(),
                        DeliveredRun.message("note"),
                        DeliveredRun.completed("answer")))
                .containsExactly("note", "answer");
    }

    @Test
    void remembersTheMessagesOfAllOlderAttempts() {
        assertThat(texts(
                        run.started(),
                        DeliveredRun.message("note"),
                        run.started(),
                        DeliveredRun.message("another note"),
                        run.started(),
                        DeliveredRun.message("note"),
                        DeliveredRun.completed("answer")))
                .containsExactly("note", "another note", "answer");
    }

    @Test
    void continuesThePartNumbersIfANewAttemptDiffers() {
        assertThat(parts(run.started(), DeliveredRun.message("one"), run.started(), DeliveredRun.message("other")))
                .extracting(Part::number)
                .containsExactly(1, 2);
    }

    @Test
    void artifactsAndActionsAreSentWithTheNextMessageIfTheSurfaceSupportsThem() {
        ResultPayload[] results = {
            run.started(),
            made("chart"),
            action("message.edit"),
            action("platform.ban"),
            DeliveredRun.message("one"),
            DeliveredRun.message("two")
        };
        List<Part> parts = parts(SurfaceAbilities.WITH_ATTACHMENTS, results);
        assertThat(parts).extracting(Part::text).containsExactly("one", "two");
        assertThat(parts.getFirst().attachments().artifacts())
                .extracting(OutboundArtifact::artifactId)
                .containsExactly("chart");
        // The event of this run declares a surface without both abilities.
        assertThat(parts.getFirst().attachments().actions()).isEmpty();
        assertThat(parts.getLast().attachments()).isEqualTo(PartAttachments.NONE);
        assertThat(parts(SurfaceAbilities.WHOLE_MESSAGES, results))
                .allSatisfy(part -> assertThat(part.attachments()).isEqualTo(PartAttachments.NONE));
    }

    @Test
    void editsAndReactionsReachASurfaceThatSupportsThem() {
        DeliveryContext edits = new DeliveryContext("im", null, true, true, false, null, Fields.object(null));
        List<Part> parts = parts(
                SurfaceAbilities.WITH_ATTACHMENTS,
                run.startedOn(edits),
                action("message.edit"),
                action("reaction.add"),
                DeliveredRun.completed());
        assertThat(parts).singleElement().satisfies(part -> {
            assertThat(part.text()).isEmpty();
            assertThat(part.attachments().actions())
                    .extracting(OutboundAction::action)
                    .containsExactly("message.edit");
        });
    }

    @Test
    void attachmentsWithoutAMessageAreSentAloneAndOnce() {
        List<Part> parts = parts(
                SurfaceAbilities.WITH_ATTACHMENTS,
                run.started(),
                made("chart"),
                DeliveredRun.completed(),
                run.started(),
                made("chart"),
                DeliveredRun.completed());
        assertThat(parts).extracting(Part::number, Part::text).containsExactly(tuple(1, ""));
    }

    @Test
    void aQuestionIsAnActionWhereTheSurfaceShowsQuestionsAndElsewhereItsFallbackText() {
        DeliveryContext shows = new DeliveryContext(
                "im", null, true, false, false, null, Fields.object(null).put("supports_interactions", true));
        assertThat(parts(SurfaceAbilities.WITH_ATTACHMENTS, run.startedOn(shows), question(), DeliveredRun.completed()))
                .singleElement()
                .satisfies(part -> {
                    assertThat(part.text()).isEmpty();
                    assertThat(part.attachments().actions())
                            .extracting(OutboundAction::action)
                            .containsExactly("interaction.requested");
                });

        assertThat(parts(SurfaceAbilities.WITH_ATTACHMENTS, run.started(), question(), DeliveredRun.completed()))
                .extracting(Part::text)
                .containsExactly("Reply yes or no.");
        assertThat(parts(run.startedOn(shows), question(), DeliveredRun.completed()))
                .extracting(Part::text)
                .containsExactly("Reply yes or no.");
    }

    private static ActionRequested question() {
        return new ActionRequested(
                "interaction.requested", null, Fields.object(null).put("fallback_text", "Reply yes or no."));
    }

    private static ArtifactCreated made(String id) {
        return new ArtifactCreated(
                "image", id, "image/png", id + ".png", 7L, "0".repeat(64), Fields.object(null), null);
    }

    private static ActionRequested action(String name) {
        return new ActionRequested(name, null, null);
    }

    @Test
    void sendsOnlyTheFailureTextOfAFailure() {
        List<Part> parts = parts(run.started(), DeliveredRun.failed("runner.error"));
        assertThat(parts).extracting(Part::kind).containsExactly(Part.Kind.FAILURE);
        assertThat(parts.getFirst().text())
                .isEqualTo(FailureCode.RUNNER_ERROR.sentence())
                .doesNotContain("stack");
    }

    @Test
    void prefersTheFailureTextOfTheBindingThenTheHostThenTheCode() {
        RunFailed failed = new RunFailed("acme.odd", "internal", false, "host's words");
        DeliveryPolicy words = new DeliveryPolicy(null, true, null, "binding's words", false);
        assertThat(FailureText.of(failed, words)).isEqualTo("binding's words");
        assertThat(FailureText.of(failed, null)).isEqualTo("host's words");
        assertThat(FailureText.of(DeliveredRun.failed("acme.odd"), null))
                .isEqualTo(FailureCode.RUNNER_ERROR.sentence());
    }

    @Test
    void thePlaceholderIsSentFirstAndOnceAndTheNextPartReplacesIt() {
        DeliveredRun waiting = run.with(new DeliveryPolicy(null, true, "One moment…", null, false));
        assertThat(parts(
                        waiting.started(),
                        DeliveredRun.delta("o"),
                        waiting.started(),
                        DeliveredRun.message("one"),
                        DeliveredRun.completed()))
                .extracting(Part::number, Part::kind, Part::text)
                .containsExactly(tuple(1, Part.Kind.PLACEHOLDER, "One moment…"), tuple(2, Part.Kind.MESSAGE, "one"));
    }

    @Test
    void sendsNoPartForAnEmptyMessage() {
        Message toolCallsOnly = new Message("assistant", null, null, null, null, null, null);
        assertThat(texts(run.started(), new MessageCompleted(toolCallsOnly), DeliveredRun.message("")))
                .isEmpty();
    }

    @Test
    void theSenderIsNotifiedThatTheAgentIsBusy() {
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
    void otherUnansweredEventsGetNoPart(UnansweredReason reason) {
        assertThat(parts(run.unanswered(reason, DeliveryPolicy.defaults()))).isEmpty();
    }

    @Test
    void sendsNoPartsToAReadOnlySurface() {
        DeliveryStep next = DeliveryStateMachine.next(
                DeliveryState.UNKNOWN, DeliveredRun.message("one"), SurfaceAbilities.READ_ONLY);
        assertThat(next).isInstanceOf(DeliveryStep.SendNothing.class);
        assertThat(next.state().messageCount()).isEqualTo(1);
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
            if (next instanceof DeliveryStep.SendPart say) {
                parts.add(say.part());
            }
            state = next.state();
        }
        return parts;
    }
}
