package dev.agenthost.gateway.intake.discord;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.gateway.intake.connection.FrameOutcome;
import dev.agenthost.im.discord.gateway.DiscordDispatch;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes in the events of a connection: those of one channel one after another, others side by side, each on a virtual thread. An event that
 * cannot be stored is taken in again until it can. An interaction is not: its person is asked to repeat it.
 */
final class DiscordEvents {
    private static final Logger LOG = Logger.getLogger(DiscordEvents.class);
    private static final Duration REPETITION = Duration.ofSeconds(1);
    /** The limit of an event, the same as of a webhook; it would not fit into a record of Kafka. */
    private static final int LARGEST_EVENT = 1024 * 1024;

    /** An event that the host itself cannot handle must not stop its channel for ever. */
    private static final int MOST_DEFECTS = 5;

    private static final int MOST_EVENTS = 64;
    private static final int MOST_BYTES = 4 * 1024 * 1024;

    private final BotRegistration bot;
    private final DiscordEventIntake intake;
    private final DiscordResponder responses;
    private final BooleanSupplier mayTake;
    private final Consumer<FrameOutcome> counter;
    private final Consumer<DiscordSignal> signals;
    private final Map<String, CompletableFuture<Void>> channels = new ConcurrentHashMap<>();
    private final Set<Thread> workers = ConcurrentHashMap.newKeySet();

    // Used by the thread of the connection only.
    private int events;
    private int bytes;

    /** @param mayTake false once nothing may be published any more */
    DiscordEvents(
            BotRegistration bot,
            DiscordEventIntake intake,
            DiscordResponder responses,
            BooleanSupplier mayTake,
            Consumer<FrameOutcome> counter,
            Consumer<DiscordSignal> signals) {
        this.bot = bot;
        this.intake = intake;
        this.responses = responses;
        this.mayTake = mayTake;
        this.counter = counter;
        this.signals = signals;
    }

    /**
     * Begins to take in an event; {@link DiscordSignal.Taken} is its end.
     *
     * @param size of its message in bytes
     */
    void begin(DiscordDispatch dispatch, @Nullable String userId, int size) {
        events++;
        bytes += size;
        if (size > LARGEST_EVENT && !dispatch.type().equals(DiscordEventIntake.SERVER)) {
            LOG.warnf("an event is refused, because it is over 1 MiB: botId=%s type=%s", bot.botId(), dispatch.type());
            counter.accept(FrameOutcome.REFUSED);
            signals.accept(new DiscordSignal.Taken(dispatch.sessionId(), dispatch.sequence(), size));
            return;
        }
        boolean isInteraction = dispatch.type().equals(DiscordEventIntake.INTERACTION);
        String channel = dispatch.data().path("channel_id").asText();
        CompletableFuture<Void> end = new CompletableFuture<>();
        CompletableFuture<Void> before = isInteraction || channel.isEmpty() ? null : channels.put(channel, end);
        Thread worker = Thread.ofVirtual().name("event-" + bot.botId()).unstarted(() -> {
            try {
                if (before != null) {
                    before.join();
                }
                run(dispatch, userId, isInteraction, size);
            } finally {
                end.complete(null);
                channels.remove(channel, end);
                workers.remove(Thread.currentThread());
            }
        });
        workers.add(worker);
        worker.start();
    }

    /** Notes the end of an event. */
    void ended(int size) {
        events--;
        bytes -= size;
    }

    /** Returns true if no further event should be read now. */
    boolean isFull() {
        return events >= MOST_EVENTS || bytes >= MOST_BYTES;
    }

    /** Waits for the events that are taken in, and interrupts them after that time. */
    void awaitEnd(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        try {
            for (Thread worker : workers) {
                if (!worker.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
                    worker.interrupt();
                }
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(DiscordDispatch dispatch, @Nullable String userId, boolean isInteraction, int size) {
        try {
            boolean isDone = isInteraction ? respond(dispatch, userId) : takeIn(dispatch, userId);
            if (isDone) {
                signals.accept(new DiscordSignal.Taken(dispatch.sessionId(), dispatch.sequence(), size));
            }
        } catch (InterruptedException stop) {
            LOG.warnf("an event was not taken in, because the replica stops: botId=%s", bot.botId());
        }
    }

    /** Returns false if the event was not taken in, because another replica may hold the bot by now. */
    private boolean takeIn(DiscordDispatch dispatch, @Nullable String userId) throws InterruptedException {
        int defects = 0;
        while (mayTake.getAsBoolean()) {
            try {
                if (intake.take(bot, userId, dispatch) instanceof DiscordReply.Done) {
                    counter.accept(FrameOutcome.ACCEPTED);
                    return true;
                }
            } catch (RuntimeException defect) {
                LOG.errorf(defect, "an event was not taken in: botId=%s", bot.botId());
                if (++defects == MOST_DEFECTS) {
                    counter.accept(FrameOutcome.REFUSED);
                    return true;
                }
            }
            counter.accept(FrameOutcome.FAILED);
            Thread.sleep(REPETITION);
        }
        return false;
    }

    private boolean respond(DiscordDispatch dispatch, @Nullable String userId) throws InterruptedException {
        if (!mayTake.getAsBoolean()) {
            return false;
        }
        DiscordReply reply;
        try {
            reply = intake.take(bot, userId, dispatch);
        } catch (RuntimeException defect) {
            LOG.errorf(defect, "an interaction was not taken in: botId=%s", bot.botId());
            reply = new DiscordReply.Unavailable("defect");
        }
        boolean isDone = reply instanceof DiscordReply.Done;
        counter.accept(isDone ? FrameOutcome.ACCEPTED : FrameOutcome.FAILED);
        JsonNode payload = dispatch.data();
        responses.respond(
                bot,
                payload,
                reply instanceof DiscordReply.Done(var response) ? response : DiscordNotices.again(payload));
        return true;
    }
}
