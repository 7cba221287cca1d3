package dev.agenthost.orchestrator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.error.InvalidFieldException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "models.example",
                "ftp://models.example/",
                "file:///etc/passwd",
                "//models.example/v1",
                "https:///v1",
                "https://user:hush@models.example/v1",
                "https://models.example/v1?key=hush",
                "https://models.example/v1#x",
                "https://models.example:0/v1",
                "https://models.example:70000/v1",
                "https://mod els/v1"
            })
    void anAddressIsThatOfAHostAndNothingElse(String url) {
        assertThatThrownBy(() -> ModelRules.check(Models.at(url)))
                .isInstanceOfSatisfying(InvalidFieldException.class, breach -> {
                    assertThat(breach.field()).isEqualTo("provider.base_url");
                    assertThat(breach.getMessage()).doesNotContain("hush");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://models.example", "http://10.0.0.1:8000/v1/", "https://[::1]:8443/openai/v1"})
    void acceptsAnAddressThatEgressMayRefuseLater(String url) {
        assertThat(ModelRules.check(Models.at(url)).provider().baseUrl()).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"api_key\":\"x\"}",
                "{\"deep\":[{\"X-Api-Key\":\"x\"}]}",
                "{\"headers\":{\"Authorization\":\"x\"}}",
                "{\"client_secret\":{}}",
                "{\"model\":\"other\"}",
                "{\"messages\":[]}",
                "{\"stream\":true}",
                "{\"a\":\"\\u0000\"}",
                "{\"a\":\"\\ud800\"}"
            })
    void argumentsHoldNoSecretAndNothingOfTheHosts(String arguments) {
        assertThatThrownBy(() -> ModelRules.check(Models.chat(arguments)))
                .isInstanceOfSatisfying(InvalidFieldException.class, breach -> assertThat(breach.field())
                        .startsWith("extra_args"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"input\":\"x\"}",
                "{\"encoding_format\":\"base64\"}",
                "{\"dimensions\":0}",
                "{\"dimensions\":8193}",
                "{\"dimensions\":\"512\"}",
                "{\"dimensions\":null}",
                "{\"dimensions\":1.5}"
            })
    void aModelOfEmbeddingsIsAskedOnlyWhatItCanBe(String extraArgs) {
        assertThatThrownBy(() -> ModelRules.check(embedding(extraArgs)))
                .isInstanceOfSatisfying(InvalidFieldException.class, breach -> assertThat(breach.field())
                        .startsWith("extra_args."));
        assertThat(ModelRules.check(Models.chat(extraArgs))).isNotNull();
        assertThat(ModelRules.check(embedding("{\"dimensions\":512,\"input_type\":\"query\"}")))
                .isNotNull();
    }

    private static Model embedding(String extraArgs) {
        Model chat = Models.chat(extraArgs);
        return new Model(
                chat.workspaceId(),
                chat.modelId(),
                ModelKind.EMBEDDING,
                chat.provider(),
                chat.model(),
                null,
                chat.extraArgs(),
                true,
                1);
    }

    @Test
    void refusesLargeArguments() {
        assertThatThrownBy(() -> ModelRules.check(Models.chat("{\"a\":\"" + "x".repeat(16 * 1024) + "\"}")))
                .isInstanceOf(InvalidFieldException.class);
        assertThat(ModelRules.check(Models.chat("{\"max_tokens\":5,\"stop\":null,\"x\":{\"y\":[1.50]}}")))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "sk-abc/def", "a b", "1abc", "{}"})
    void refusesSecretsInArguments(String reference) {
        Model model = Models.chat();
        assertThatThrownBy(() -> ModelRules.check(new Model(
                        "ws-1",
                        "m-1",
                        model.kind(),
                        new Model.Provider("https://h/v1", reference),
                        "small",
                        null,
                        model.extraArgs(),
                        true,
                        1)))
                .isInstanceOf(InvalidFieldException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "a/b", "a b", "é", "%20", "*"})
    void validatesTheId(String id) {
        assertThatThrownBy(() -> ModelRules.id(id)).isInstanceOf(InvalidFieldException.class);
    }

    @Test
    void validatesTheContextWindow() {
        ObjectNode none = (ObjectNode) Models.json("{}");
        for (int window : new int[] {0, -1, Integer.MAX_VALUE}) {
            Model.Provider provider = new Model.Provider("https://h/v1", null);
            assertThatThrownBy(() -> ModelRules.check(
                            new Model("w", "m", ModelKind.CHAT, provider, "small", window, none, true, 1)))
                    .isInstanceOf(InvalidFieldException.class);
        }
    }

    @Test
    void nothingPrintsASecret() {
        assertThat(new Secrets(java.util.Map.of("NAME", "hush")))
                .asString()
                .contains("NAME")
                .doesNotContain("hush");
        assertThat(new ProviderCall("http://h", "hush", (ObjectNode) Models.json("{}"), java.time.Duration.ZERO))
                .asString()
                .doesNotContain("hush");
    }
}
