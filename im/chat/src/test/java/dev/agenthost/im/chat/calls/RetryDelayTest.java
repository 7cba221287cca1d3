package dev.agenthost.im.chat.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryDelayTest {

    @ParameterizedTest
    @CsvSource({"1,1000", "65,65000", "' 2 ',2000", "0,1000", "-1,1000", "1.5,1000", "x,1000", ",1000", "999999,3600000"
    })
    void aHeaderHasWholeSeconds(String seconds, long millis) {
        assertThat(RetryDelay.read(seconds)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({
        "64.57,64570",
        "0.0003,1",
        "0.25,250",
        "3600,3600000",
        "3600.5,3600000",
        "1e300,3600000",
        "0,1000",
        "-1,1000",
        "NaN,1000",
        "Infinity,3600000",
    })
    void aFractionIsRoundedUp(double seconds, long millis) {
        assertThat(RetryDelay.of(seconds)).isEqualTo(Duration.ofMillis(millis));
    }
}
