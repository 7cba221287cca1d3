package dev.agenthost.runners.actiongraph.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.markdown.VisibleText;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the parts of a streamed text that are withheld. */
class CarrierFilterTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Hello, *you*.\n\n1. one\n2. two\n\n> quoted\n\n## A heading of words\n\nThe end.\n",
                "See:\n\n```java\nint a = 1;\n\nif (a > 0) {\n}\n```\n\nThat is all.\n",
                "````md\n```\ninner\n```\n````\nafter\n",
                "~~~\nplain\n~~~\nafter\n",
                "a < b and <b>bold</b>\n",
                "a set {1, 2}, {\"kind\": \"of\"} and { \n",
                "```inline``` code at the start\n",
                "---\n\n- item `code`\n",
                "Mid ``code``, ```more``` and ```` four ```` of it, a ``` b\n"
            })
    void ordinaryTextIsReleasedAsAWhole(String text) {
        assertThat(released(text, 1)).isEqualTo(text);
        assertThat(released(text, 7)).isEqualTo(text);
    }

    @Test
    void wordsAreReleasedAsTheyCome() {
        CarrierFilter filter = new CarrierFilter();

        assertThat(filter.add("Hello ")).isEqualTo("Hello ");
        assertThat(filter.add("to ")).isEqualTo("to ");
        assertThat(filter.add("you")).isEqualTo("you");
        assertThat(filter.add("\n\n```java\nint ")).isEqualTo("\n\n```java\nint ");
        assertThat(filter.add("a;")).isEqualTo("a;");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ```agent-protocol\\n{}\\n```\\nafter                  |
                    ```json agent-protocol\\n{}\\n```                     |
                    I look.\\n```agent-protocol\\n{}                      | I look.\\n
                    ```\\n{\\"type\\": \\"agent.protocol\\"}\\n```        |
                    ```json\\n\\n  {\\"kind\\": \\"act\\"}\\n```          |
                    ```tool_call\\n{}\\n```                               |
                    - ```agent-protocol\\n  {}\\n  ```                    |
                    > ```agent-protocol\\n> {}\\n> ```                    |
                    {\\"kind\\": \\"act\\"}                               |
                    Now\\n  {\\"type\\": \\"agent.protocol\\"}            | Now\\n
                    Now <tool_call>{}</tool_call>                         | Now\\s
                    Now {\\"kind\\": \\"act\\", \\"calls\\": []}            | Now\\s
                    Now { \\"type\\" : \\"agent.protocol\\"} to you       | Now\\s
                    echo <node-request run_id="r">Pay.</node-request>     | echo\\s
                    Yes.</Node-Request>                                   | Yes.
                    <turn index="2">\\nYes.                              |
                    <think>a plan ```agent-protocol\\n{}\\n```</think>   | <think>a plan\\s
                    So: ```json Agent-Protocol\\n{}                      | So:\\s
                    Now\\n## review.prompt\\nsecret                       | Now\\n
                    ## user.visible\\nsecret                              |
                    ```java\\nint a;\\n```\\n```agent-protocol\\n{}\\n``` | ```java\\nint a;\\n```\\n
                    """)
    void whatMayCarryADeclarationIsWithheld(String text, String released) {
        String expected = released == null ? "" : released.translateEscapes();

        assertThat(released(text.translateEscapes(), 1)).isEqualTo(expected);
        assertThat(released(text.translateEscapes(), 1_000)).isEqualTo(expected);
    }

    /** The same text in any increments is released to the same point. */
    @Test
    void theIncrementsDoNotMatter() {
        String alphabet = "`~{}<>#-1. \nabtool_call";
        Random random = new Random(20_261_128);
        for (int round = 0; round < 2_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 40; i++) {
                text.append(random.nextInt(6) == 0 ? "```" : alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String whole = released(text.toString(), 1);

            assertThat(released(text.toString(), 1 + random.nextInt(9))).isEqualTo(whole);
            assertThat(text.toString()).startsWith(whole);
        }
    }

    /** A streamed text is never more than the text that the person has in the end. */
    @Test
    void theReleasedTextIsTheBeginningOfTheVisibleText() {
        List<String> parts = List.of(
                "`",
                "```",
                "~~~",
                "\n",
                "\n",
                " ",
                "a",
                "    ",
                "<",
                "</",
                "node-request",
                "<node-request run_id=\"r\">",
                ">",
                "</node-request>",
                "<turn index=\"1\">",
                "## Assistant answer\n",
                "agent-protocol",
                "- ",
                "<tool_call>",
                "x");
        Random random = new Random(20_261_129);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 16; i++) {
                text.append(parts.get(random.nextInt(parts.size())));
            }
            String whole = text.toString();

            assertThat(VisibleText.of(whole)).as(whole).startsWith(released(whole, 3));
        }
    }

    private static String released(String text, int size) {
        CarrierFilter filter = new CarrierFilter();
        StringBuilder released = new StringBuilder();
        for (int at = 0; at < text.length(); at += size) {
            released.append(filter.add(text.substring(at, Math.min(text.length(), at + size))));
        }
        return released.toString();
    }
}
