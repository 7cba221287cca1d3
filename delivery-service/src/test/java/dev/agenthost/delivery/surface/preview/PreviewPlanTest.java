package dev.agenthost.delivery.surface.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.calls.CallOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Decides when a preview is shown again, with any outcomes of its calls. */
class PreviewPlanTest {
    private static final Instant START = Instant.ofEpochSecond(1_795_900_000);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration LIFETIME = Duration.ofSeconds(25);
    private static final CallOutcome ACCEPTED = new CallOutcome.Accepted(null);

    private final PreviewPlan<String> plan = PreviewPlan.begin(INTERVAL, LIFETIME);

    @Example
    void equalContentIsShownAgainOnlyAfterItsLifetime() {
        PreviewPlan<String> shown = plan.answered("a", ACCEPTED, START);

        assertThat(plan.shows("a", START)).isFalse();
        assertThat(shown.shows("a", START.plusSeconds(24))).isTrue();
        assertThat(shown.shows("a", START.plusSeconds(25))).isFalse();
        assertThat(shown.shows("ab", START)).isFalse();
        assertThat(shown.delay(START)).isEqualTo(INTERVAL);
    }

    @Example
    void theTimeThatThePlatformAsksForIsKept() {
        assertThat(plan.answered("a", new CallOutcome.RetryAfter(Duration.ofSeconds(7)), START)
                        .delay(START))
                .isEqualTo(Duration.ofSeconds(7));
        assertThat(plan.answered("a", new CallOutcome.RetryAfter(Duration.ofMillis(7)), START)
                        .delay(START))
                .isEqualTo(INTERVAL);
    }

    @Example
    void contentInDoubtIsShownAgain() {
        PreviewPlan<String> shown = plan.answered("a", ACCEPTED, START);

        assertThat(shown.answered("ab", new CallOutcome.Unclear("lost"), START).shows("a", START))
                .isFalse();
        assertThat(shown.answered("ab", new CallOutcome.NotSent("busy", true), START)
                        .shows("a", START))
                .isTrue();
    }

    @Example
    void aRefusalStopsThePreview() {
        assertThat(plan.answered("a", new CallOutcome.Refused(400, "no"), START).isStopped())
                .isTrue();
        assertThat(plan.answered("a", new CallOutcome.Moved(-5), START).isStopped())
                .isTrue();
        assertThat(plan.answered("a", new CallOutcome.NotSent("taken over", false), START)
                        .isStopped())
                .isTrue();
    }

    /** A chat model takes calls; some have no effect, some have one and no answer. */
    @Property(tries = 10_000)
    void theChatShowsTheNewestTextUnlessThePreviewHasStopped(@ForAll long seed) {
        Random random = new Random(seed);
        PreviewPlan<Integer> run = PreviewPlan.begin(INTERVAL, LIFETIME);
        Instant now = START;
        Instant last = Instant.EPOCH;
        @Nullable Integer shown = null;
        int written = 0;
        for (int i = 0; i < 40 && !run.isStopped(); i++) {
            written += i < 30 ? random.nextInt(3) : 0;
            now = i < 30 ? now.plusMillis(random.nextInt(900)) : now.plusSeconds(5);
            if (run.delay(now).isPositive() || run.shows(written, now)) {
                continue;
            }
            assertThat(Duration.between(last, now)).isGreaterThanOrEqualTo(INTERVAL);
            last = now;
            CallOutcome outcome = i < 30 ? outcome(random) : ACCEPTED;
            boolean hadEffect = outcome instanceof CallOutcome.Accepted
                    || outcome instanceof CallOutcome.Unclear && random.nextBoolean();
            shown = hadEffect ? Integer.valueOf(written) : shown;
            run = run.answered(written, outcome, now);
        }
        assertThat(run.isStopped() || Integer.valueOf(written).equals(shown)).isTrue();
    }

    private static CallOutcome outcome(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> new CallOutcome.RetryAfter(Duration.ofMillis(random.nextInt(4_000)));
            case 1 -> new CallOutcome.Failed(500, "busy");
            case 2 -> new CallOutcome.Unclear("lost");
            case 3 -> new CallOutcome.NotSent("no connection", true);
            case 4 -> random.nextInt(8) == 0 ? new CallOutcome.Refused(400, "no") : ACCEPTED;
            default -> ACCEPTED;
        };
    }
}
