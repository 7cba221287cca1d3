package dev.agenthost.gateway.intake.lark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.intake.connection.ScriptedProducer;
import dev.agenthost.gateway.intake.connection.ws.ConnectionReplica;
import dev.agenthost.testkit.lark.LarkDelivery;
import dev.agenthost.testkit.lark.ScriptedLarkConnection;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several replicas with connections of one app, and their end. */
class LarkReplicasTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final String SECRET = "lark-secret-1";
    private static final String BOT = "shop";

    private final ScriptedProducer kafka = new ScriptedProducer();
    private final List<ConnectionReplica> replicas = new ArrayList<>();
    private ScriptedLarkConnection lark;

    @BeforeEach
    void start() {
        lark = new ScriptedLarkConnection("cli_a1", SECRET);
        lark.repeatAfter(Duration.ofSeconds(20));
    }

    @AfterEach
    void stop() throws InterruptedException {
        kafka.release();
        for (ConnectionReplica replica : replicas) {
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

        assertThat(kafka.published()).hasSize(40);
        assertThat(kafka.published().stream().map(event -> event.substring(2)).distinct())
                .hasSize(40);
        assertThat(kafka.published().stream()
                        .map(event -> event.substring(0, 1))
                        .distinct())
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void anEventThatKafkaDoesNotTakeIsRefusedAndComesAgain() throws InterruptedException {
        lark.repeatAfter(Duration.ofMillis(200));
        kafka.setAway(true);
        replica("a", BOT);
        LarkDelivery delivery = lark.deliver(text("hello"));
        until(() -> delivery.codes().size() > 1);

        kafka.setAway(false);
        delivery.await();

        assertThat(delivery.codes().getFirst()).isEqualTo(500);
        assertThat(kafka.published()).containsExactly("a hello");
    }

    @Test
    void aReplicaThatStopsAnswersTheEventThatItTakesIn() throws Exception {
        kafka.hold();
        ConnectionReplica first = replica("a", BOT);
        LarkDelivery delivery = lark.deliver(text("hello"));
        until(() -> kafka.handedOver() == 1);

        Thread closing = Thread.ofVirtual().start(() -> {
            try {
                first.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(delivery.isAccepted()).isFalse();
        kafka.release();
        closing.join();

        assertThat(delivery.await().path("code").asInt()).isEqualTo(200);
        assertThat(kafka.published()).containsExactly("a hello");
        until(() -> lark.connections() == 0);
    }

    @Test
    void aChangedBotAnswersTheEventThatItTakesInOverItsOldConnection() throws InterruptedException {
        kafka.hold();
        ConnectionReplica replica = replica("a", BOT);
        LarkDelivery delivery = lark.deliver(text("hello"));
        until(() -> kafka.handedOver() == 1);

        replica.bots.take(LarkBot.connected(BOT, true, lark.apiUrl()));
        until(() -> lark.opened() == 2);
        kafka.release();

        delivery.await();
        assertThat(delivery.attempts()).isEqualTo(1);
        until(() -> lark.connections() == 1);
    }

    @Test
    void atMostSixtyFourEventsAreTakenInAtOnce() throws InterruptedException {
        kafka.hold();
        replica("a", BOT);
        until(() -> lark.connections() == 1);
        List<LarkDelivery> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(lark.deliver(text("t" + i)));
        }
        until(() -> kafka.handedOver() >= 64 && all.getLast().attempts() > 0);
        assertThat(kafka.handedOver()).isEqualTo(64);

        kafka.release();
        for (LarkDelivery delivery : all) {
            delivery.await();
        }
        assertThat(kafka.published()).hasSize(100);
    }

    @Test
    void aReplicaBeyondTheLimitOfConnectionsConnectsWhenThereIsRoom() throws InterruptedException {
        lark.limitConnections(1);
        ConnectionReplica first = replica("a", BOT);
        until(() -> lark.connections() == 1);
        replica("b", BOT);
        until(() -> lark.endpointCodes().size() > 1);
        lark.deliver(text("one")).await();

        first.close();
        until(() -> lark.opened() == 2);
        lark.deliver(text("two")).await();

        assertThat(kafka.published()).containsExactly("a one", "b two");
    }

    @Test
    void ofTwoBotsOfAnAppTheFirstHasTheConnection() throws InterruptedException {
        ConnectionReplica replica = replica("a", "shop-2");
        until(() -> lark.connections() == 1);

        replica.bots.take(LarkBot.connected(BOT, true, lark.apiUrl()));
        until(() -> lark.opened() == 2 && lark.connections() == 1);
        lark.deliver(text("hello")).await();

        assertThat(kafka.published()).containsExactly("a hello");
    }

    private ConnectionReplica replica(String name, String botId) {
        ConnectionReplica replica = LarkReplica.of(VERTX, SECRET, kafka.of(name));
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
