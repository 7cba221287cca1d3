package dev.agenthost.actiongraph.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.agenthost.actiongraph.declaration.DeclarationExamples;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the schemas and the readers agree on every example. */
class SchemaTest {
    private static final Schema DECLARATION = schema("declaration.schema.json");
    private static final Schema CARRIER = schema("carrier.schema.json");
    /** The rules of shape, which a schema can express. */
    private static final List<String> SHAPE = List.of("field.missing", "field.type", "field.value", "field.limit");

    static Stream<JsonNode> valid() {
        return DeclarationExamples.valid();
    }

    static Stream<DeclarationExamples.Case> invalid() {
        return DeclarationExamples.invalid();
    }

    static Stream<JsonNode> outputs() throws Exception {
        List<JsonNode> outputs = new ArrayList<>();
        for (JsonNode output : ProtocolCodec.readTree(resource("/carrier/corpus.json"))) {
            JsonNode arguments = output.path("calls").path(0).path(1);
            if (output.get("name").textValue().startsWith("native: ")
                    && output.get("calls").size() == 1
                    && arguments.textValue() != null
                    && arguments.textValue().startsWith("{\"kind\":")
                    && !output.get("outcome").textValue().contains("json.")) {
                outputs.add(output);
            }
        }
        return outputs.stream();
    }

    @ParameterizedTest
    @ValueSource(strings = {"declaration.schema.json", "carrier.schema.json"})
    void aSchemaIsValidByItsMetaSchema(String file) throws IOException {
        Schema metaSchema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

        assertThat(metaSchema.validate(text("/dev/agenthost/actiongraph/schema/" + file), InputFormat.JSON))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("valid")
    void aValidDeclarationIsValidBySchema(JsonNode example) {
        assertThat(DECLARATION.validate(example.toString(), InputFormat.JSON)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void anInvalidDeclarationIsInvalidBySchemaUnlessOnlyTheReaderCanKnow(DeclarationExamples.Case example) {
        List<Error> errors = DECLARATION.validate(example.declaration().toString(), InputFormat.JSON);

        assertThat(errors.isEmpty()).as("%s", errors).isEqualTo(example.isValidBySchema());
    }

    @ParameterizedTest
    @MethodSource("outputs")
    void aCompactOutputIsInvalidBySchemaIfItsShapeIsWrong(JsonNode output) {
        String arguments = output.get("calls").get(0).get(1).textValue();
        String outcome = output.get("outcome").textValue();
        boolean isWrong = outcome.startsWith("error: ") && SHAPE.stream().anyMatch(outcome::contains)
                || outcome.contains("field.conflict")
                || outcome.contains("warned: $.calls field.type")
                || outcome.contains("args field.type");
        List<Error> errors = CARRIER.validate(arguments, InputFormat.JSON);

        assertThat(!errors.isEmpty()).as("%s: %s", outcome, errors).isEqualTo(isWrong);
    }

    @Test
    void manyOutputsAreCompared() throws Exception {
        assertThat(outputs()).hasSizeGreaterThan(80);
    }

    private static Schema schema(String file) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(text("/dev/agenthost/actiongraph/schema/" + file), InputFormat.JSON);
    }

    private static String text(String resource) {
        return new String(resource(resource), StandardCharsets.UTF_8);
    }

    private static byte[] resource(String name) {
        try (InputStream stream = SchemaTest.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(stream, name).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
