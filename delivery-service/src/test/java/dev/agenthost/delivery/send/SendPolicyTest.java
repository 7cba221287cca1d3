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
        assertThat(judge(new Answer.Answered(status, null))).isEqualTo(new Verdict.Delivered());
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 400, 401, 404, 410, 413, 422})
    void givesUpWhereRepeatingCannotHelp(int status) {
        assertThat(judge(new Answer.Answered(status, null))).isInstanceOf(Verdict.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
    void repeatsWhatMayPass(int status) {
        assertThat(judge(new Answer.Answered(status, null))).isInstanceOf(Verdict.Again.class);
    }

    @Test
    void whatATopicTookIsItsReadersNow() {
        assertThat(judge(new Answer.Taken())).isEqualTo(new Verdict.HandedOver());
    }

    @Test
    void givesBackAtOnceWhatItWasNotSureToOwn() {
        assertThat(policy.judge(new Answer.Withheld(), 40, Duration.ofDays(2), 0.5))
                .isEqualTo(new Verdict.Again(Duration.ZERO));
    }

    @Test
    void repeatsWhatWasNotAnswered() {
        assertThat(judge(new Answer.NoAnswer("no answer in time", RejectionCode.GIVEN_UP)))
                .isInstanceOf(Verdict.Again.class);
    }

    @Test
    void waitsAsLongAsItIsAskedToWithinReason() {
        assertThat(judge(new Answer.Answered(429, Duration.ofSeconds(42))))
                .isEqualTo(new Verdict.Again(Duration.ofSeconds(42)));
        assertThat(judge(new Answer.Answered(429, Duration.ofDays(2))))
                .isEqualTo(new Verdict.Again(Duration.ofHours(1)));
    }

    @Test
    void endsAsUnknownWhenItGrewTooOld() {
        assertThat(policy.judge(new Answer.NoAnswer("x", RejectionCode.GIVEN_UP), 40, Duration.ofHours(24), 0.5))
                .isEqualTo(new Verdict.Unknown(RejectionCode.GIVEN_UP, "x"));
    }

    @Test
    void saysAtOnceWhatItMayNotSend() {
        assertThat(judge(new Answer.NotSendable(RejectionCode.SECRET_MISSING, "none")))
                .isEqualTo(new Verdict.Rejected(RejectionCode.SECRET_MISSING, "none"));
    }

    @Property
    void delaysGrowAndStayWithinBounds(
            @ForAll @IntRange(min = 1, max = 1000) int attempts,
            @ForAll @DoubleRange(min = 0, max = 0.99) double jitter) {
        Verdict verdict = policy.judge(new Answer.NoAnswer("x", RejectionCode.GIVEN_UP), attempts, YOUNG, jitter);
        assertThat(verdict).isInstanceOf(Verdict.Again.class);
        assertThat(((Verdict.Again) verdict).after()).isBetween(Duration.ofMillis(500), Duration.ofMinutes(5));
    }

    @Test
    void aClaimOutlivesACall() {
        assertThatThrownBy(
                        () -> new SendPolicy(Duration.ofSeconds(10), Duration.ofSeconds(10), YOUNG, YOUNG, YOUNG, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private Verdict judge(Answer answer) {
        return policy.judge(answer, 1, YOUNG, 0.5);
    }
}
