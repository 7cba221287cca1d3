package dev.agenthost.gateway.intake.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.im.telegram.client.TelegramClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Confirms an update only when it is done with. */
class TelegramPollerTest {
    private static final Vertx VERTX = Vertx.vertx();

    private final List<EventEnvelope> events = new CopyOnWriteArrayList<>();
    private final AtomicInteger tries = new AtomicInteger();
    private volatile boolean kafkaAway;
    private volatile boolean mayPoll = true;
    private ScriptedTelegram telegram;
    private Thread thread;

    @BeforeEach
    void start() throws Exception {
        telegram = new ScriptedTelegram(PollingReplica.TOKEN, "shop_bot");
    }

    @AfterEach
    void stop() throws Exception {
        thread.interrupt();
        thread.join();
        telegram.close();
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    @Test
    void anUpdateIsNotConfirmedBeforeKafkaHasItsEvent() {
        kafkaAway = true;
        poll();
        telegram.write(5001, "hello");
        await(() -> tries.get() > 1);
        assertThat(telegram.pending()).isEqualTo(1);
        assertThat(events).isEmpty();

        kafkaAway = false;
        await(() -> telegram.pending() == 0);
        assertThat(events).hasSize(1);
    }

    @Test
    void anUpdateThatComesAfterTheClaimWasLostIsNeitherPublishedNorConfirmed() throws Exception {
        poll();
        await(() -> !telegram.calls("getUpdates").isEmpty());
        mayPoll = false;
        telegram.write(5001, "hello");
        thread.join();

        assertThat(tries).hasValue(0);
        assertThat(telegram.pending()).isEqualTo(1);
    }

    @Test
    void aStopLeavesWhatIsNotDoneToTheNextHolder() throws Exception {
        kafkaAway = true;
        poll();
        telegram.write(5001, "hello");
        await(() -> tries.get() > 0);
        thread.interrupt();
        thread.join();
        assertThat(telegram.pending()).isEqualTo(1);

        kafkaAway = false;
        poll();
        await(() -> telegram.pending() == 0);
        assertThat(events).hasSize(1);
    }

    private void poll() {
        var client = new TelegramClient(
                new EgressClient(VERTX, new AddressPolicy(true, AllowList.parse(List.of())), 4, Duration.ofSeconds(2)),
                telegram.baseUrl(),
                Duration.ofSeconds(5));
        EventProducer producer = (event, trace) -> {
            tries.incrementAndGet();
            if (kafkaAway) {
                return CompletableFuture.failedFuture(new IOException("Kafka is away"));
            }
            events.add(event);
            return CompletableFuture.completedFuture(null);
        };
        BotTokens tokens = new BotTokens(new Secrets(Map.of("TOKEN", PollingReplica.TOKEN)));
        var updates = new TelegramUpdateIntake(
                BotEventIntakes.into(producer),
                press -> CompletableFuture.failedFuture(new IOException()),
                new TelegramDownloads(client, tokens));
        var poller = new TelegramPoller(client, tokens, updates, Duration.ofSeconds(2));
        thread = Thread.ofVirtual().start(() -> {
            try {
                poller.poll(PollingReplica.CLAIM, PollingReplica.BOT, () -> mayPoll);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(condition);
    }
}
