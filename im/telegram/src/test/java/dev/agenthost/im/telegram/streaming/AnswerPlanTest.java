package dev.agenthost.im.telegram.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerPlanTest {
    private static final Instant START = Instant.ofEpochSecond(1_795_900_000);
    private static final CallOutcome ACCEPTED = new CallOutcome.Accepted("7");

    @Test
    void aPrivateChatShowsAtOnceThatTheBotThinks() {
        assertThat(AnswerPlan.begin(PreviewMode.DRAFT).next(START))
                .contains(new ChatOperation.Draft(FormattedText.plain("")));
    }

    @Test
    void deltasAreCoalescedToOneDraftInASecond() {
        AnswerPlan plan = performed(AnswerPlan.begin(PreviewMode.DRAFT).written("a"), START);

        assertThat(plan.written("ab").next(START.plusMillis(999))).isEmpty();
        assertThat(plan.written("ab").written("abc").next(START.plusMillis(1000)))
                .contains(new ChatOperation.Draft(FormattedText.plain("abc")));
    }

    @Test
    void aDraftIsRepeatedBeforeItDisappears() {
        AnswerPlan plan = performed(AnswerPlan.begin(PreviewMode.DRAFT).written("a"), START);

        assertThat(plan.next(START.plusSeconds(24))).isEmpty();
        assertThat(plan.next(START.plusSeconds(25))).isPresent();
    }

    @Test
    void aDraftShowsTheMessageThatIsBeingWritten() {
        String first = "x".repeat(4000);

        AnswerPlan plan = AnswerPlan.begin(PreviewMode.DRAFT).written(first + "\n\n" + "y".repeat(200));

        assertThat(plan.next(START)).contains(new ChatOperation.Draft(FormattedText.plain("y".repeat(200))));
    }

    @Test
    void theFinalTextIsAMessageWhateverTheDraftsShowed() {
        AnswerPlan plan = performed(AnswerPlan.begin(PreviewMode.DRAFT).written("a"), START)
                .finished(List.of(FormattedText.plain("a b")));

        assertThat(plan.next(START.plusSeconds(1))).contains(new ChatOperation.Send(FormattedText.plain("a b")));
    }

    @Test
    void aGroupEditsOneMessage() {
        AnswerPlan plan = performed(AnswerPlan.begin(PreviewMode.EDIT).written("a"), START)
                .written("ab");

        assertThat(plan.next(START.plusMillis(2_999))).isEmpty();
        assertThat(plan.next(START.plusSeconds(3))).contains(new ChatOperation.Edit(7, FormattedText.plain("ab")));
    }

    @Test
    void aMessageThatCannotBeEditedIsSentAgain() {
        AnswerPlan plan = performed(AnswerPlan.begin(PreviewMode.EDIT).written("a"), START)
                .finished(List.of(FormattedText.plain("ab")));
        Instant later = START.plusSeconds(3);

        AnswerPlan refused = plan.answered(
                plan.next(later).orElseThrow(), new CallOutcome.Refused(400, "message can't be edited"), later);
        AnswerPlan removed = performed(refused, later);

        assertThat(refused.next(later)).contains(new ChatOperation.Delete(7));
        assertThat(removed.next(later)).contains(new ChatOperation.Send(FormattedText.plain("ab")));
    }

    @Test
    void waitsAsLongAsTelegramRequests() {
        AnswerPlan plan = AnswerPlan.begin(PreviewMode.EDIT).written("a");
        ChatOperation send = plan.next(START).orElseThrow();

        AnswerPlan paused = plan.answered(send, new CallOutcome.RetryAfter(Duration.ofSeconds(35)), START);

        assertThat(paused.written("ab").next(START.plusSeconds(34))).isEmpty();
        assertThat(paused.written("ab").next(START.plusSeconds(35)))
                .contains(new ChatOperation.Send(FormattedText.plain("ab")));
    }

    @Test
    void aRefusedPreviewEndsThePreviewAndNotTheAnswer() {
        AnswerPlan plan = AnswerPlan.begin(PreviewMode.DRAFT).written("a");
        ChatOperation draft = plan.next(START).orElseThrow();

        AnswerPlan refused = plan.answered(draft, new CallOutcome.Refused(400, "method is unavailable"), START);

        assertThat(refused.written("ab").next(START.plusSeconds(60))).isEmpty();
        assertThat(refused.finished(List.of(FormattedText.plain("ab"))).next(START.plusSeconds(60)))
                .contains(new ChatOperation.Send(FormattedText.plain("ab")));
    }

    @Test
    void aMessageTooManyIsRemoved() {
        String two = "x".repeat(4000) + "\n\n" + "y".repeat(4000);
        AnswerPlan first = performed(AnswerPlan.begin(PreviewMode.EDIT).written(two), START);
        Instant later = START.plusSeconds(3);
        AnswerPlan second = first.answered(first.next(later).orElseThrow(), new CallOutcome.Accepted("8"), later);

        AnswerPlan plan = second.finished(List.of(FormattedText.plain("short")));

        assertThat(plan.next(later.plusSeconds(3))).contains(new ChatOperation.Delete(8));
    }

    private static AnswerPlan performed(AnswerPlan plan, Instant now) {
        return plan.answered(plan.next(now).orElseThrow(), ACCEPTED, now);
    }
}
