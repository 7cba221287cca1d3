package dev.agenthost.gateway.intake.dingtalk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.intake.connection.ScriptedProducer;
import dev.agenthost.gateway.intake.connection.ws.ConnectionReplica;
import dev.agenthost.testkit.dingtalk.DingTalkDelivery;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalkStream;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that the host ends: the platform does not push again the messages that arrive meanwhile. */
class DingTalkChangesTest {
    /** All connections share one thread, which a test can stop. */
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

    private final ScriptedProducer kafka = new ScriptedProducer();
    private ScriptedDingTalkStream dingTalk;
    private ConnectionReplica replica;

    @BeforeEach
    void start() {
        dingTalk = new ScriptedDingTalkStream(DingTalkBot.CLIENT_ID, DingTalkBot.SECRET);
        replica = DingTalkReplica.of(
                vertx,
                Map.of("DINGTALK_SECRET", DingTalkBot.SECRET, "NEXT_SECRET", "dingtalk-secret-2"),
                BotEventIntakes.into(kafka.of("a")));
    }

    @AfterEach
    void stop() throws InterruptedException {
        replica.close();
        dingTalk.close();
        vertx.close();
    }

    @Test
    void aMessageBetweenTheStopOfAReplicaAndTheEndOfItsConnectionIsPublished() throws Exception {
        replica.bots.take(DingTalkBot.connected("shop", true, dingTalk.apiUrl()));
        until(() -> dingTalk.connections() == 1);
        CountDownLatch reading = new CountDownLatch(1);
        vertx.runOnContext(stopped -> uninterrupted(reading::await));

        DingTalkDelivery delivery = dingTalk.say(text("hello"));
        until(() -> delivery.attempts() == 1);
        Thread closing = Thread.ofVirtual().start(() -> uninterrupted(replica::close));
        until(() -> closing.getState() == Thread.State.TIMED_WAITING || closing.getState() == Thread.State.WAITING);
        reading.countDown();
        closing.join();

        assertThat(kafka.published()).containsExactly("a hello");
    }

    @Test
    void aChangedBotKeepsItsConnectionUntilItHasTheNextOne() throws InterruptedException {
        replica.bots.take(DingTalkBot.connected("shop", true, dingTalk.apiUrl()));
        until(() -> dingTalk.connections() == 1);
        dingTalk.refuseAddresses("503 ServiceUnavailable");

        replica.bots.take(DingTalkBot.connected("shop", true, dingTalk.apiUrl()));
        until(() -> dingTalk.openings().contains("503 ServiceUnavailable"));
        dingTalk.say(text("hello")).await();
        assertThat(dingTalk.opened()).isEqualTo(1);

        dingTalk.refuseAddresses("");
        until(() -> dingTalk.opened() == 2 && dingTalk.connections() == 1);
        dingTalk.say(text("again")).await();
        assertThat(kafka.published()).containsExactly("a hello", "a again");
    }

    @Test
    void aBotWhoseNextSecretIsRefusedHasNoConnection() {
        replica.bots.take(DingTalkBot.connected("shop", true, dingTalk.apiUrl()));
        until(() -> dingTalk.connections() == 1);

        replica.bots.take(DingTalkBot.connected("shop", true, dingTalk.apiUrl(), "NEXT_SECRET"));

        until(() -> dingTalk.openings().contains("401 authFailed") && dingTalk.connections() == 0);
    }

    @Test
    void aBotThatIsPausedLosesTheConnectionThatAnEarlierChangeHasKept() {
        replica.bots.take(DingTalkBot.connected("shop", true, dingTalk.apiUrl()));
        until(() -> dingTalk.connections() == 1);
        dingTalk.refuseAddresses("503 ServiceUnavailable");
        replica.bots.take(DingTalkBot.connected("shop", true, dingTalk.apiUrl()));
        until(() -> dingTalk.openings().contains("503 ServiceUnavailable"));

        replica.bots.take(DingTalkBot.connected("shop", false, dingTalk.apiUrl()));

        until(() -> dingTalk.connections() == 0);
    }

    /** During a rotation, an app has two secrets. */
    @Test
    void ofTwoBotsOfAnAppWithDifferentSecretsTheFirstHasTheConnection() throws InterruptedException {
        replica.bots.take(DingTalkBot.connected("shop-2", true, dingTalk.apiUrl(), "NEXT_SECRET"));
        until(() -> dingTalk.openings().contains("401 authFailed"));
        dingTalk.replaceSecret("dingtalk-secret-2");
        replica.bots.take(DingTalkBot.connected("shop-2", true, dingTalk.apiUrl(), "NEXT_SECRET"));
        until(() -> dingTalk.connections() == 1);
        dingTalk.replaceSecret(DingTalkBot.SECRET);

        replica.bots.take(DingTalkBot.connected("shop", true, dingTalk.apiUrl()));

        until(() -> dingTalk.opened() == 2 && dingTalk.connections() == 1);
        dingTalk.say(text("hello")).await();
        assertThat(kafka.published()).containsExactly("a hello");
    }

    private interface Wait {
        void run() throws InterruptedException;
    }

    private static void uninterrupted(Wait wait) {
        try {
            wait.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ObjectNode text(String text) {
        return DingTalkBot.text("msg" + UUID.randomUUID(), "u" + UUID.randomUUID(), text);
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }
}
