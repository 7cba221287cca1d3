package dev.agenthost.gateway.intake.dingtalk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.gateway.intake.connection.ScriptedProducer;
import dev.agenthost.gateway.intake.connection.ws.ConnectionReplica;
import dev.agenthost.testkit.dingtalk.DingTalkDelivery;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalkStream;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages over a connection while Kafka takes none: the platform does not push them again. */
class DingTalkOutageTest {
    private static final Vertx VERTX = Vertx.vertx();

    private final ScriptedProducer kafka = new ScriptedProducer();
    private final List<String> fetches = new CopyOnWriteArrayList<>();
    private final List<JsonNode> deadLetters = new CopyOnWriteArrayList<>();
    private volatile boolean takesDeadLetters = true;
    private ScriptedDingTalkStream dingTalk;
    private ConnectionReplica replica;

    @BeforeEach
    void start() {
        dingTalk = new ScriptedDingTalkStream(DingTalkBot.CLIENT_ID, DingTalkBot.SECRET);
        replica = DingTalkReplica.of(
                VERTX,
                Map.of("DINGTALK_SECRET", DingTalkBot.SECRET),
                BotEventIntakes.into(
                        kafka.of("a"),
                        (bot, update, reason, detail) -> {
                            deadLetters.add(update.deepCopy());
                            return takesDeadLetters;
                        },
                        fetches::add));
        replica.bots.take(DingTalkBot.connected("shop", true, dingTalk.apiUrl()));
        kafka.setAway(true);
        until(() -> dingTalk.connections() == 1);
    }

    @AfterEach
    void stop() throws InterruptedException {
        replica.close();
        dingTalk.close();
    }

    @AfterAll
    static void stopVertx() {
        VERTX.close();
    }

    /** An address of a file lives for a short time, and others wait for its place in memory. */
    @Test
    void theFilesOfAMessageAreFetchedOnce() throws InterruptedException {
        ObjectNode photo = DingTalkBot.message("msg" + UUID.randomUUID(), "user5", "picture");
        photo.putObject("content").put("downloadCode", "code-1");
        DingTalkDelivery delivery = dingTalk.say(photo);
        until(() -> kafka.refused() > 2);

        kafka.setAway(false);
        delivery.await();

        assertThat(fetches).hasSize(1);
        assertThat(kafka.published()).hasSize(1);
    }

    @Test
    void aMessageDoesNotOvertakeAnEarlierOneOfItsConversation() throws InterruptedException {
        DingTalkDelivery first = dingTalk.say(text("first"));
        until(() -> kafka.refused() > 0);
        for (int i = 0; i < 6; i++) {
            dingTalk.say(text("later"));
        }
        dingTalk.say(DingTalkBot.text("msg" + UUID.randomUUID(), "user6", "of another person"));
        until(() ->
                kafka.refusals().stream().filter("a of another person"::equals).count() > 1);
        assertThat(kafka.refusals()).contains("a first").doesNotContain("a later");

        kafka.setAway(false);
        first.await();
        until(() -> kafka.published().size() == 8);

        assertThat(kafka.published().stream().filter(event -> !event.equals("a of another person")))
                .first()
                .isEqualTo("a first");
    }

    @Test
    void aDeadLetterIsStoredOnceKafkaTakesIt() throws InterruptedException {
        takesDeadLetters = false;
        DingTalkDelivery delivery = dingTalk.say(text("hello").put("robotCode", "another"));
        until(() -> deadLetters.size() > 1);
        assertThat(delivery.answers()).isEmpty();

        takesDeadLetters = true;
        delivery.await();
    }

    /** It may have the address by which anyone may write into the conversation. */
    @Test
    void aPayloadThatIsNoObjectIsNotStored() throws InterruptedException {
        String broken = text("hello").toString() + "}";
        assertThat(broken).contains("sessionWebhook");
        dingTalk.say(JsonNodeFactory.instance.textNode(broken)).await();
        dingTalk.say(JsonNodeFactory.instance.textNode("[" + text("hello") + "]"))
                .await();
        dingTalk.say(text("hello").put("robotCode", "another")).await();

        assertThat(deadLetters).hasSize(3).noneMatch(letter -> letter.toString().contains("sendBySession"));
    }

    private static ObjectNode text(String text) {
        return DingTalkBot.text("msg" + UUID.randomUUID(), "user5", text);
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }
}
