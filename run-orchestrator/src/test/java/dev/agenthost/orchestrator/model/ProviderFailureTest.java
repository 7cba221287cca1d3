package dev.agenthost.orchestrator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.wire.ErrorRedactor;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the retries of failed provider calls and the redaction of their errors. */
class ProviderFailureTest {
    @Test
    void retriesOnlyIfTheCallHadNoEffect() {
        Duration minute = Duration.ofMinutes(1);
        assertThat(ProviderRetryPolicy.pause(refused(503, null), 0, minute)).isPresent();
        assertThat(ProviderRetryPolicy.pause(refused(503, Duration.ofSeconds(7)), 0, minute))
                .hasValue(Duration.ofSeconds(7));
        assertThat(ProviderRetryPolicy.pause(refused(503, Duration.ofSeconds(11)), 0, minute))
                .isEmpty();
        assertThat(ProviderRetryPolicy.pause(refused(503, Duration.ofSeconds(7)), 0, Duration.ofSeconds(6)))
                .isEmpty();
        assertThat(ProviderRetryPolicy.pause(refused(503, null), 1, minute)).isPresent();
        assertThat(ProviderRetryPolicy.pause(refused(503, null), 2, minute)).isEmpty();
        assertThat(ProviderRetryPolicy.pause(new ProviderResponse.Unreachable<>(), 0, minute))
                .isPresent();
        for (int status : new int[] {400, 401, 403, 404, 408, 429, 500, 501, 502, 504}) {
            assertThat(ProviderRetryPolicy.pause(refused(status, null), 0, minute))
                    .isEmpty();
        }
        assertThat(ProviderRetryPolicy.pause(new ProviderResponse.TooLate<>(), 0, minute))
                .isEmpty();
        assertThat(ProviderRetryPolicy.pause(new ProviderResponse.Unreadable<>("answer broke off"), 0, minute))
                .isEmpty();
    }

    @Test
    void theErrorHasTheTimeThatTheProviderStates() {
        assertThat(ProviderErrorMapper.of(refused(429, Duration.ofSeconds(2)), null)
                        .details()
                        .toString())
                .isEqualTo("{\"status\":429,\"retry_after_seconds\":2}");
        assertThat(ProviderErrorMapper.of(refused(429, null), null).details().toString())
                .isEqualTo("{\"status\":429}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'error':{'message':'no such model'}}|no such model",
                "{'error':'quota'}|quota",
                "{'detail':'nope'}|nope",
                "Incorrect API key provided: sk-live_12345678.|Incorrect API key provided: …",
                "you sent hush1234 as key|you sent … as key",
                "Authorization: Bearer abcdefgh is wrong|Authorization: … is wrong",
                "the key=abcd1234 is old|the … is old",
                "<html>   bad    gateway|<html> bad gateway"
            })
    void redactsKeys(String response, String redacted) {
        assertThat(ErrorRedactor.of(response.replace('\'', '"'), "hush1234")).isEqualTo(redacted);
    }

    @Test
    void truncatesLongTexts() {
        assertThat(ErrorRedactor.of("a b ".repeat(10_000), null)).hasSizeLessThan(310);
    }

    private static ProviderResponse.Failure<Object> refused(int status, Duration retryAfter) {
        return new ProviderResponse.Refused<>(status, retryAfter, "");
    }
}
