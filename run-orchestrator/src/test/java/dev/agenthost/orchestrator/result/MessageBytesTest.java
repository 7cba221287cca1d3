package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Messages that hold bytes, which are kept before the message is said. */
class MessageBytesTest extends IntakeOfOneRun {
    @Test
    void theBytesOfAMessageAreAnEffectOfIt() {
        ResultDecision taken = take("message.completed", "{\"message\":" + picture("see") + "}");

        assertThat(taken).isInstanceOfSatisfying(ResultDecision.Applies.class, applies -> assertThat(applies.effect())
                .isInstanceOf(Effect.KeepParts.class));
        assertThat(said(taken)).containsExactly("see");
        assertThat(intake.closing()).as("it closes the deltas before it").isEmpty();
    }

    @Test
    void theLastMessageOfARunIsSaidOnceItsBytesAreKeptAndTheRunEndsSilently() {
        ResultDecision taken = end("see");

        assertThat(said(taken)).containsExactly("see", "completed stop");
        assertThat(((ResultDecision.Ends) taken).last().effect()).isInstanceOf(Effect.KeepParts.class);
        assertThat(((ResultDecision.Ends) taken).last().ordinal()).isEqualTo(1);
    }

    @Test
    void theLastMessageClosesTheDeltasBeforeIt() {
        delta("se");
        ResultDecision taken = end("see");

        assertThat(said(taken)).containsExactly("see", "completed stop");
        assertThat(intake.closing()).as("they were closed").isEmpty();
    }

    @Test
    void whatWasSaidBeforeIsNotSaidAgainAtTheEnd() {
        take("message.completed", "{\"message\":" + picture("see") + "}");
        ResultDecision taken = end("see");

        assertThat(said(taken)).containsExactly("completed stop");
        assertThat(((ResultDecision.Ends) taken).last()).isNull();
    }

    private ResultDecision end(String text) {
        return take("run.completed", "{\"finish_reason\":\"stop\",\"message\":" + picture(text) + "}");
    }

    private static String picture(String text) {
        return "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"" + text
                + "\"},{\"type\":\"image_base64\",\"image_base64\":\"data:image/png;base64,QUJD\"}]}";
    }
}
