package dev.agenthost.local.box;

import dev.agenthost.local.client.AnswerRendering;
import dev.agenthost.local.client.ApiClient;
import dev.agenthost.local.client.EventClient;
import dev.agenthost.local.client.LiveStreamClient;
import dev.agenthost.local.plan.Demo;
import dev.agenthost.protocol.result.ResultCodec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends messages to a bot for this purpose, and reads their answers to the end. The box is then known to answer, and the code,
 * statements and connections for a person's first message are warm.
 */
final class StartCheck {
    /** The third answer takes as long as later ones. */
    private static final int MESSAGES = 3;

    static final Duration LIMIT = Duration.ofSeconds(20);

    private final Duration limit;
    private final HttpClient http;
    private final EventClient sender;

    /** @param limit for all messages together */
    StartCheck(URI frontDoor, String key, Duration limit) {
        this.limit = limit;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(limit)
                .build();
        this.sender = new EventClient(new ApiClient(http, frontDoor, key, limit));
    }

    /** Returns the reason why a message was not answered; empty if all were. */
    Optional<String> run() throws InterruptedException {
        var messages = new FutureTask<>(this::send);
        var thread = Thread.ofVirtual().name("start-check").start(messages);
        try {
            return messages.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            thread.interrupt();
            return Optional.of("no answer after " + limit.toSeconds() + " s");
        } catch (ExecutionException e) {
            return Optional.of(String.valueOf(e.getCause()));
        }
    }

    private Optional<String> send() throws IOException, InterruptedException {
        for (int i = 0; i < MESSAGES; i++) {
            var spoken = new AnswerRendering[] {AnswerRendering.nothingYet()};
            new LiveStreamClient(http, sender.send(Demo.START_CHECK, "start", "hello")).read(frame -> {
                spoken[0] = spoken[0].after(ResultCodec.decode(frame)).next();
                return spoken[0].end() == null;
            });
            var end = spoken[0].end();
            if (end == null || !end.complaint().isEmpty()) {
                return Optional.of(end == null ? "the stream ended before the answer" : end.complaint());
            }
        }
        return Optional.empty();
    }
}
