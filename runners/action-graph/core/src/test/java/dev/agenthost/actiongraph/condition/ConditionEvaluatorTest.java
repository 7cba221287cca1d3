package dev.agenthost.actiongraph.condition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionEvaluatorTest {
    private static final String OUTPUT = """
            {"count": 3, "ratio": 3.0, "name": "toolbar", "ok": true, "nothing": null, "tags": ["a", 1], "object": {"x": 1}}
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    action:a.output.count == 3             | true
                    action:a.output.count == 3.00          | true
                    action:a.output.count == '3'           | false
                    action:a.output.count != '3'           | true
                    action:a.output.count == action:a.output.ratio | true
                    action:a.output.count < 3              | false
                    action:a.output.count <= 3             | true
                    action:a.output.count > 2.5            | true
                    action:a.output.count >= 4             | false
                    action:a.output.name == 'toolbar'      | true
                    action:a.output.name contains 'tool'   | true
                    action:a.output.name contains 'Tool'   | false
                    action:a.output.name in ['x','toolbar']| true
                    action:a.output.count in [1, 3.0]      | true
                    'a' in action:a.output.tags            | true
                    action:a.output.tags contains 1        | true
                    action:a.output.tags contains 'b'      | false
                    action:a.output.ok == true             | true
                    action:a.output.nothing == null        | true
                    action:a.output.object == null         | false
                    exists(action:a.output.nothing)        | false
                    exists(action:a.output.gone)           | false
                    exists(action:a.output.object.x)       | true
                    not action:a.output.ok == true         | false
                    exists(action:a.output.gone) and action:a.output.gone > 1 | false
                    action:a.output.ok == true or action:a.output.gone > 1    | true
                    """)
    void decides(String condition, boolean value) {
        assertThat(evaluate(condition)).isEqualTo(new Evaluation.Decided(value));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    action:a.output.gone == 1          | action:a.output.gone has no value
                    1 < action:a.output.gone           | action:a.output.gone has no value
                    action:b.output == 1               | action:b.output has no value
                    action:a.output.name > 1           | action:a.output.name and 1 have types that > does not compare
                    action:a.output.nothing < 1        | action:a.output.nothing and 1 have types that < does not compare
                    1 in action:a.output.name          | 1 and action:a.output.name have types that in does not compare
                    action:a.output.count contains 3   | action:a.output.count and 3 have types that contains does not compare
                    not action:a.output.gone == 1      | action:a.output.gone has no value
                    action:a.output.gone == 1 or action:a.output.ok == true | action:a.output.gone has no value
                    """)
    void isUndecidedWithoutAValueOfTheRightType(String condition, String why) {
        assertThat(evaluate(condition)).isEqualTo(new Evaluation.Undecided(why));
    }

    @ParameterizedTest
    @ValueSource(strings = {"exists(action:b.output.x)", "not exists(action:b.output.x)"})
    void theExistenceOfAPartIsUndecidedIfOnlyTheBeginningIsKnown(String text) {
        Condition condition = ((ConditionSyntax.Parsed) ConditionParser.parse(text)).condition();

        assertThat(new ConditionEvaluator(ConditionEvaluatorTest::value, reference -> true).evaluate(condition))
                .isEqualTo(new Evaluation.Undecided("only the beginning of action:b.output.x is known"));
    }

    private static Evaluation evaluate(String text) {
        Condition condition = ((ConditionSyntax.Parsed) ConditionParser.parse(text)).condition();
        return new ConditionEvaluator(ConditionEvaluatorTest::value).evaluate(condition);
    }

    private static Optional<JsonNode> value(Reference reference) {
        return reference instanceof Reference.ActionResult result
                        && result.actionId().equals("a")
                ? Optional.ofNullable(result.path().of(output()))
                : Optional.empty();
    }

    private static JsonNode output() {
        try {
            return ProtocolCodec.readTree(OUTPUT);
        } catch (UndecodableException e) {
            throw new IllegalStateException(e);
        }
    }
}
