package dev.agenthost.actiongraph.condition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ResultPart;
import dev.agenthost.actiongraph.reference.ValuePath;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of all conditions. */
class ConditionPropertyTest {
    private static final List<String> WORDS = List.of(
            "(",
            ")",
            "not ",
            " and ",
            " or ",
            "exists(",
            "action:a.output",
            "loop:index",
            " == ",
            " < ",
            " in ",
            "[",
            "]",
            ",",
            "1",
            "'x'",
            "true",
            "null",
            "x",
            "\\",
            "'",
            " ");

    @Property(tries = 500)
    void theTextOfAConditionHasTheSameMeaning(@ForAll("conditions") Condition condition) {
        assertThat(ConditionParser.parse(condition.toString()))
                .isInstanceOfSatisfying(ConditionSyntax.Parsed.class, parsed -> assertThat(parsed.condition())
                        .hasToString(condition.toString()));
    }

    @Property(tries = 500)
    void notInvertsEveryDecision(@ForAll("conditions") Condition condition) {
        ConditionEvaluator evaluator =
                new ConditionEvaluator(reference -> Optional.of(JsonNodeFactory.instance.numberNode(1)));

        Evaluation inverted = evaluator.evaluate(new Condition.Not(condition));

        if (evaluator.evaluate(condition) instanceof Evaluation.Decided(boolean value)) {
            assertThat(inverted).isEqualTo(new Evaluation.Decided(!value));
        } else {
            assertThat(inverted).isInstanceOf(Evaluation.Undecided.class);
        }
    }

    @Property(tries = 2_000)
    void anyTextIsParsedOrRefusedInsideOfIt(@ForAll("texts") String text) {
        if (ConditionParser.parse(text) instanceof ConditionSyntax.Malformed malformed) {
            assertThat(malformed.position()).isBetween(0, text.length());
        }
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(WORDS).list().ofMaxSize(20).map(words -> String.join("", words));
    }

    @Provide
    Arbitrary<Condition> conditions() {
        return conditions(2);
    }

    private static Arbitrary<Condition> conditions(int depth) {
        Reference output = new Reference.ActionResult("a", ResultPart.OUTPUT, ValuePath.WHOLE);
        Arbitrary<Condition> leaves = Arbitraries.of(
                new Condition.Exists(output),
                new Condition.Comparison(
                        new Operand.Lookup(output),
                        Operator.LESS,
                        new Operand.Literal(JsonNodeFactory.instance.numberNode(2))),
                new Condition.Comparison(
                        new Operand.Lookup(new Reference.LoopIndex()),
                        Operator.EQUAL,
                        new Operand.Literal(JsonNodeFactory.instance.textNode("it's \"\\\" x"))));
        if (depth == 0) {
            return leaves;
        }
        Arbitrary<Condition> parts = conditions(depth - 1);
        return Arbitraries.oneOf(
                leaves,
                parts.map(Condition.Not::new),
                parts.list().ofMinSize(2).ofMaxSize(3).map(Condition.And::new),
                parts.list().ofMinSize(2).ofMaxSize(3).map(Condition.Or::new));
    }
}
