package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.delivery.surface.preview.ChatPreviews;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.delivery.takeover.TakeoverDirectory;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.testkit.telegram.TelegramFault;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests drafts over HTTP, with a clock and timers that the test moves. */
class TelegramPreviewsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final TelegramFixture fixture = new TelegramFixture();

    private static final Destination.Bot BOT = new Destination.Bot(BotPlatform.TELEGRAM, "bot");

    private static long chat = 20_000;

    private final BlockingQueue<Timer> timers = new LinkedBlockingQueue<>();
    private final RunId run = new RunId(UUID.randomUUID());
    private volatile Instant now = Instant.ofEpochSecond(1_795_900_000);
    private ChatPreviews drafts;

    private final TakeoverDirectory takeovers = new TakeoverDirectory(() -> 0);

    private record Timer(Duration delay, Runnable task) {}

    @BeforeEach
    void newChat() {
        chat++;
        takeovers.take(Set.of(), 0);
        PreviewPlatform telegram = fixture.previews(fixture.replica(InterruptedCalls.REPEAT), fixture.previews);
        drafts = new ChatPreviews(
                platform -> telegram, takeovers, () -> now, (delay, task) -> timers.add(new Timer(delay, task)));
    }

    @Test
    void aDraftHasTheWholeTextSoFarAndIsShownAtMostOnceInASecond() throws InterruptedException {
        assertThat(publish(1, 1, "**he")).isTrue();
        Timer next = timer();
        assertThat(next.delay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(draft()).isEqualTo("**he");
        assertThat(publish(1, 2, "ll")).isTrue();
        assertThat(publish(1, 3, "o**")).isTrue();
        assertThat(calls()).isEqualTo(1);

        elapse(next);
        timer();

        assertThat(draft()).isEqualTo("hello");
        assertThat(calls()).isEqualTo(2);
    }

    @Test
    void noDraftFollowsTheEndOfItsPartAndTheNextPartBeginsAnew() throws InterruptedException {
        publish(1, 1, "one");
        Timer next = timer();
        publish(1, 2, " more");
        drafts.ended(run);

        elapse(next);
        assertThat(calls()).isEqualTo(1);
        assertThat(publish(1, 3, " and more")).isFalse();

        publish(2, 1, "two");
        timer();
        assertThat(draft()).isEqualTo("two");
    }

    @Test
    void aHigherAttemptBeginsThePartAgain() throws InterruptedException {
        publish(1, 1, "lost");
        timer();
        assertThat(drafts.publish(BOT, "key", delta(1, 2, 1, "again", chat("private")))
                        .await()
                        .atMost(LIMIT))
                .isTrue();
        timer();

        assertThat(draft()).isEqualTo("again");
    }

    @Test
    void tooManyRequestsDelayTheNextDraft() throws InterruptedException {
        fixture.telegram.failNext("sendMessageDraft", new TelegramFault.TooManyRequests(7));
        publish(1, 1, "x");
        Timer next = timer();
        assertThat(next.delay()).isEqualTo(Duration.ofSeconds(7));
        assertThat(fixture.telegram.draft(chat)).isEmpty();

        elapse(next);
        timer();
        assertThat(draft()).isEqualTo("x");
    }

    @Test
    void aRefusedDraftStopsThePreview() {
        fixture.telegram.failNext("sendMessageDraft", new TelegramFault.Refusal(400, "Bad Request: no drafts here"));
        publish(1, 1, "x");

        await().atMost(LIMIT).until(() -> !publish(1, 2, "y"));
        assertThat(calls()).isEqualTo(1);
        assertThat(timers).isEmpty();
    }

    @Test
    void tooLongATextHasNoDraft() throws InterruptedException {
        publish(1, 1, "x");
        timer();
        assertThat(publish(1, 2, "x".repeat(40_000))).isFalse();
    }

    @Test
    void aGroupHasAMessageInsteadOfADraft() {
        assertThat(drafts.publish(BOT, "key", delta(1, 1, 1, "x", chat("group")))
                        .await()
                        .atMost(LIMIT))
                .isTrue();

        await().atMost(LIMIT).until(() -> fixture.telegram.messages(chat).size() == 1);
        assertThat(calls()).isZero();
    }

    @Test
    void aPreviewStopsWhenItsConversationIsTakenOver() throws InterruptedException {
        publish(1, 1, "one");
        Timer next = timer();
        publish(1, 2, " more");
        takeovers.take(Set.of("key"), 0);

        elapse(next);

        await().atMost(LIMIT).until(() -> !publish(1, 3, " and more"));
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void aPreviewWaitsWhileItIsNotKnownIfItsConversationIsTakenOver() throws InterruptedException {
        takeovers.take(Set.of(), -TakeoverDirectory.VALIDITY.toNanos());
        publish(1, 1, "x");
        Timer next = timer();
        assertThat(calls()).isZero();

        takeovers.take(Set.of(), 0);
        elapse(next);
        timer();
        assertThat(draft()).isEqualTo("x");
    }

    private boolean publish(int part, int sequence, String text) {
        return drafts.publish(BOT, "key", delta(part, 1, sequence, text, chat("private")))
                .await()
                .atMost(LIMIT);
    }

    private OutboundDelta delta(int part, int attempt, int sequence, String text, ObjectNode target) {
        return new OutboundDelta(
                run, part, attempt, sequence, new EventId(UUID.randomUUID()), "demo", "bot", "c", null, target, text);
    }

    private static ObjectNode chat(String type) {
        return JsonNodeFactory.instance.objectNode().put("chat_id", chat).put("chat_type", type);
    }

    /** Waits for the timer after a call. */
    private Timer timer() throws InterruptedException {
        Timer timer = timers.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(timer).isNotNull();
        return timer;
    }

    private void elapse(Timer timer) {
        now = now.plus(timer.delay());
        timer.task().run();
    }

    private static String draft() {
        return fixture.telegram.draft(chat).path("text").asText();
    }

    private static long calls() {
        return fixture.telegram.calls("sendMessageDraft").stream()
                .filter(call -> call.parameters().path("chat_id").asLong() == chat)
                .count();
    }
}
