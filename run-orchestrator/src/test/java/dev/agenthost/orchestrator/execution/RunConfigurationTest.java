package dev.agenthost.orchestrator.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RunConfigurationTest {
    private static final Secrets SECRETS = new Secrets(Map.of("TONE", "sk-tone", "OTHER", "sk-other", "EMPTY", ""));

    @Test
    void referencesBecomeSecretsAtEveryDepth() {
        ObjectNode config = object(
                "{\"z\":{\"secret_ref\":\"TONE\"},\"list\":[{\"secret_ref\":\"OTHER\"},{\"deep\":{\"secret_ref\":\"TONE\"}}],\"n\":1}");
        assertThat(made("[]", config))
                .isEqualTo("{\"list\":[\"sk-other\",{\"deep\":\"sk-tone\"}],\"n\":1,\"z\":\"sk-tone\"}");
        assertThat(config.toString()).doesNotContain("sk-");
    }

    @Test
    void addsDefaultsButNoSecrets() {
        assertThat(made(
                        "[{\"name\":\"n\",\"type\":\"integer\",\"default\":5},{\"name\":\"s\",\"type\":\"secret\"}]",
                        object("{}")))
                .isEqualTo("{\"n\":5}");
        assertThat(made("[{\"name\":\"n\"}]", object("{\"a\":1}"))).isEqualTo("{\"a\":1}");
    }

    @Test
    void namesEveryMissingSecret() {
        assertThat(RunConfiguration.of(
                        List.of(),
                        object(
                                "{\"a\":{\"secret_ref\":\"NONE\"},\"b\":{\"secret_ref\":\"EMPTY\"},\"c\":{\"secret_ref\":\"TONE\"}}"),
                        SECRETS,
                        "ours"))
                .isEqualTo(new RunConfiguration.Missing(List.of("EMPTY", "NONE")))
                .extracting(missing -> ((RunConfiguration.Missing) missing).why())
                .asString()
                .endsWith("EMPTY, NONE");
    }

    @Test
    void aFormThatNamesASecretDoesNotGetIt() {
        for (String type : List.of("string", "json", "secret")) {
            assertThat(made(
                            "[{\"name\":\"a\",\"type\":\"" + type + "\",\"default\":{\"secret_ref\":\"TONE\"}}]",
                            object("{}")))
                    .as(type)
                    .doesNotContain("sk-tone");
        }
    }

    @Test
    void aSecretOfAnotherWorkspaceIsMissing() {
        Secrets scoped = new Secrets(Map.of("TONE", "sk-tone"), Map.of("TONE", Set.of("theirs")));
        ObjectNode config = object("{\"a\":{\"secret_ref\":\"TONE\"}}");
        assertThat(RunConfiguration.of(List.of(), config, scoped, "ours"))
                .isEqualTo(new RunConfiguration.Missing(List.of("TONE")));
        assertThat(RunConfiguration.of(List.of(), config, scoped, "theirs"))
                .isInstanceOf(RunConfiguration.Complete.class);
    }

    @Test
    void keepsOtherValues() {
        String odd = "{\"a\":{\"more\":1,\"secret_ref\":\"TONE\"},\"b\":{\"secret_ref\":7},\"c\":\"secret_ref\"}";
        assertThat(made("[]", object(odd))).isEqualTo(odd);
    }

    @Test
    void doesNotPrintItsValues() {
        assertThat(RunConfiguration.of(List.of(), object("{\"a\":{\"secret_ref\":\"TONE\"}}"), SECRETS, "ours"))
                .hasToString("Complete[1 fields]");
    }

    @Property
    void aConfigurationWithoutReferencesIsNotChanged(@ForAll("trees") String tree) {
        ObjectNode config = object("{\"it\":" + tree + "}");
        assertThat(object(made("[]", config))).isEqualTo(config);
    }

    @Provide
    Arbitrary<String> trees() {
        Arbitrary<String> leaves = Arbitraries.of("1", "\"a\"", "null", "true", "{}", "[]", "2.5");
        return Arbitraries.lazyOf(
                () -> leaves,
                () -> trees().list().ofMaxSize(3).map(items -> "[" + String.join(",", items) + "]"),
                () -> trees().map(value -> "{\"b\":" + value + ",\"a\":1}"));
    }

    private static String made(String form, ObjectNode config) {
        List<JsonNode> schema = new ArrayList<>();
        read(form).forEach(schema::add);
        return ((RunConfiguration.Complete) RunConfiguration.of(schema, config, SECRETS, "ours"))
                .config()
                .toString();
    }

    private static ObjectNode object(String json) {
        return (ObjectNode) read(json);
    }

    private static JsonNode read(String json) {
        try {
            return ProtocolCodec.readTree(json);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
