package dev.agenthost.actiongraph.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncompleteAnswerTest {
    private static final String MARK = "\n\nThis answer is incomplete: the provider of the model cut it off (length).";

    @ParameterizedTest
    @ValueSource(strings = {"Half of", "Half of\n", "```sh\nls\n```\nand", "~~~\n```\n~~~", "`` ` ``"})
    void aMarkedTextIsReadAsItsWordsAndReason(String text) {
        IncompleteAnswer answer = new IncompleteAnswer(text, "length");

        assertThat(answer.marked()).isEqualTo(text + MARK);
        assertThat(IncompleteAnswer.read(answer.marked())).contains(answer);
    }

    @Test
    void aTextWithWordsBehindTheMarkIsComplete() {
        assertThat(IncompleteAnswer.read("Half of" + MARK + " So I repeat it.")).isEmpty();
        assertThat(IncompleteAnswer.read("Half of")).isEmpty();
    }

    @Test
    void theMarkIsNoPartOfCodeOrReasoningWithoutItsEnd() {
        assertThat(new IncompleteAnswer("Run:\n````sh\nls\n```", "length").marked())
                .isEqualTo("Run:\n````sh\nls\n```\n````" + MARK);
        assertThat(new IncompleteAnswer("```sh", "length").marked()).isEqualTo("```sh\n```" + MARK);
        assertThat(new IncompleteAnswer("So. <think>Hm", "length").marked())
                .isEqualTo("So. <think>Hm\n</think>" + MARK);
    }
}
