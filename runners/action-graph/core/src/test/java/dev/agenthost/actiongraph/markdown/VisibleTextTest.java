package dev.agenthost.actiongraph.markdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            Done. <node-request run_id="r" action_id="a">\\n  <task>\\n    Pay.\\n  </task>\\n</node-request>\\nAll paid. | Done. \\nAll paid.
            echo <node-request run_id="r" action_id="a">\\n  <task>Pay.                        | echo\\s
            echo <node-request run_id="r                                                      | echo\\s
            <Node-Request run_id="r">Pay.</NODE-REQUEST>                                      |
            The element <node-request> has a task.                                            | The element  has a task.
            Now <tool_call>{"name":"pay"}</tool_call> I wait.                                 | Now  I wait.
            </node-request>Yes.                                                               | Yes.
            I look.\\n```json agent-protocol\\n{"type":"agent.protocol"}\\n```\\nSoon.        | I look.\\n\\nSoon.
            I look.\\n~~~agent-protocol\\n{"type":                                            | I look.\\n
            <turn index="3">\\n## Assistant answer\\n\\nThe sky is blue.\\n</turn>            | The sky is blue.\\n
            `a` <node-request run_id="r"/> ```\\nb                                            | `a`\\s
            """)
    void elementsOfTheProtocolAreNotShown(String text, String words) {
        assertThat(VisibleText.of(text.translateEscapes())).isEqualTo(words == null ? "" : words.translateEscapes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " a < b, <b>bold</b> and <turnip> \n",
                "An executor reads `<node-request run_id=\"r\">`.",
                "```xml\n<node-request run_id=\"r\">\n</node-request>\n```\nThat is it.",
                "````md\n```agent-protocol\n{}\n```\n````\n",
                "> ```agent-protocol\n> {}\n> ```\n",
                "You wrote:\n> <tool_call>{}</tool_call>\n",
                "```inline``` code, and ``` alone"
            })
    void otherTextAndCodeAreKept(String text) {
        assertThat(VisibleText.of(text)).isEqualTo(text);
    }

    @Test
    void aTextWithoutWordsIsAbsent() {
        assertThat(VisibleText.orNull(null)).isNull();
        assertThat(VisibleText.orNull(" <node-request run_id=\"r\"></node-request>\n"))
                .isNull();
        assertThat(VisibleText.orNull("Yes. ")).isEqualTo("Yes. ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"<node-request>", "<tool_call", "`", "```\n", "~~~x\n", "<turn index=\"", "``a ", "<", " \n"})
    void aLongTextIsReadInTimeThatIsLinear(String part) {
        String text = part.repeat(1_000_000 / part.length());

        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> VisibleText.of(text));
    }
}
