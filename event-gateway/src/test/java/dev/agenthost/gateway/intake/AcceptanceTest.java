package dev.agenthost.gateway.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.agenthost.protocol.Envelopes;
import dev.agenthost.protocol.security.StreamTokenCodec;
import dev.agenthost.protocol.security.StreamTokenVerification;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing takes a token back, not the end of the key that got it: so it ends by itself, and soon. */
class AcceptanceTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final Duration AN_HOUR = Duration.ofHours(1);

    private final StreamTokenCodec tokens =
            new StreamTokenCodec(List.of("a-signing-key-of-32-characters!!".getBytes(StandardCharsets.US_ASCII)));

    @Test
    void aTokenOpensItsStreamUntilItsTimeIsOverAndNotThen() {
        String stream = Acceptance.of(Envelopes.groupMessage(), tokens, NOW, AN_HOUR).stream();
        String token = stream.substring(stream.indexOf("token=") + "token=".length());

        assertThat(tokens.verify(token, NOW.plus(AN_HOUR).minusSeconds(1)))
                .isInstanceOf(StreamTokenVerification.Valid.class);
        assertThat(tokens.verify(token, NOW.plus(AN_HOUR))).isInstanceOf(StreamTokenVerification.Expired.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1H", "PT24H0.001S", "P365D"})
    void noGatewayStartsThatWouldGiveOutTokensWithoutAnEnd(String validFor) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AcceptanceSettings(Duration.ofSeconds(4), Duration.parse(validFor)))
                .withMessageContaining("agenthost.gateway.stream-token-ttl");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT1S", "PT1H", "PT24H"})
    void upToADayIsTheOperatorsChoice(String validFor) {
        assertThatNoException()
                .isThrownBy(() -> new AcceptanceSettings(Duration.ofSeconds(4), Duration.parse(validFor)));
    }
}
