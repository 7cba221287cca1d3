package dev.agenthost.binding.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RulesTest {
    @Test
    void aSecretStandsInAConfigurationByItsNameOnly() {
        refused("{\"api_key\":\"sk-1\"}", "runner_config.api_key");
        refused("{\"list\":[{\"Client-Secret\":\"x\"}]}", "runner_config.list[0].Client-Secret");
        refused("{\"auth\":{\"secret_ref\":\"sk 1 is no name\"}}", "runner_config.auth.secret_ref");
        refused("{\"auth\":{\"secret_ref\":{}}}", "runner_config.auth.secret_ref");
        accepted("{\"api_key\":{\"secret_ref\":\"OPENAI_KEY\"}}");
        accepted("{\"max_tokens\":5,\"stop_token\":\"###\",\"api_key\":\"\",\"secretary\":\"Ada\"}");
    }

    @Test
    void aWebhookNeedsAnHttpAddress() {
        policyRefused("{\"delivery_policy\":{\"target\":{\"surface\":\"webhook\"}}}", "delivery_policy.target.url");
        for (String url :
                new String[] {"ftp://a/b", "file:///etc/passwd", "x", "http://", "http://a b", "https://u:p@a/"}) {
            policyRefused(
                    "{\"delivery_policy\":{\"target\":{\"surface\":\"webhook\",\"url\":\"" + url + "\"}}}",
                    "delivery_policy.target.url");
        }
        policyAccepted(
                "{\"delivery_policy\":{\"target\":{\"surface\":\"webhook\",\"url\":\"http://127.0.0.1:9/x\",\"secret_ref\":\"S\"}}}");
    }

    @Test
    void aTargetIsOneThatSomethingServes() {
        for (String surface : List.of("telegram", "api", "webui", "Web Hook")) {
            policyRefused(
                    "{\"delivery_policy\":{\"target\":{\"surface\":\"" + surface
                            + "\",\"url\":\"https://a/b\",\"secret_ref\":\"S\"}}}",
                    "delivery_policy.target.surface");
        }
        policyRefused(
                "{\"delivery_policy\":{\"target\":{\"surface\":\"webhook\",\"url\":\"https://a/b\"}}}",
                "delivery_policy.target.secret_ref");
        policyRefused("{\"delivery_policy\":{\"placeholder\":\" \"}}", "delivery_policy.placeholder");
        policyRefused("{\"delivery_policy\":{\"failure_text\":\"\"}}", "delivery_policy.failure_text");
    }

    @Test
    void namesTheFieldOfWhatNoPolicyCanBe() {
        policyRefused(
                "{\"delivery_policy\":{\"target\":{\"surface\":\"webhook\",\"url\":\"https://a/b\",\"secret_ref\":\"a b\"}}}",
                "delivery_policy.target.secret_ref");
        policyRefused(
                "{\"delivery_policy\":{\"placeholder\":\"" + "x".repeat(2001) + "\"}}", "delivery_policy.placeholder");
        policyRefused("{\"resource_policy\":{\"storage\":[\"everybody\"]}}", "resource_policy.storage");
        policyRefused("{\"resource_policy\":{\"models\":[\"\"]}}", "resource_policy.models");
        policyRefused("{\"resource_policy\":{\"host_apis\":[\"state\",\"timer\"]}}", "resource_policy.host_apis");
        narrowingRefused(
                "{\"resource_policy\":{\"host_apis\":[\"history.threads\"]}}", "narrow.resource_policy.host_apis");
    }

    @Test
    void whatABindingKeepsIsAListOfNamesToo() {
        for (String list : List.of(
                "models", "tools", "knowledge_bases", "skills", "files", "storage", "host_apis", "allowed_plugins")) {
            for (String bad : List.of("[\"\"]", "[null]", "[\"a\\u0000\"]", many(1001))) {
                narrowingRefused(
                        "{\"resource_policy\":{\"" + list + "\":" + bad + "}}", "narrow.resource_policy." + list);
            }
        }
        narrowingAccepted("{}");
        narrowingAccepted("""
                {"resource_policy":{"host_apis":
                    ["history","events","state","history.thread","history.bot","runs","artifacts","timers","raw"]}}""");
        narrowingAccepted("{\"resource_policy\":{\"models\":[],\"tools\":" + many(1000) + "}}");
    }

    private static String many(int names) {
        return Collections.nCopies(names, "\"n\"").toString();
    }

    private static void narrowingRefused(String narrowing, String field) {
        assertThatThrownBy(() -> PolicyRules.check(read(narrowing, PolicyNarrowing.class)))
                .isInstanceOfSatisfying(
                        InvalidFieldException.class, e -> assertThat(e.field()).isEqualTo(field));
    }

    private static void narrowingAccepted(String narrowing) {
        assertThatCode(() -> PolicyRules.check(read(narrowing, PolicyNarrowing.class)))
                .doesNotThrowAnyException();
    }

    private static void refused(String configuration, String field) {
        assertThatThrownBy(() -> SecretRules.check(read(configuration, JsonNode.class), "runner_config"))
                .isInstanceOfSatisfying(
                        InvalidFieldException.class, e -> assertThat(e.field()).isEqualTo(field));
    }

    private static void accepted(String configuration) {
        assertThatCode(() -> SecretRules.check(read(configuration, JsonNode.class), "runner_config"))
                .doesNotThrowAnyException();
    }

    private static void policyRefused(String policies, String field) {
        assertThatThrownBy(() -> PolicyRules.check(read(policies, AgentPolicies.class)))
                .isInstanceOfSatisfying(
                        InvalidFieldException.class, e -> assertThat(e.field()).isEqualTo(field));
    }

    private static void policyAccepted(String policies) {
        assertThatCode(() -> PolicyRules.check(read(policies, AgentPolicies.class)))
                .doesNotThrowAnyException();
    }

    private static <T> T read(String json, Class<T> type) {
        try {
            return ProtocolCodec.decode(json.getBytes(StandardCharsets.UTF_8), type);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
