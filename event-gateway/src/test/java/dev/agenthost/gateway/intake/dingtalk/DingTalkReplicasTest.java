package dev.agenthost.gateway.intake.dingtalk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.intake.connection.ScriptedProducer;
import dev.agenthost.gateway.intake.connection.ws.ConnectionReplica;
import dev.agenthost.testkit.dingtalk.DingTalkDelivery;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalkStream;
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
class DingTalkReplicasTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final String BOT = "shop";

    private final ScriptedProducer kafka = new ScriptedProducer();
    private final List<ConnectionReplica> replicas = new ArrayList<>();
    private ScriptedDingTalkStream dingTalk;

    @BeforeEach
    void start() {
        dingTalk = new ScriptedDingTalkStream(DingTalkBot.CLIENT_ID, DingTalkBot.SECRET);
        dingTalk.repeatAfter(Duration.ofSeconds(20));
    }

    @AfterEach
    void stop() throws InterruptedException {
        kafka.release();
        for (ConnectionReplica replica : replicas) {
            replica.close();
        }
        dingTalk.close();
    }

    @AfterAll
    static void stopVertx() {
        VERTX.close();
    }

    @Test
    void aMessageReachesOneOfTheReplicas() throws InterruptedException {
        replica("a", BOT);
        replica("b", BOT);
        until(() -> dingTalk.connections() == 2);

        List<DingTalkDelivery> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(dingTalk.say(text("t" + i)));
        }
        for (DingTalkDelivery delivery : all) {
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

    /** The platform does not push a message again. */
    @Test
    void aMessageThatKafkaDoesNotTakeIsTakenInAgainUntilItDoes() throws InterruptedException {
        kafka.setAway(true);
        replica("a", BOT);
        DingTalkDelivery delivery = dingTalk.say(text("hello"));
        until(() -> kafka.refused() > 1);
        assertThat(delivery.answers()).isEmpty();

        kafka.setAway(false);
        delivery.await();

        assertThat(delivery.attempts()).isEqualTo(1);
        assertThat(kafka.published()).containsExactly("a hello");
    }

    @Test
    void aMessageIsNotLostIfItsConnectionEndsWhileKafkaIsAway() {
        kafka.setAway(true);
        replica("a", BOT);
        dingTalk.say(text("hello"));
        until(() -> kafka.refused() > 0);

        dingTalk.cut();
        until(() -> dingTalk.opened() == 2);
        kafka.setAway(false);

        until(() -> kafka.published().equals(List.of("a hello")));
    }

    @Test
    void anEventThatKafkaDoesNotTakeIsPushedAgain() throws InterruptedException {
        dingTalk.repeatAfter(Duration.ofMillis(200));
        kafka.setAway(true);
        replica("a", BOT);
        DingTalkDelivery delivery = dingTalk.happen(
                "e-1",
                "chat_update_title",
                "ding9f50",
                JsonNodeFactory.instance
                        .objectNode()
                        .put("openConversationId", "cid1")
                        .put("title", "New"));
        until(() -> delivery.answers().size() > 1);
        assertThat(delivery.answers().getFirst().path("data").asText()).contains("LATER");

        kafka.setAway(false);
        delivery.await();
        assertThat(kafka.published()).hasSize(1);
    }

    @Test
    void aReplicaThatStopsTakesInTheMessageThatItHas() throws Exception {
        kafka.hold();
        ConnectionReplica first = replica("a", BOT);
        dingTalk.say(text("hello"));
        until(() -> kafka.handedOver() == 1);

        Thread closing = Thread.ofVirtual().start(() -> close(first));
        until(() -> dingTalk.connections() == 0);
        assertThat(closing.join(Duration.ofSeconds(1)))
                .as("the replica waits for the message")
                .isFalse();
        kafka.release();
        closing.join();

        assertThat(kafka.published()).containsExactly("a hello");
    }

    @Test
    void aReplicaThatStopsWaitsForTheMessageOfAConnectionThatHasEnded() throws Exception {
        kafka.hold();
        ConnectionReplica first = replica("a", BOT);
        dingTalk.say(text("hello"));
        until(() -> kafka.handedOver() == 1);
        dingTalk.cut();
        until(() -> dingTalk.opened() == 2 && dingTalk.connections() == 1);

        Thread closing = Thread.ofVirtual().start(() -> close(first));
        assertThat(closing.join(Duration.ofSeconds(1)))
                .as("the replica waits for the message")
                .isFalse();
        kafka.release();
        closing.join();

        assertThat(kafka.published()).containsExactly("a hello");
    }

    /** A message that arrives meanwhile would be lost on the old connection. */
    @Test
    void aChangedBotHasItsNextConnectionBeforeItsMessagesAreTakenIn() throws InterruptedException {
        kafka.hold();
        ConnectionReplica replica = replica("a", BOT);
        dingTalk.say(text("one"));
        until(() -> kafka.handedOver() == 1);

        replica.bots.take(DingTalkBot.connected(BOT, true, dingTalk.apiUrl()));
        until(() -> dingTalk.opened() == 2 && dingTalk.connections() == 1);
        DingTalkDelivery second = dingTalk.say(text("two"));
        until(() -> kafka.handedOver() == 2);
        kafka.release();

        second.await();
        until(() -> kafka.published().size() == 2);
        assertThat(kafka.published()).containsExactlyInAnyOrder("a one", "a two");
    }

    @Test
    void atMostSixtyFourMessagesAreTakenInAtOnce() throws InterruptedException {
        kafka.hold();
        replica("a", BOT);
        until(() -> dingTalk.connections() == 1);
        List<DingTalkDelivery> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(dingTalk.say(text("t" + i)));
        }
        until(() -> kafka.handedOver() >= 64 && all.getLast().attempts() > 0);
        assertThat(kafka.handedOver()).isEqualTo(64);

        kafka.release();
        for (DingTalkDelivery delivery : all) {
            delivery.await();
        }
        assertThat(kafka.published()).hasSize(100);
    }

    @Test
    void aConnectionThatThePlatformEndsIsReplacedBefore() throws InterruptedException {
        replica("a", BOT);
        until(() -> dingTalk.connections() == 1);

        dingTalk.disconnect(Duration.ofSeconds(10));
        until(() -> dingTalk.opened() == 2);
        assertThat(dingTalk.connections()).isEqualTo(2);
        for (int i = 0; i < 10; i++) {
            dingTalk.say(text("t" + i)).await();
        }
        assertThat(kafka.published()).hasSize(10);
    }

    @Test
    void ofTwoBotsOfAnAppTheFirstHasTheConnection() throws InterruptedException {
        ConnectionReplica replica = replica("a", "shop-2");
        until(() -> dingTalk.connections() == 1);

        replica.bots.take(DingTalkBot.connected(BOT, true, dingTalk.apiUrl()));
        until(() -> dingTalk.opened() == 2 && dingTalk.connections() == 1);
        dingTalk.say(text("hello")).await();

        assertThat(kafka.published()).containsExactly("a hello");
    }

    private static void close(ConnectionReplica replica) {
        try {
            replica.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ConnectionReplica replica(String name, String botId) {
        ConnectionReplica replica = DingTalkReplica.of(VERTX, DingTalkBot.SECRET, kafka.of(name));
        replica.bots.take(DingTalkBot.connected(botId, true, dingTalk.apiUrl()));
        replicas.add(replica);
        return replica;
    }

    private static ObjectNode text(String text) {
        return DingTalkBot.text("msg" + UUID.randomUUID(), "u" + UUID.randomUUID(), text);
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }
}
