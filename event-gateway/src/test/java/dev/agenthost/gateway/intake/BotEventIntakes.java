package dev.agenthost.gateway.intake;

import dev.agenthost.gateway.attachment.MessageFiles;
import dev.agenthost.gateway.rawpayload.RawPayloadWriter;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The intake of events of bots without context-store and delivery-service. */
public final class BotEventIntakes {
    private BotEventIntakes() {}

    /** @param events receives the events; dead letters are dropped */
    public static BotEventIntake into(EventProducer events) {
        return into(events, (bot, update, reason, detail) -> true, warning -> {});
    }

    /** @param fileWarnings receives a line for each attempt to fetch a file, because no context-store is configured */
    public static BotEventIntake into(
            EventProducer events, UpdateDeadLetters deadLetters, Consumer<String> fileWarnings) {
        return new BotEventIntake(
                new EventIntake(
                        new RawPayloadWriter(Optional.empty(), Duration.ofSeconds(1), System::nanoTime, outcome -> {}),
                        events,
                        Duration.ofSeconds(60),
                        new RecentEvents(),
                        failure -> {}),
                deadLetters,
                new MessageFiles(null, 1, Duration.ofSeconds(1), System::nanoTime, fileWarnings),
                command -> CompletableFuture.failedFuture(new IOException()),
                InstantSource.system(),
                warning -> {});
    }
}
