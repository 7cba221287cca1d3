package dev.agenthost.local.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.Decoded;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import org.junit.jupiter.api.Test;

class SpokenTest {
    private final StringBuilder screen = new StringBuilder();
    private Spoken spoken = Spoken.nothingYet();

    @Test
    void deltasAreShownAsTheyComeAndTheWholeAddsOnlyWhatIsMissing() {
        hear(delta("hel"), delta("lo"), whole("hello!"));
        assertThat(screen).hasToString("hello!\n");
    }

    @Test
    void wholeMessageReplacesWhatDiffers() {
        hear(delta("helo"), whole("hello"));
        assertThat(screen).hasToString("helo\nhello\n");
    }

    @Test
    void secondMessageStandsOnALineOfItsOwn() {
        hear(whole("one"), delta("two"), whole("two"));
        assertThat(screen).hasToString("one\ntwo\n");
    }

    @Test
    void failureIsThePlainSentence() {
        hear(delta("so far"), RunFailed.of(FailureCode.RUNNER_ERROR, "stack trace"));
        assertThat(screen).hasToString("so far\n");
        assertThat(spoken.end()).isEqualTo(new Spoken.End(FailureCode.RUNNER_ERROR.sentence()));
    }

    @Test
    void unknownResultsSayNothing() {
        assertThat(spoken.after(new Decoded.Unknown("x"))).isEqualTo(new Spoken.Step("", spoken));
    }

    private void hear(ResultPayload... payloads) {
        for (var payload : payloads) {
            var step = spoken.after(new Decoded.Known(payload));
            screen.append(step.print());
            spoken = step.next();
        }
    }

    private static ResultPayload delta(String text) {
        return new MessageDelta(MessageChunk.assistant(text));
    }

    private static ResultPayload whole(String text) {
        return new MessageCompleted(Message.assistant(text));
    }
}
