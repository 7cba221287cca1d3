package dev.agenthost.protocol.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "string | \"words\" | 7",
                "text | \"words\" | [\"words\"]",
                "string | {\"secret_ref\":\"KEY\"} | {\"secret_ref\":\"KEY\",\"more\":1}",
                "integer | 7 | 7.5",
                "integer | -7 | \"7\"",
                "float | 7.5 | \"7.5\"",
                "number | 7 | true",
                "boolean | false | \"false\"",
                "select | \"fast\" | \"slow\"",
                "select | \"\" | 1",
                "array[string] | [\"a\"] | \"a\"",
                "json | {\"a\":[1]} |",
                "secret | {\"secret_ref\":\"KEY\"} | \"sk-1234\"",
                "password | {\"secret_ref\":\"KEY\"} | {\"secret_ref\":\"a key\"}",
                "secret | \"\" | {\"secret_ref\":7}",
                "llm-model-selector | \"m\" | {\"primary\":\"m\"}",
                "rerank-model-selector | \"__none__\" | 1",
                "embedding-model-selector | \"m\" | []",
                "knowledge-base-selector | \"kb\" | [\"kb\"]",
                "knowledge-base-multi-selector | [\"kb\"] | \"kb\"",
                "bot-selector | \"b\" | 1",
                "plugin-selector | \"p\" | {}",
                "tools-selector | [\"t\"] | 1",
                "model-fallback-selector | {\"primary\":\"m\",\"fallbacks\":[\"n\"]} | \"m\"",
                "file | \"key\" | 7",
                "file | {\"file_key\":\"key\",\"mimetype\":\"text/plain\"} | {\"mimetype\":\"text/plain\"}",
                "array[file] | [\"key\"] | \"key\"",
                "prompt-editor | \"Be kind.\" | 7",
                "prompt-editor | [{\"role\":\"system\",\"content\":\"Be kind.\"}] | {}",
                "of-tomorrow | {\"any\":1} |",
            })
    void takesValuesOfItsTypeAndNoOthers(String type, String good, String bad) {
        Form form = form(field("it", type));
        assertThat(form.breaches(config("\"it\":" + good))).isEmpty();
        if (bad != null) {
            assertThat(form.breaches(config("\"it\":" + bad)))
                    .singleElement()
                    .satisfies(breach -> assertThat(breach.field()).isEqualTo("it"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "integer, 1, ",
        "integer, 200, ",
        "integer, 0, at least 1",
        "integer, 201, at most 200",
        "number, 0.99, at least 1",
        "number, 200.0,",
        "float, 1e99, at most 200"
    })
    void aNumberIsWithinTheLimitsOfItsField(String type, String value, @Nullable String limit) {
        Form form = form(field("it", type).put("minimum", 1).put("maximum", 200));

        assertThat(form.breaches(config("\"it\":" + value)))
                .extracting(FormViolation::why)
                .isEqualTo(limit == null ? List.of() : List.of("must be " + limit));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            json                    | {"a":1,"b":{"other":1}}          |
            json                    | {"c":null}                       |
            json                    | ["text",{"b":1}]                 |
            json                    | {"a":1,"c":2}                    | it.c
            json                    | [{"a":1},{"bb":1}]               | it[1].bb
            model-fallback-selector | {"primary":"m","fallback":["n"]} | it.fallback
            """)
    void anObjectHasTheMembersThatTheFieldNames(String type, String value, @Nullable String unknown) {
        ObjectNode field = field("it", type);
        field.putArray("members").add("a").add("b").add("primary");

        assertThat(form(field).breaches(config("\"it\":" + value)))
                .isEqualTo(
                        unknown == null
                                ? List.of()
                                : List.of(new FormViolation(unknown, "is unknown; the members are a, b, primary")));
        assertThat(form(field("it", type)).breaches(config("\"it\":" + value))).isEmpty();
    }

    /** The host's own: what the runner's deltas are. */
    @Test
    void everyConfigurationMayDeclareTheModeOfDeltas() {
        Form form = form(field("it", "string"));
        assertThat(form.breaches(config("\"delta_mode\":\"increment\""))).isEmpty();
        assertThat(form.breaches(config("\"delta_mode\":\"accumulated\""))).isEmpty();
        assertThat(form.breaches(config("\"delta_mode\":\"guess\"")))
                .containsExactly(new FormViolation("delta_mode", "must be increment or accumulated"));
    }

    @Test
    void namesThePlaceWithinAValue() {
        assertThat(form(field("it", "array[string]")).breaches(config("\"it\":[\"a\",1]")))
                .containsExactly(new FormViolation("it[1]", "must be a string"));
        assertThat(form(field("it", "model-fallback-selector")).breaches(config("\"it\":{\"primary\":1}")))
                .containsExactly(new FormViolation("it.primary", "must be an id"));
        assertThat(form(field("it", "model-fallback-selector"))
                        .breaches(config("\"it\":{\"primary\":\"m\",\"fallbacks\":[1]}")))
                .containsExactly(new FormViolation("it.fallbacks[0]", "must be a string"));
        assertThat(form(field("it", "array[file]")).breaches(config("\"it\":[{}]")))
                .extracting(FormViolation::field)
                .containsExactly("it[0]");
        assertThat(form(field("it", "prompt-editor")).breaches(config("\"it\":[{\"role\":\"user\"}]")))
                .extracting(FormViolation::field)
                .containsExactly("it[0]");
    }

    @Test
    void neverRepeatsAValue() {
        Form form = form(field("it", "secret"), field("pick", "select"), field("n", "integer"));
        assertThat(form.breaches(config("\"it\":\"sk-1234\",\"pick\":\"sk-1234\",\"n\":\"sk-1234\"")))
                .hasSize(3)
                .noneMatch(breach -> (breach.field() + breach.why()).contains("sk-1234"));
    }

    @Test
    void whatIsRequiredMustBeFilledInUnlessItHasAUsualValue() {
        for (String type : List.of("string", "integer", "select", "secret", "llm-model-selector", "array[string]")) {
            Form required = form(field("it", type).put("required", true));
            for (String nothing : List.of("", "\"it\":null")) {
                assertThat(required.breaches(config(nothing)))
                        .as(type)
                        .containsExactly(new FormViolation("it", "is missing"));
            }
        }
        assertThat(form(field("it", "string").put("required", true)).breaches(config("\"it\":\" \"")))
                .containsExactly(new FormViolation("it", "is missing"));
        assertThat(form(field("it", "model-fallback-selector").put("required", true))
                        .breaches(config("\"it\":{\"primary\":\"\",\"fallbacks\":[]}")))
                .containsExactly(new FormViolation("it", "is missing"));
        assertThat(form(field("it", "llm-model-selector").put("required", true))
                        .breaches(config("\"it\":\"__none__\"")))
                .containsExactly(new FormViolation("it", "is missing"));
        assertThat(form(field("it", "integer").put("required", true).put("default", 5))
                        .breaches(config("")))
                .isEmpty();
        assertThat(form(field("it", "boolean").put("required", true)).breaches(config("\"it\":false")))
                .isEmpty();
    }

    @Test
    void whatIsNotShownIsNotRequired() {
        ObjectNode token = field("token", "string").put("required", true);
        token.putObject("show_if").put("field", "way").put("operator", "eq").put("value", "remote");
        ObjectNode way = field("way", "string").put("default", "local");
        assertThat(form(way, token).breaches(config(""))).isEmpty();
        assertThat(form(way, token).breaches(config("\"way\":\"remote\"")))
                .containsExactly(new FormViolation("token", "is missing"));

        token.putObject("show_if").put("field", "way").put("operator", "neq").put("value", "local");
        assertThat(form(way, token).breaches(config(""))).isEmpty();
        assertThat(form(way, token).breaches(config("\"way\":\"remote\""))).hasSize(1);

        token.putObject("show_if")
                .put("field", "way")
                .put("operator", "in")
                .putArray("value")
                .add("remote")
                .add("far");
        assertThat(form(way, token).breaches(config("\"way\":\"near\""))).isEmpty();
        assertThat(form(way, token).breaches(config("\"way\":\"far\""))).hasSize(1);

        token.putObject("show_if").put("field", "way").put("operator", "of-tomorrow");
        assertThat(form(way, token).breaches(config("\"way\":\"far\""))).isEmpty();
    }

    @Test
    void whatIsNoFieldIsNamedButForTheStaticPrompt() {
        assertThat(form(field("it", "string")).breaches(config("\"prompt\":\"Be kind.\",\"ti\":1,\"gone\":null")))
                .containsExactly(new FormViolation("ti", "is not a field of this runner's form"));
        assertThat(form().breaches(config("\"" + "x".repeat(150) + "\":1")))
                .containsExactly(new FormViolation("x".repeat(100) + "…", "is not a field of this runner's form"));
    }

    @Test
    void usualValuesAreFilledInAndNothingThatWasGivenIsChanged() {
        Form form = form(
                field("a", "integer").put("default", 5),
                field("b", "integer").put("default", 6),
                field("c", "string"),
                field("d", "integer").put("default", 7));
        ObjectNode given = config("\"b\":1,\"d\":null,\"e\":2");
        assertThat(form.filled(given)).isEqualTo(config("\"b\":1,\"d\":7,\"e\":2,\"a\":5"));
        assertThat(given).isEqualTo(config("\"b\":1,\"d\":null,\"e\":2"));
        ObjectNode whole = config("\"a\":1,\"b\":1,\"d\":1");
        assertThat(form.filled(whole)).isSameAs(whole);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 | config_schema[0] has no name, or one of more than 200 characters",
                "{\"type\":\"string\"} | config_schema[0] has no name, or one of more than 200 characters",
                "{\"name\":\" \",\"type\":\"string\"} | config_schema[0] has no name, or one of more than 200"
                        + " characters",
                "{\"name\":\"a\"} | config_schema[0] has no type",
                "{\"name\":\"a\",\"type\":7} | config_schema[0] has no type",
                "{\"name\":\"a\",\"type\":\"string\",\"required\":\"yes\"} | config_schema[0].required must be true or"
                        + " false",
                "{\"name\":\"a\",\"type\":\"select\",\"options\":[]} | config_schema[0] is a select without options",
                "{\"name\":\"a\",\"type\":\"integer\",\"default\":\"x\"} | config_schema[0].default must be an integer",
                "{\"name\":\"a\",\"type\":\"integer\",\"minimum\":6,\"default\":5} | config_schema[0].default must be at"
                        + " least 6",
                "{\"name\":\"a\",\"type\":\"integer\",\"maximum\":\"6\"} | config_schema[0].maximum must be a number",
            })
    void aFormThatIsNoneSaysWhy(String item, String why) throws UndecodableException {
        assertThat(FormParseResult.read(List.of(ProtocolCodec.readTree(item))))
                .isEqualTo(new FormParseResult.Unreadable(why));
    }

    @Test
    void twoFieldsOfOneNameAreNoForm() {
        assertThat(FormParseResult.read(List.of(field("a", "string"), field("a", "text"))))
                .isEqualTo(new FormParseResult.Unreadable("config_schema[1] has the same name as another field"));
        List<JsonNode> many = new ArrayList<>();
        for (int i = 0; i <= FormParseResult.MOST_FIELDS; i++) {
            many.add(field("f" + i, "string"));
        }
        assertThat(FormParseResult.read(many))
                .isEqualTo(new FormParseResult.Unreadable("config_schema has more than 500 fields"));
    }

    @Test
    void aSecretHasNoUsualValue() {
        ObjectNode secret = field("it", "secret").put("required", true);
        secret.putObject("default").put("secret_ref", "SOMEBODYS_KEY");
        assertThat(form(secret).filled(config(""))).isEmpty();
        assertThat(form(secret).breaches(config(""))).containsExactly(new FormViolation("it", "is missing"));
    }

    @Test
    void theFormOfLangBotsLocalAgentIsOne() throws Exception {
        JsonNode recorded;
        try (var file = FormTest.class.getResourceAsStream("/golden/recorded/discovery_dev_LocalAgent.json")) {
            recorded = ProtocolCodec.readTree(file.readAllBytes());
        }
        List<JsonNode> schema = new ArrayList<>();
        recorded.at("/manifest/config_schema").forEach(schema::add);
        Form form = form(schema.toArray(JsonNode[]::new));
        assertThat(form.fields()).hasSize(16);
        assertThat(form.breaches(config(""))).containsExactly(new FormViolation("model", "is missing"));
        assertThat(form.breaches(form.filled(config("\"model\":{\"primary\":\"m\",\"fallbacks\":[]}"))))
                .isEmpty();
    }

    static ObjectNode field(String name, String type) {
        ObjectNode field = config("").put("name", name).put("type", type);
        if (type.equals("select")) {
            field.putArray("options").add("plain").addObject().put("name", "fast");
        }
        return field;
    }

    static ObjectNode config(String fields) {
        try {
            return (ObjectNode) ProtocolCodec.readTree("{" + fields + "}");
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static Form form(JsonNode... fields) {
        return ((FormParseResult.Readable) FormParseResult.read(List.of(fields))).form();
    }
}
