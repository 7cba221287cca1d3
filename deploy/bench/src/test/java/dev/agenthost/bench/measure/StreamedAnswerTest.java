package dev.agenthost.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.bench.testbed.StreamFrame;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class StreamedAnswerTest {
    private final StreamedAnswer answer = new StreamedAnswer(2);

    @Test
    void wholeAnswerEndsWhenItsEndWasRead() {
        delta(5, 10);
        delta(6, 11);
        end("run.completed", 12);
        assertThat(answer.end()).isEqualTo(12);
    }

    @Test
    void deltaThatComesBeforeTheOneBeforeItIsAnError() {
        delta(6, 10);
        delta(5, 11);
        end("run.completed", 12);
        refused("out of order");
    }

    @Test
    void deltaThatComesTwiceIsAnError() {
        delta(5, 10);
        delta(5, 11);
        end("run.completed", 12);
        refused("out of order");
    }

    @Test
    void deltaAfterTheEndIsAnError() {
        delta(5, 10);
        end("run.completed", 11);
        delta(6, 12);
        refused("out of order");
    }

    @Test
    void missingDeltaIsAnError() {
        delta(5, 10);
        end("run.completed", 11);
        refused("1 of 2 deltas");
    }

    @Test
    void failureAndAStreamThatIsCutAreErrors() {
        delta(5, 10);
        delta(6, 11);
        refused("ended by nothing");
        end("run.failed", 12);
        refused("ended by run.failed");
    }

    @Test
    void onlyDeltasHaveAStamp() {
        assertThat(StreamedAnswer.stamp(new StreamFrame("message.delta", chunk(7), 8)))
                .isEqualTo(7);
        assertThat(StreamedAnswer.stamp(new StreamFrame("message.completed", chunk(7), 8)))
                .isZero();
    }

    private void refused(String why) {
        assertThatThrownBy(answer::end).isInstanceOf(CompletionException.class).hasMessageContaining(why);
    }

    private void delta(long stamp, long at) {
        answer.take(new StreamFrame("message.delta", chunk(stamp), at));
    }

    private void end(String type, long at) {
        answer.take(new StreamFrame(type, "{}", at));
    }

    private static String chunk(long stamp) {
        return "{\"chunk\":{\"role\":\"assistant\",\"content\":\"" + stamp + "\"}}";
    }
}
