package dev.agenthost.actiongraph.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the texts without private reasoning. */
class PrivateReasoningTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<think>~I~</think>~So.|false",
                "<think>I</think>|false",
                "<think>never ends|true",
                "<think>I</think>So <think>more|true",
                "Write `<think>`|false",
                "plain|false"
            })
    void anElementIsOpenUntilItsEndTag(String text, boolean isOpen) {
        assertThat(PrivateReasoning.isOpen(text.replace('~', '\n'))).isEqualTo(isOpen);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "<think>~I~</think>~So.|So.",
                "So <Think>I</think >it <think>is</think>is.|So it is.",
                "<think>never ends|\"\"",
                "<think>a ```~{ </think>So.|So.",
                "Write `<think>` first.|Write `<think>` first.",
                "```~<think>x</think>~```~<think>y</think>z|```~<think>x</think>~```~z",
                "{\"text\":\"<think>\"}|{\"text\":\"<think>\"}",
                "<thinking> is a word|<thinking> is a word"
            },
            delimiter = '|')
    void reasoningIsLeftOutAndCodeIsKept(String text, String words) {
        assertThat(PrivateReasoning.without(text.replace('~', '\n'))).isEqualTo(words.replace('~', '\n'));
    }
}
