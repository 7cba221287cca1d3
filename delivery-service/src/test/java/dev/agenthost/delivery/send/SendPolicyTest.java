package dev.agenthost.delivery.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SendPolicyTest {

    private static final Duration YOUNG = Duration.ofSeconds(1);

    private final SendPolicy policy = new SendPolicy(
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            Duration.ofHours(24),
            10,
            2);

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void everySuccessStatusDelivers(int status) {
        assertThat(verdict(new SurfaceCallResult.Answered(status, null))).isEqualTo(new SendVerdict.Delivered(null));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 400, 401, 404, 410, 413, 422})
    void rejectsIfARetryCannotSucceed(int status) {
        assertThat(verdict(new SurfaceCallResult.Answered(status, null))).isInstanceOf(SendVerdict.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
    void retriesTransientErrors(int status) {
        assertThat(verdict(new SurfaceCallResult.Answered(status, null))).isInstanceOf(SendVerdict.Retry.class);
    }

    @Test
    void aPublishedPartIsHandedOver() {
        assertThat(verdict(new SurfaceCallResult.Published())).isEqualTo(new SendVerdict.HandedOver());
    }

    @Test
    void retriesAtOnceWithoutAValidClaim() {
        assertThat(policy.verdict(new SurfaceCallResult.Withheld(), 40, Duration.ofDays(2), 0.5))
                .isEqualTo(new SendVerdict.Retry(Duration.ZERO));
    }

    @Test
    void retriesCallsWithoutAnAnswer() {
        assertThat(verdict(new SurfaceCallResult.NoAnswer("no answer in time", RejectionCode.GIVEN_UP)))
                .isInstanceOf(SendVerdict.Retry.class);
    }

    @Test
    void waitsForTheRequestedDelayUpToAnHour() {
        assertThat(verdict(new SurfaceCallResult.Answered(429, Duration.ofSeconds(42))))
                .isEqualTo(new SendVerdict.Retry(Duration.ofSeconds(42)));
        assertThat(verdict(new SurfaceCallResult.Answered(429, Duration.ofDays(2))))
                .isEqualTo(new SendVerdict.Retry(Duration.ofHours(1)));
    }

    @Test
    void endsAsUnknownAfterTheOldestAge() {
        assertThat(policy.verdict(
                        new SurfaceCallResult.NoAnswer("x", RejectionCode.GIVEN_UP), 40, Duration.ofHours(24), 0.5))
                .isEqualTo(new SendVerdict.Unknown(RejectionCode.GIVEN_UP, "x"));
    }

    @Test
    void rejectsAtOnceWhatItMustNotSend() {
        assertThat(verdict(new SurfaceCallResult.NotSendable(RejectionCode.SECRET_MISSING, "none")))
                .isEqualTo(new SendVerdict.Rejected(RejectionCode.SECRET_MISSING, "none"));
    }

    @Property
    void delaysGrowAndStayWithinBounds(
            @ForAll @IntRange(min = 1, max = 1000) int attempts,
            @ForAll @DoubleRange(min = 0, max = 0.99) double jitter) {
        SendVerdict verdict =
                policy.verdict(new SurfaceCallResult.NoAnswer("x", RejectionCode.GIVEN_UP), attempts, YOUNG, jitter);
        assertThat(verdict).isInstanceOf(SendVerdict.Retry.class);
        assertThat(((SendVerdict.Retry) verdict).after()).isBetween(Duration.ofMillis(500), Duration.ofMinutes(5));
    }

    @Test
    void aClaimOutlivesACall() {
        assertThatThrownBy(
                        () -> new SendPolicy(Duration.ofSeconds(10), Duration.ofSeconds(10), YOUNG, YOUNG, YOUNG, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private SendVerdict verdict(SurfaceCallResult answer) {
        return policy.verdict(answer, 1, YOUNG, 0.5);
    }
}
