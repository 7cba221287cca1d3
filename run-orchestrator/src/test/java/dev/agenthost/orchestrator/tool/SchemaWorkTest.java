package dev.agenthost.orchestrator.tool;

import static dev.agenthost.orchestrator.tool.Folded.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaWorkTest {
    @Test
    void followsARecursiveReferenceToTheDepthOfTheValue() {
        assertThat(SchemaWork.exceedsLimit(Folded.doubling(), Folded.nested(5))).isFalse();
        assertThat(SchemaWork.exceedsLimit(Folded.doubling(), Folded.nested(40)))
                .isTrue();
    }

    @Test
    void acceptsATree() {
        String tree = "{'properties':{'left':{'$ref':'#'},'right':{'$ref':'#'},'name':{'type':'string'}}}";

        assertThat(SchemaWork.exceedsLimit(
                        tree(tree), tree("{'left':{'left':{'name':'a'},'right':{'name':'b'}},'right':{}}")))
                .isFalse();
    }

    /** Each of these goes through the whole value. */
    @ParameterizedTest
    @ValueSource(strings = {"'uniqueItems':true", "'const':[1]", "'enum':[[1]]"})
    void countsTheCompleteValueForKeywordsThatReadIt(String keyword) {
        String one = "{" + keyword + "}";
        String schema = "{'properties':{'a':{'allOf':[" + String.join(",", Collections.nCopies(100, one)) + "]}}}";
        String few = "{'a':[" + String.join(",", Collections.nCopies(10, "1")) + "]}";
        String many = "{'a':[" + String.join(",", Collections.nCopies(3_000, "1")) + "]}";

        assertThat(SchemaWork.exceedsLimit(tree(schema), tree(few))).isFalse();
        assertThat(SchemaWork.exceedsLimit(tree(schema), tree(many))).isTrue();
    }

    /** Each keyword that has parts leads to them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'allOf':[HUGE]|{}",
                "'anyOf':[HUGE]|{}",
                "'oneOf':[HUGE]|{}",
                "'not':HUGE|{}",
                "'if':HUGE|{}",
                "'then':HUGE|{}",
                "'else':HUGE|{}",
                "'dependentSchemas':{'x':HUGE}|{}",
                "'dependencies':{'x':HUGE}|{}",
                "'properties':{'x':HUGE}|{'x':1}",
                "'patternProperties':{'x':HUGE}|{'x':1}",
                "'additionalProperties':HUGE|{'x':1}",
                "'unevaluatedProperties':HUGE|{'x':1}",
                "'propertyNames':HUGE|{'x':1}",
                "'items':HUGE|[1]",
                "'items':[HUGE]|[1]",
                "'prefixItems':[HUGE]|[1]",
                "'additionalItems':HUGE|[1]",
                "'unevaluatedItems':HUGE|[1]",
                "'contains':HUGE|[1]"
            })
    void noKeywordHidesIt(String keyword, String value) {
        String schema = "{" + keyword.replace("HUGE", "{'$ref':'#/$defs/p0'}") + ","
                + Folded.schema("allOf", 25)
                        .toString()
                        .replace('"', '\'')
                        .replace("'$ref':'#/$defs/p0',", "")
                        .substring(1);

        assertThat(SchemaWork.exceedsLimit(tree(schema), tree(value))).isTrue();
        assertThat(SchemaWork.exceedsLimit(tree(schema), tree("1"))).isEqualTo(value.equals("{}"));
    }

    @Test
    void ignoresAbsentProperties() {
        String schema = "{'properties':{'x':{'$ref':'https://elsewhere.example/'}}}";

        assertThat(SchemaWork.exceedsLimit(tree(schema), tree("{'y':1}"))).isFalse();
        assertThat(SchemaWork.exceedsLimit(tree(schema), tree("{'x':1}"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'$ref':'#'}",
                "{'$ref':'#anchor','$defs':{'a':{'$anchor':'anchor'}}}",
                "{'$dynamicRef':'#meta'}",
                "{'$ref':'other.json'}",
                "{'allOf':[{'$id':'https://a.example/b','$ref':'#/$defs/x','$defs':{'x':{}}}],'$defs':{'x':{}}}",
                "{'$ref':'#/$defs/r/$defs/x','$defs':{'r':{'$id':'r','$defs':{'x':{}}}}}"
            })
    void refusesUnpredictableReferences(String schema) {
        assertThat(SchemaWork.exceedsLimit(tree(schema), tree("{}"))).isTrue();
    }

    @Test
    void acceptsALargeValueWithASmallSchema() {
        assertThat(SchemaWork.exceedsLimit(
                        tree("{'items':{'type':'integer'}}"), tree("[" + "1,".repeat(50_000) + "1]")))
                .isFalse();
    }
}
