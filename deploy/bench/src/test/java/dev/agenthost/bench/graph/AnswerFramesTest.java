package dev.agenthost.bench.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.bench.testbed.StreamFrame;
import org.junit.jupiter.api.Test;

class AnswerFramesTest {
    private final AnswerFrames frames = new AnswerFrames();

    @Test
    void answerIsTheLastMessageAndTheEndHasItsTime() {
        frames.add(new StreamFrame("message.completed", "{\"data\": {\"message\": {\"content\": \"I look.\"}}}", 1));
        frames.add(
                new StreamFrame("message.completed", "{\"data\": {\"message\": {\"content\": \"RESULT a=1\\n\"}}}", 2));
        frames.add(new StreamFrame("run.completed", "{}", 3));
        assertThat(frames.answer()).isEqualTo("RESULT a=1");
        assertThat(frames.end()).isEqualTo("run.completed");
        assertThat(frames.endedAt()).isEqualTo(3);
    }

    @Test
    void theMessageOfTheEndIsTheAnswer() {
        frames.add(new StreamFrame("message.completed", "{\"data\": {\"message\": {\"content\": \"I look.\"}}}", 1));
        frames.add(new StreamFrame("run.completed", "{\"data\": {\"message\": {\"content\": \"RESULT a=1\"}}}", 2));
        assertThat(frames.answer()).isEqualTo("RESULT a=1");
    }

    @Test
    void failureIsNamed() {
        frames.add(new StreamFrame("run.failed", "{\"code\": \"model\"}", 1));
        assertThat(frames.answer()).isEmpty();
        assertThat(frames.end()).isEqualTo("run.failed {\"code\": \"model\"}");
    }
}
