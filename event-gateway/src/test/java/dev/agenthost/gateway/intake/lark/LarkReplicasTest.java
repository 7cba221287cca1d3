package dev.agenthost.gateway.intake.lark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.testkit.lark.LarkDelivery;
import dev.agenthost.testkit.lark.ScriptedLarkConnection;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several replicas with connections of one app, and their end. */
class LarkReplicasTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final String SECRET = "lark-secret-1";
    private static final String BOT = "shop";

    /** The events that Kafka has, as the replica and the text of each. */
    private final List<String> published = new CopyOnWriteArrayList<>();

    private final CompletableFuture<Void> gate = new CompletableFuture<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final List<LarkReplica> replicas = new ArrayList<>();
    private volatile boolean kafkaIsAway;
    private volatile boolean isGated;
    private ScriptedLarkConnection lark;

    @BeforeEach
    void start() {
        lark = new ScriptedLarkConnection("cli_a1", SECRET);
        lark.repeatAfter(Duration.ofSeconds(20));
    }

    @AfterEach
    void stop() throws InterruptedException {
        gate.complete(null);
        for (LarkReplica replica : replicas) {
            replica.close();
        }
        lark.close();
    }

    @AfterAll
    static void stopVertx() {
        VERTX.close();
    }

    @Test
    void anEventReachesOneOfTheReplicas() throws InterruptedException {
        replica("a", BOT);
        replica("b", BOT);
        until(() -> lark.connections() == 2);

        List<LarkDelivery> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(lark.deliver(text("t" + i)));
        }
        for (LarkDelivery delivery : all) {
            delivery.await();
        }

        assertThat(published).hasSize(40);
        assertThat(published.stream().map(event -> event.substring(2)).distinct())
                .hasSize(40);
        assertThat(published.stream().map(event -> event.substring(0, 1)).distinct())
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void anEventThatKafkaDoesNotTakeIsRefusedAndComesAgain() throws InterruptedException {
        lark.repeatAfter(Duration.ofMillis(200));
        kafkaIsAway = true;
        replica("a", BOT);
        LarkDelivery delivery = lark.deliver(text("hello"));
        until(() -> delivery.codes().size() > 1);

        kafkaIsAway = false;
        delivery.await();

        assertThat(delivery.codes().getFirst()).isEqualTo(500);
        assertThat(published).containsExactly("a hello");
    }

    @Test
    void aReplicaThatStopsAnswersTheEventThatItTakesIn() throws Exception {
        isGated = true;
        LarkReplica first = replica("a", BOT);
        LarkDelivery delivery = lark.deliver(text("hello"));
        until(() -> waiting.get() == 1);

        Thread closing = Thread.ofVirtual().start(() -> {
            try {
                first.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(delivery.isAccepted()).isFalse();
        gate.complete(null);
        closing.join();

        assertThat(delivery.await().path("code").asInt()).isEqualTo(200);
        assertThat(published).containsExactly("a hello");
        until(() -> lark.connections() == 0);
    }

    @Test
    void aChangedBotAnswersTheEventThatItTakesInOverItsOldConnection() throws InterruptedException {
        isGated = true;
        LarkReplica replica = replica("a", BOT);
        LarkDelivery delivery = lark.deliver(text("hello"));
        until(() -> waiting.get() == 1);

        replica.bots.take(LarkBot.connected(BOT, true, lark.apiUrl()));
        until(() -> lark.opened() == 2);
        gate.complete(null);

        delivery.await();
        assertThat(delivery.attempts()).isEqualTo(1);
        until(() -> lark.connections() == 1);
    }

    @Test
    void atMostSixtyFourEventsAreTakenInAtOnce() throws InterruptedException {
        isGated = true;
        replica("a", BOT);
        until(() -> lark.connections() == 1);
        List<LarkDelivery> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(lark.deliver(text("t" + i)));
        }
        until(() -> waiting.get() >= 64 && all.getLast().attempts() > 0);
        assertThat(waiting.get()).isEqualTo(64);

        gate.complete(null);
        for (LarkDelivery delivery : all) {
            delivery.await();
        }
        assertThat(published).hasSize(100);
    }

    @Test
    void aReplicaBeyondTheLimitOfConnectionsConnectsWhenThereIsRoom() throws InterruptedException {
        lark.limitConnections(1);
        LarkReplica first = replica("a", BOT);
        until(() -> lark.connections() == 1);
        replica("b", BOT);
        until(() -> lark.endpointCodes().size() > 1);
        lark.deliver(text("one")).await();

        first.close();
        until(() -> lark.opened() == 2);
        lark.deliver(text("two")).await();

        assertThat(published).containsExactly("a one", "b two");
    }

    @Test
    void ofTwoBotsOfAnAppTheFirstHasTheConnection() throws InterruptedException {
        LarkReplica replica = replica("a", "shop-2");
        until(() -> lark.connections() == 1);

        replica.bots.take(LarkBot.connected(BOT, true, lark.apiUrl()));
        until(() -> lark.opened() == 2 && lark.connections() == 1);
        lark.deliver(text("hello")).await();

        assertThat(published).containsExactly("a hello");
    }

    private LarkReplica replica(String name, String botId) {
        EventProducer events = (envelope, traceparent) -> {
            if (kafkaIsAway) {
                return CompletableFuture.failedFuture(new IOException("Kafka is away"));
            }
            waiting.incrementAndGet();
            CompletableFuture<Void> open = isGated ? gate : CompletableFuture.completedFuture(null);
            return open.thenRun(
                    () -> published.add(name + " " + envelope.input().text()));
        };
        LarkReplica replica = new LarkReplica(VERTX, SECRET, events);
        replica.bots.take(LarkBot.connected(botId, true, lark.apiUrl()));
        replicas.add(replica);
        return replica;
    }

    private static ObjectNode text(String text) {
        return LarkBot.message(
                UUID.randomUUID().toString(), "oc_" + UUID.randomUUID(), "text", "{\"text\":\"" + text + "\"}");
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }
}
