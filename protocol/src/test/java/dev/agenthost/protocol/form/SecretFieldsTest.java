package dev.agenthost.protocol.form;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFieldsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"apiKey", "X-API-KEY", "my_secret", "db.password", "Bot Token", "auth_token", "Authorization"})
    void aNameThatEndsAsThoseOfSecretsHoldsOne(String field) {
        assertThat(SecretFields.holdsSecret(field)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "key", "max_tokens", "secret_ref", "password_hint", "authorization_url", "tokens"})
    void anyOtherDoesNot(String field) {
        assertThat(SecretFields.holdsSecret(field)).isFalse();
    }
}
