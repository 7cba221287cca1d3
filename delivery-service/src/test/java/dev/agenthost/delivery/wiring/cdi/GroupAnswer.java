package dev.agenthost.delivery.wiring.cdi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.telegram.GroupPreviews;
import dev.agenthost.delivery.surface.telegram.TelegramPreviews;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.id.EventId;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An answer in a group that a replica previews, with a clock and a timer that move on at each delta. */
final class GroupAnswer {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final LinkedBlockingQueue<Timer> timers = new LinkedBlockingQueue<>();
    private final TelegramPreviews previews;
    private final DeliveredRun run;
    private final long chat;
    private volatile Instant now = Instant.ofEpochSecond(1_795_900_000);
    private @Nullable Timer due;
    private int part = 1;
    private int attempt = 1;
    private int sequence;
    private int length;

    private record Timer(Duration delay, Runnable task) {}

    GroupAnswer(TelegramFixture fixture, SendReplica replica, PreviewRepository store, DeliveredRun run, long chat) {
        this.run = run;
        this.chat = chat;
        this.previews = new TelegramPreviews(
                fixture.bots(),
                new GroupPreviews(store, fixture.limiter, replica.lease()),
                ConversationGate.OPEN,
                () -> now,
                (delay, task) -> timers.add(new Timer(delay, task)));
    }

    /** Adds a delta, and waits until the chat shows the text so far; returns false if the preview has stopped. */
    boolean write(String text) {
        if (!writeWithoutEnd(text)) {
            return false;
        }
        if (due != null) {
            now = now.plus(due.delay());
            due.task().run();
        }
        try {
            due = timers.poll(500, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return due != null;
    }

    /** Adds a delta. */
    boolean writeWithoutEnd(String text) {
        length += text.length();
        return previews.publish("bot", "key", delta(text), null).await().atMost(LIMIT);
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
        var target = JsonNodeFactory.instance.objectNode().put("chat_id", chat).put("chat_type", "supergroup");
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
