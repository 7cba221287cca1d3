package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TelegramWiringTest {
    @Test
    void anAddressMayEndWithASlash() {
        assertThat(TelegramWiring.checked("https://api.telegram.org/")).isEqualTo("https://api.telegram.org");
    }

    @ParameterizedTest
    @ValueSource(strings = {"api.telegram.org", "ftp://api.telegram.org", "https://api.telegram.org/bot", ""})
    void anAddressThatCannotBeCalledIsRefused(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TelegramWiring.checked(address))
                .withMessageContaining("agenthost.telegram.api-url");
    }
}
