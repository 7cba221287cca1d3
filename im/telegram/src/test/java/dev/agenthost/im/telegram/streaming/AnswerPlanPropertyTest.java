package dev.agenthost.im.telegram.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.RandomMarkdown;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

/** Random answers, with deltas of any size, lost answers, waiting times, removed messages and a final text that may differ from the deltas. */
class AnswerPlanPropertyTest {

    /** The edit that added a line has its effect and no answer, and the final text is the one before it. */
    @Example
    void anEditWithoutAnAnswerIsUndone() {
        inTheEndTheChatShowsTheFinalText(19_803_527_986_642L);
    }

    @Property(tries = 10_000)
    void inTheEndTheChatShowsTheFinalText(@ForAll long seed) {
        Run run = new Run(seed, false);

        run.stream();
        run.finish();

        assertThat(run.plan.shown().stream().map(AnswerPlan.ShownMessage::text)).isEqualTo(run.finalMessages);
        assertThat(run.chat.messages())
                .isEqualTo(run.plan.shown().stream()
                        .filter(message -> !run.chat.removedByPerson().contains(message.id()))
                        .map(AnswerPlan.ShownMessage::text)
                        .toList());
        Statistics.label("messages").collect(Math.min(3, run.finalMessages.size()));
        Statistics.label("mode").collect(run.plan.mode());
    }

    @Property(tries = 5_000)
    void aSendWithoutAnAnswerIsNeverRepeatedByThePlan(@ForAll long seed) {
        Run run = new Run(seed, true);

        run.stream();
        boolean wasUncertain = run.plan.isUncertain();
        run.finish();

        // What is not uncertain is shown; an uncertain part ends there, for its policy to decide.
        assertThat(run.plan.isUncertain() || run.plan.shown().size() == run.finalMessages.size())
                .isTrue();
        assertThat(run.unclearSends).isLessThanOrEqualTo(wasUncertain ? 2 : 1);
    }

    private static final class Run {
        private final Random random;
        private final ChatModel chat;
        private final boolean losesSends;
        private final String markdown;
        private final List<FormattedText> finalMessages;
        private AnswerPlan plan;
        private Instant now = Instant.ofEpochSecond(1_795_900_000);
        private Instant last = Instant.EPOCH;
        private int unclearSends;

        Run(long seed, boolean losesSends) {
            random = new Random(seed);
            chat = new ChatModel(random);
            this.losesSends = losesSends;
            String document = new RandomMarkdown(seed).document();
            markdown = random.nextInt(4) == 0 ? (document + "\n\n").repeat(1 + random.nextInt(60)) : document;
            boolean isRewritten = random.nextInt(5) == 0;
            String text = isRewritten ? new RandomMarkdown(~seed).document() : markdown;
            finalMessages = TelegramRenderer.messages(MarkdownReader.read(text));
            plan = AnswerPlan.begin(PreviewMode.values()[random.nextInt(3)]);
        }

        void stream() {
            int written = 0;
            while (written < markdown.length()) {
                int piece = 1 + random.nextInt(1 + markdown.length() / 8);
                written = Math.min(markdown.length(), written + piece);
                plan = plan.written(markdown.substring(0, written));
                now = now.plusMillis(random.nextInt(2_500));
                if (random.nextInt(40) == 0) {
                    chat.removeOne();
                }
                step();
            }
        }

        void finish() {
            plan = plan.finished(finalMessages);
            for (int i = 0; i < 1_000; i++) {
                now = now.plusSeconds(2);
                step();
            }
            assertThat(plan.next(now.plusSeconds(60))).isEmpty();
        }

        private void step() {
            Optional<ChatOperation> operation = plan.next(now);
            if (operation.isEmpty()) {
                return;
            }
            if (!plan.isFinal()) {
                assertThat(Duration.between(last, now))
                        .isGreaterThanOrEqualTo(plan.mode().interval());
                last = now;
            }
            CallOutcome outcome = chat.perform(operation.get(), losesSends);
            if (operation.get() instanceof ChatOperation.Send && outcome instanceof CallOutcome.Unclear) {
                unclearSends++;
            }
            plan = plan.answered(operation.get(), outcome, now);
        }
    }
}
