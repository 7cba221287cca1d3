package dev.agenthost.actiongraph.condition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionParserTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    action:a.output.n == 1                      | action:a.output.n == 1
                    action:a.output.n==-1.50                    | action:a.output.n == -1.50
                    input:user.goal contains 'x'                | input:user.goal contains "x"
                    loop:item.kind in ["a", 'b']                | loop:item.kind in ["a","b"]
                    loop:index in[1,2]                          | loop:index in [1,2]
                    action:a.status != "failed"                 | action:a.status != "failed"
                    action:a.output[0].x == null                | action:a.output[0].x == null
                    exists(action:a.output)                     | exists(action:a.output)
                    not exists(action:a.output)                 | not (exists(action:a.output))
                    action:a.output == true or action:b.output == true and action:c.output == true | (action:a.output == true) or ((action:b.output == true) and (action:c.output == true))
                    (action:a.output == true or action:b.output == true) and action:c.output == true | ((action:a.output == true) or (action:b.output == true)) and (action:c.output == true)
                    not action:a.output == true and action:b.output == true | (not (action:a.output == true)) and (action:b.output == true)
                    input:user.name == 'it\\'s "so"'             | input:user.name == "it's \\"so\\""
                    """)
    void parsesWithThePrecedenceNotAndOr(String text, String meaning) {
        assertThat(ConditionParser.parse(text))
                .isInstanceOfSatisfying(ConditionSyntax.Parsed.class, parsed -> assertThat(parsed.condition())
                        .hasToString(meaning));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    ``                                          | 0  | expects a reference, a quoted string, a number, true, false or null instead of the end at character 0
                    action:a.output                             | 15 | expects one of == != < <= > >= in contains instead of the end at character 15
                    action:a.output = 1                         | 16 | has '='; write == at character 16
                    action:a.output == 1 && true                | 21 | has '&&'; write and at character 21
                    action:a.output == 1 & true                 | 21 | has '&'; write and at character 21
                    action:a.output === 1                       | 16 | has '==='; write == at character 16
                    action:a.output !== 1                       | 16 | has '!=='; write != at character 16
                    action:a.output <> 1                        | 16 | has '<>'; write != at character 16
                    action:a.output =< 1                        | 16 | has '=<'; write <= at character 16
                    !action:a.output == 1                       | 0  | has '!'; write not at character 0
                    action:a.output == one                      | 19 | expects a reference, a quoted string, a number, true, false or null instead of 'one' at character 19
                    action:a.output == 1 action:b.output        | 21 | expects and, or, or the end instead of 'action:b.output' at character 21
                    (action:a.output == 1                       | 21 | expects ')' instead of the end at character 21
                    action:a.output == 'x                       | 19 | has a string without its closing quote at character 19
                    1 == 1                                      | 0  | compares two literals; one side must be a reference at character 0
                    action:a.output < 'x'                       | 18 | < compares numbers only; found "x" at character 18
                    action:a.output in 'x'                      | 19 | in needs a list such as ["a", "b"] on its right at character 19
                    action:a.output == [1]                      | 19 | permits a list only on the right of in and the left of contains, at character 19
                    action:a.output in []                       | 20 | expects a reference, a quoted string, a number, true, false or null instead of ']' at character 20
                    action:a.output in [[1]]                    | 20 | expects a reference, a quoted string, a number, true, false or null instead of '[' at character 20
                    exists(1)                                   | 7  | expects a reference such as action:a.output.count instead of '1' at character 7
                    md:section == 'x'                           | 0  | may refer to action:, input: and loop: only at character 0
                    action:a.result == 1                        | 0  | has a malformed reference, which expects output, summary or status at character 9 of it, at character 0
                    action:a.output == 1 or                     | 23 | expects a reference, a quoted string, a number, true, false or null instead of the end at character 23
                    action:a.output.n + 1 > 2                   | 18 | has the unexpected character '+'; there is no arithmetic at character 18
                    len(action:a.output) > 2                    | 0  | expects a reference, a quoted string, a number, true, false or null instead of 'len' at character 0
                    action:a.output == 1e5                      | 19 | has the unexpected character '1' at character 19
                    """)
    void refusesEverythingElseWithItsPosition(String text, int position, String why) {
        assertThat(ConditionParser.parse(text)).isEqualTo(new ConditionSyntax.Malformed(position, why));
    }

    @Test
    void namesItsOwnWordForTheBarsOfOtherLanguages() {
        assertThat(ConditionParser.parse("loop:index == 1 || true"))
                .isEqualTo(new ConditionSyntax.Malformed(16, "has '||'; write or at character 16"));
        assertThat(ConditionParser.parse("loop:index == 1 | true"))
                .isEqualTo(new ConditionSyntax.Malformed(16, "has '|'; write or at character 16"));
        assertThat(ConditionParser.parse("loop:item == '&& || ! ='")).isInstanceOf(ConditionSyntax.Parsed.class);
    }

    @Test
    void anUnexpectedControlCharacterIsNotRepeated() {
        assertThat(ConditionParser.parse("loop:index \u0001"))
                .isEqualTo(new ConditionSyntax.Malformed(11, "has an unexpected control character at character 11"));
    }

    @Test
    void aStringHasNoControlCharacters() {
        assertThat(ConditionParser.parse("loop:item == 'a\nb'"))
                .isEqualTo(new ConditionSyntax.Malformed(15, "has a control character in a string at character 15"));
    }

    @Test
    void lengthDepthAndComparisonsAreBounded() {
        String comparison = "loop:index == 1";

        assertThat(parses("(".repeat(8) + comparison + ")".repeat(8))).isTrue();
        assertThat(parses("(".repeat(9) + comparison + ")".repeat(9))).isFalse();
        assertThat(parses("not ".repeat(8) + comparison)).isTrue();
        assertThat(parses("not ".repeat(9) + comparison)).isFalse();
        assertThat(parses(comparison + (" or " + comparison).repeat(31))).isTrue();
        assertThat(parses(comparison + (" or " + comparison).repeat(32))).isFalse();
        assertThat(parses("loop:index in [" + "1,".repeat(31) + "1]")).isTrue();
        assertThat(parses("loop:index in [" + "1,".repeat(32) + "1]")).isFalse();
        assertThat(parses(comparison + " ".repeat(1_000 - comparison.length()))).isTrue();
        assertThat(parses(comparison + " ".repeat(1_001 - comparison.length()))).isFalse();
        assertThat(parses("(".repeat(1_000_000))).isFalse();
    }

    private static boolean parses(String text) {
        return ConditionParser.parse(text) instanceof ConditionSyntax.Parsed;
    }
}
