package dev.agenthost.actiongraph.declaration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.validation.BoundedJson;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.Violation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DeclarationReaderTest {
    private final DeclarationReader reader = new DeclarationReader(DeclarationExamples.SCOPE);

    static Stream<JsonNode> valid() {
        return DeclarationExamples.valid();
    }

    static Stream<DeclarationExamples.Case> invalid() {
        return DeclarationExamples.invalid();
    }

    @ParameterizedTest
    @MethodSource("valid")
    void takesEveryValidExampleWithoutIgnoringAnything(JsonNode example) {
        DeclarationResult result = reader.read(example);

        assertThat(result).isInstanceOf(DeclarationResult.Valid.class);
        assertThat(result.warnings()).extracting(Violation::rule).allMatch(rule -> rule.code()
                .equals("graph.empty"));
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void findsAllErrorsOfAnInvalidExampleWithPathAndRule(DeclarationExamples.Case example) {
        assertThat(errors(reader.read(example.declaration())))
                .extracting(error -> error.path() + " " + error.rule().code())
                .containsExactlyInAnyOrderElementsOf(example.errors());
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void noErrorHasTheNameOfAType(DeclarationExamples.Case example) {
        assertThat(errors(reader.read(example.declaration())))
                .extracting(Violation::message)
                .noneMatch(message -> message.matches("(?s).*(Node|java\\.|agenthost|Exception).*"))
                .allMatch(message -> message.length() > 12);
    }

    @Test
    void aMinorVersionMayHaveMembersThatAreIgnoredWithAWarning() {
        ObjectNode declaration = (ObjectNode) DeclarationExamples.read("minimal.json");
        declaration.put("version", "1.7").put("urgency", 3);
        ((ObjectNode) declaration.at("/payload/actions/0")).put("deadline", "tomorrow");

        DeclarationResult result = reader.read(declaration);

        assertThat(result).isInstanceOf(DeclarationResult.Valid.class);
        assertThat(result.warnings())
                .extracting(Violation::toString)
                .containsExactly(
                        "$.payload.actions[0].deadline: is unknown and was ignored [field.unknown]",
                        "$.urgency: is unknown and was ignored [field.unknown]");
    }

    @Test
    void oneDurableActionMakesItsGraphDurable() {
        ObjectNode declaration = (ObjectNode) DeclarationExamples.read("minimal.json");
        declaration.put("intent", "execute");
        assertThat(persist(declaration)).isFalse();

        ObjectNode byAction = declaration.deepCopy();
        ((ObjectNode) byAction.at("/payload/actions/0")).put("persist", true);
        assertThat(persist(byAction)).isTrue();

        declaration.put("persist", true);
        ((ObjectNode) declaration.at("/payload/actions/0")).put("persist", false);
        assertThat(persist(declaration)).as("a graph is stored as a whole").isTrue();
    }

    private boolean persist(ObjectNode declaration) {
        return ((DeclarationResult.Valid) reader.read(declaration))
                .declaration()
                .envelope()
                .persist();
    }

    @Test
    void anEmptyGraphIsValidAndWarned() {
        ObjectNode declaration = (ObjectNode) DeclarationExamples.read("minimal.json");
        ((ObjectNode) declaration.get("payload")).putArray("actions");

        assertThat(reader.read(declaration).warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.rule().code()).isEqualTo("graph.empty"));
    }

    @Test
    void aGraphHasAtMost256Actions() {
        assertThat(reader.read(graphOf(256))).isInstanceOf(DeclarationResult.Valid.class);
        assertThat(errors(reader.read(graphOf(257))))
                .containsExactly(
                        new Violation("$.payload.actions", Rule.FIELD_LIMIT, "has 257 elements; the limit is 256"));
        assertThat(errors(reader.read(graphOf(10_000)))).hasSize(1);
    }

    @Test
    void aDocumentIsOneBoundedJsonObject() {
        assertThat(codes("{\"type\":")).containsExactly("json.malformed");
        assertThat(codes("")).containsExactly("json.malformed");
        assertThat(codes("{} {}")).containsExactly("json.malformed");
        assertThat(codes("{\"a\":1,\"a\":2}")).containsExactly("json.malformed");
        assertThat(codes("[]")).containsExactly("field.type");
        assertThat(codes("null")).containsExactly("field.type");
        assertThat(codes("\"" + "x".repeat(BoundedJson.MAX_CHARACTERS) + "\"")).containsExactly("json.too_large");
        assertThat(codes("[".repeat(33) + "]".repeat(33))).containsExactly("json.too_deep");
        assertThat(codes("[".repeat(100_000))).containsExactly("json.malformed");
    }

    @Test
    void referencesAddDependencies() {
        DeclarationResult result = reader.read(DeclarationExamples.read("full.json"));

        assertThat(result)
                .asInstanceOf(type(DeclarationResult.Valid.class))
                .extracting(valid -> (ActionGraph) valid.declaration().payload())
                .satisfies(graph -> {
                    assertThat(graph.dependencies().get("find")).isEmpty();
                    assertThat(graph.dependencies().get("review")).containsExactly("find");
                    assertThat(graph.dependencies().get("publish")).containsExactly("review");
                });
    }

    private List<String> codes(String json) {
        return errors(reader.read(json)).stream()
                .map(error -> error.rule().code())
                .toList();
    }

    private static List<Violation> errors(DeclarationResult result) {
        return ((DeclarationResult.Invalid) result).errors();
    }

    private static JsonNode graphOf(int actions) {
        ObjectNode declaration = (ObjectNode) DeclarationExamples.read("minimal.json");
        ArrayNode array = ((ObjectNode) declaration.get("payload")).putArray("actions");
        for (int i = 0; i < actions; i++) {
            array.addObject().put("type", "action").put("id", "a" + i);
        }
        return declaration;
    }
}
