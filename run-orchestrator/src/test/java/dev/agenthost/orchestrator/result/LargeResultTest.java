package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Results that are large, and artifacts that come inside of them. */
class LargeResultTest extends IntakeOfOneRun {
    @Test
    void dropsAnOversizedResultButNotTheEndOfTheRun() {
        ResultDecision taken = intake.take(frame("message.completed", "{}"), true);
        assertThat(said(taken)).isEmpty();
        assertThat(taken.warnings()).hasSize(1);

        assertThat(failure(intake.take(frame("run.completed", "{}"), true)).code())
                .isEqualTo("payload_too_large");
    }

    @Test
    void measuresAResultWithoutItsInlineArtifact() {
        String megabyte = "x".repeat(1024 * 1024);
        assertThat(ResultSize.exceeds(frame("message.completed", message(megabyte)), 2_000_000))
                .isTrue();
        assertThat(ResultSize.exceeds(frame("message.completed", message("x".repeat(1000_000))), 2_000_000))
                .isFalse();
        assertThat(ResultSize.exceeds(
                        frame(
                                "artifact.created",
                                "{\"artifact_type\":\"file\",\"content_base64\":\"" + megabyte + "\"}"),
                        2_000_000))
                .isFalse();
        // LangBot's SDK escapes what is not ASCII: six characters on the wire for three bytes.
        assertThat(ResultSize.exceeds(frame("message.completed", message("好".repeat(300_000))), 1_800_000))
                .isFalse();
    }

    @Test
    void whatAResultChargesCountsWithIt() {
        ObjectNode charged = frame("message.completed", message("x".repeat(500_000)));
        charged.putObject("usage").put("note", "x".repeat(500_000));
        assertThat(ResultSize.exceeds(charged, 1_100_000)).isFalse();

        charged.putObject("usage").put("note", "x".repeat(3 * 1024 * 1024));
        assertThat(ResultSize.exceeds(charged, 4_000_000)).isTrue();
        assertThat(ResultSize.withoutPayload(charged).has("usage")).isFalse();
    }

    @Test
    void anArtifactIsKeptBeforeItIsPublished() {
        take("message.completed", message("one"));
        ResultDecision taken = take(
                "artifact.created",
                "{\"artifact_type\":\"file\",\"content_base64\":\"aGVsbG8=\",\"size_bytes\":9,\"metadata\":{\"n\":1}}");

        assertThat(taken).isInstanceOfSatisfying(ResultDecision.Applies.class, applies -> {
            assertThat(applies.ordinal()).isEqualTo(2);
            assertThat(applies.effect()).isInstanceOfSatisfying(Effect.KeepArtifact.class, keep -> assertThat(
                            keep.asked().contentBase64())
                    .isEqualTo("aGVsbG8="));
        });
        assertThat(taken.warnings()).isEmpty();
    }

    @Test
    void dropsAnArtifactThatIsSurelyTooLargeAndAsksForOneThatMayNotBe() {
        String largest = Base64.getEncoder().encodeToString(new byte[ResultSize.MOST_BYTES]);
        assertThat(take("artifact.created", file(largest))).isInstanceOf(ResultDecision.Applies.class);

        ResultDecision tooLarge = take("artifact.created", file(largest + "AAAA"));
        assertThat(said(tooLarge)).isEmpty();
        assertThat(tooLarge).isInstanceOf(ResultDecision.Passes.class);
        assertThat(tooLarge.warnings()).containsExactly("an artifact larger than 1 MiB inline");
    }

    @Test
    void anOpenMessageTakesNoMoreIncrementsThanOneResultMayHold() {
        intake = new ResultIntake(RUN, DeltaMode.INCREMENT, false);
        String piece = "好".repeat(1_000);
        int taken = 0;
        while (!said(delta(piece)).isEmpty()) {
            taken++;
        }

        assertThat(taken).isEqualTo(ResultSize.MOST_BYTES / 3_000);
        ResultDecision dropped = delta(".");
        assertThat(said(dropped)).as("it would stand in the wrong place").isEmpty();
        assertThat(dropped.warnings()).containsExactly("a delta of a message that is larger than 1 MiB");
        assertThat(said(take("run.completed", STOP)))
                .containsExactly(piece.repeat(taken) + DeltaText.CUT, "completed stop");
    }

    @Test
    void theNextMessageBeginsEmpty() {
        intake = new ResultIntake(RUN, DeltaMode.INCREMENT, false);
        delta("x".repeat(ResultSize.MOST_BYTES));
        assertThat(said(delta("y"))).isEmpty();
        take("message.completed", message("one"));

        assertThat(said(delta("z"))).containsExactly("'z'");
    }

    private static String file(String content) {
        return "{\"artifact_type\":\"file\",\"content_base64\":\"" + content + "\"}";
    }
}
