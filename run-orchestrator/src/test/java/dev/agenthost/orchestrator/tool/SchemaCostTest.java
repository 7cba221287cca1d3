package dev.agenthost.orchestrator.tool;

import static dev.agenthost.orchestrator.tool.Folded.tree;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaCostTest {
    @Test
    void countsTheNodesOfASchemaWithoutReferences() {
        assertThat(SchemaCost.of(tree("{'type':'object','properties':{'a':{'type':'integer'},'b':{'enum':[1,2]}}}")))
                .isEqualTo(5);
    }

    @Test
    void countsEachReference() {
        String schema = "{'$defs':{'x':{'properties':{'a':{}}}},'anyOf':[{'$ref':'#/$defs/x'},{'$ref':'#/$defs/x'}]}";

        assertThat(SchemaCost.of(tree(schema))).isEqualTo(1 + 4 + 3 + 2 * 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"anyOf", "oneOf", "allOf"})
    void refusesAnExponentialSchemaQuickly(String keyword) {
        assertThat(SchemaCost.exceedsLimit(Folded.schema(keyword, 8))).isFalse();
        assertThat(SchemaCost.exceedsLimit(Folded.schema(keyword, 30))).isTrue();
        assertThat(SchemaCost.exceedsLimit(Folded.schema(keyword, 400))).isTrue();
    }

    @Test
    void refusesALongChainOfReferences() {
        StringBuilder chain = new StringBuilder("{'$ref':'#/$defs/p0','$defs':{");
        for (int i = 0; i < 1_000; i++) {
            chain.append("'p" + i + "':{'$ref':'#/$defs/p" + (i + 1) + "'},");
        }

        assertThat(SchemaCost.exceedsLimit(tree(chain + "'p1000':{}}}"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'$ref':'#'}",
                "{'properties':{'left':{'$ref':'#'},'right':{'$ref':'#'}}}",
                "{'$ref':'#/$defs/a','$defs':{'a':{'$ref':'#/$defs/b'},'b':{'$ref':'#/$defs/a'}}}",
                "{'$ref':'#/nowhere'}",
                "{'$ref':'https://elsewhere.example/'}",
                "{'$ref':'#/%zz'}",
                "{'properties':{'$ref':{'type':'string'}}}"
            })
    void acceptsRecursiveAndUnresolvedReferences(String schema) {
        assertThat(SchemaCost.exceedsLimit(tree(schema))).isFalse();
    }
}
