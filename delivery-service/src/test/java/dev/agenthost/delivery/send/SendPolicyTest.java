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
    void takesAnySuccess(int status) {
        assertThat(judge(new SurfaceCallResult.Answered(status, null))).isEqualTo(new SendVerdict.Delivered());
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 400, 401, 404, 410, 413, 422})
    void givesUpWhereRepeatingCannotHelp(int status) {
        assertThat(judge(new SurfaceCallResult.Answered(status, null))).isInstanceOf(SendVerdict.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
    void repeatsWhatMayPass(int status) {
        assertThat(judge(new SurfaceCallResult.Answered(status, null))).isInstanceOf(SendVerdict.Again.class);
    }

    @Test
    void whatATopicTookIsItsReadersNow() {
        assertThat(judge(new SurfaceCallResult.Taken())).isEqualTo(new SendVerdict.HandedOver());
    }

    @Test
    void givesBackAtOnceWhatItWasNotSureToOwn() {
        assertThat(policy.judge(new SurfaceCallResult.Withheld(), 40, Duration.ofDays(2), 0.5))
                .isEqualTo(new SendVerdict.Again(Duration.ZERO));
    }

    @Test
    void repeatsWhatWasNotAnswered() {
        assertThat(judge(new SurfaceCallResult.NoAnswer("no answer in time", RejectionCode.GIVEN_UP)))
                .isInstanceOf(SendVerdict.Again.class);
    }

    @Test
    void waitsAsLongAsItIsAskedToWithinReason() {
        assertThat(judge(new SurfaceCallResult.Answered(429, Duration.ofSeconds(42))))
                .isEqualTo(new SendVerdict.Again(Duration.ofSeconds(42)));
        assertThat(judge(new SurfaceCallResult.Answered(429, Duration.ofDays(2))))
                .isEqualTo(new SendVerdict.Again(Duration.ofHours(1)));
    }

    @Test
    void endsAsUnknownWhenItGrewTooOld() {
        assertThat(policy.judge(
                        new SurfaceCallResult.NoAnswer("x", RejectionCode.GIVEN_UP), 40, Duration.ofHours(24), 0.5))
                .isEqualTo(new SendVerdict.Unknown(RejectionCode.GIVEN_UP, "x"));
    }

    @Test
    void saysAtOnceWhatItMayNotSend() {
        assertThat(judge(new SurfaceCallResult.NotSendable(RejectionCode.SECRET_MISSING, "none")))
                .isEqualTo(new SendVerdict.Rejected(RejectionCode.SECRET_MISSING, "none"));
    }

    @Property
    void delaysGrowAndStayWithinBounds(
            @ForAll @IntRange(min = 1, max = 1000) int attempts,
            @ForAll @DoubleRange(min = 0, max = 0.99) double jitter) {
        SendVerdict verdict =
                policy.judge(new SurfaceCallResult.NoAnswer("x", RejectionCode.GIVEN_UP), attempts, YOUNG, jitter);
        assertThat(verdict).isInstanceOf(SendVerdict.Again.class);
        assertThat(((SendVerdict.Again) verdict).after()).isBetween(Duration.ofMillis(500), Duration.ofMinutes(5));
    }

    @Test
    void aClaimOutlivesACall() {
        assertThatThrownBy(
                        () -> new SendPolicy(Duration.ofSeconds(10), Duration.ofSeconds(10), YOUNG, YOUNG, YOUNG, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private SendVerdict judge(SurfaceCallResult answer) {
        return policy.judge(answer, 1, YOUNG, 0.5);
    }
}
