package dev.agenthost.gateway.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.security.SecretNames;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token",
                "access_token",
                "accessToken",
                "ACCESS-TOKEN",
                "bot.token",
                "accesstoken",
                "refresh_tokens",
                "secret",
                "client_secret",
                "clientSecret",
                "password",
                "Passwd",
                "db_pwd",
                "api_key",
                "apiKey",
                "X-API-Key",
                "authorization",
                "Authorization",
                "auth",
                "cookie",
                "Set-Cookie",
                "credentials",
                "private_key",
                "jwt",
                "interaction_token",
                "response_url",
                "webhookUrl",
                "signature",
                "pass",
                "oauth",
                "PwD",
                "Bot_PwD",
                "AuTh",
                "OTP",
                "aUTH"
            })
    void looksSecret(String name) {
        assertThat(SecretNames.looksSecret(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max_tokens", "prompt_tokens", "token_count", "tokenLimit", "author", "authority", "key", "keyboard",
                        "passenger",
                "compass", "lang", "chat_id", "session_start", "url", "note", "monkey", "tokenizer", ""
            })
    void looksHarmless(String name) {
        assertThat(SecretNames.looksSecret(name)).isFalse();
    }

    @Property(tries = 200)
    void noSecretSurvivesAtAnyDepth(@ForAll("nested") ObjectNode object) {
        ObjectNode before = object.deepCopy();

        String scrubbed = Scrubber.withoutSecrets(object).toString();

        assertThat(scrubbed).doesNotContain("hunter2");
        assertThat(count(scrubbed)).isEqualTo(count(before.toString()));
        assertThat(object).isEqualTo(before);
    }

    /** Harmless members are wrapped by harmless ones only, so all of them must survive. */
    private static int count(String json) {
        return json.split("harmless", -1).length;
    }

    @Provide
    Arbitrary<ObjectNode> nested() {
        Arbitrary<String> secretNames = Arbitraries.of("apiKey", "password", "bot_token", "X-Secret", "Cookie");
        return Arbitraries.integers().between(0, 6).flatMap(depth -> secretNames.map(name -> tree(depth, name)));
    }

    private static ObjectNode tree(int depth, String secretName) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put(secretName, "hunter2").put("note", "harmless");
        if (depth > 0) {
            node.set("inner", tree(depth - 1, secretName));
            node.putArray("list").add(tree(depth - 1, secretName)).add(1);
            node.putObject(secretName + "_token").put("x", "hunter2");
        }
        return node;
    }
}
