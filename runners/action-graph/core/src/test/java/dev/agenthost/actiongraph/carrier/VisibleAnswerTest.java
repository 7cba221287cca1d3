package dev.agenthost.actiongraph.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what a person sees of an answer with private reasoning. */
class VisibleAnswerTest {
    private static final String FULL = "{\"type\":\"agent.protocol\",\"payload\":{}}";
    private static final String COMPACT = "{\"kind\":\"act\",\"calls\":[]}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<think>plan FULL</think>~Hello.|Hello.",
                "<think>plan COMPACT, then</think>Hello.|Hello.",
                "<think>~```json~FULL~```~</think>Hello.|Hello.",
                "<think>one</think>So <think>FULL</think>Hello.|<think>one</think>So Hello.",
                "<think>a {plan}</think>Hello.|<think>a {plan}</think>Hello.",
                "<think>as `FULL`</think>Hello.|<think>as `FULL`</think>Hello."
            })
    void reasoningWithADeclarationIsLeftOutAndOtherReasoningIsKept(String text, String visible) {
        assertThat(CarrierReader.visible(written(text))).isEqualTo(written(visible));
    }

    private static String written(String text) {
        return text.replace('~', '\n').replace("FULL", FULL).replace("COMPACT", COMPACT);
    }
}
