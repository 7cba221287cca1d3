package dev.agenthost.delivery.wiring.cdi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.preview.ChatPreviews;
import dev.agenthost.delivery.surface.preview.PreviewPlatform;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.id.EventId;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An answer that a replica previews in a chat, with a clock and a timer that move on at each delta. */
final class PreviewedAnswer {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** Milliseconds after which no call follows a delta: it has changed nothing. */
    private static final int UNCHANGED = 3_000;

    private static final int POLL = 20;

    private final LinkedBlockingQueue<Timer> timers = new LinkedBlockingQueue<>();
    private final ChatPreviews previews;
    private final Destination.Bot bot;
    private final DeliveredRun run;
    private final ObjectNode target;
    private volatile Instant now = Instant.ofEpochSecond(1_795_900_000);
    private volatile @Nullable Timer due;
    private int part = 1;
    private int attempt = 1;
    private int sequence;
    private int length;

    private record Timer(Duration delay, Runnable task) {}

    PreviewedAnswer(BotPlatform platform, PreviewPlatform shown, DeliveredRun run, ObjectNode target) {
        this.run = run;
        this.target = target;
        this.bot = new Destination.Bot(platform, "bot");
        this.previews = new ChatPreviews(
                any -> shown, ConversationGate.OPEN, () -> now, (delay, task) -> timers.add(new Timer(delay, task)));
    }

    /** Adds a delta, and waits until the chat shows the text so far; returns false if the preview has stopped, or shows it already. */
    boolean write(String text) {
        if (!writeWithoutEnd(text)) {
            return false;
        }
        elapse();
        due = null;
        for (int i = 0; i < UNCHANGED / POLL && due == null && writeWithoutEnd(""); i++) {
            try {
                due = timers.poll(POLL, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return due != null;
    }

    /** Lets the time until the next call pass. */
    void elapse() {
        if (due != null) {
            now = now.plus(due.delay());
            due.task().run();
        }
    }

    /** Adds a delta. */
    boolean writeWithoutEnd(String text) {
        length += text.length();
        return previews.publish(bot, "key", delta(text)).await().atMost(LIMIT);
    }

    int length() {
        return length;
    }

    void attempt(int next) {
        attempt = next;
    }

    void nextPart() {
        ended();
        part++;
        sequence = 0;
        due = null;
    }

    void ended() {
        previews.ended(run.runId());
    }

    private OutboundDelta delta(String text) {
        return new OutboundDelta(
                run.runId(),
                part,
                attempt,
                ++sequence,
                new EventId(UUID.randomUUID()),
                "demo",
                "bot",
                "c",
                null,
                target,
                text);
    }
}
