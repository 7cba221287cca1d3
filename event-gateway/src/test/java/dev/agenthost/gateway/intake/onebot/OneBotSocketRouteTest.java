package dev.agenthost.gateway.intake.onebot;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.BotRecords;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.onebot.ReverseSocket;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The handshakes of a reverse WebSocket, and the reasons for which its connection ends. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class OneBotSocketRouteTest extends ConnectedBot {

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "Authorization, none, 401",
                "Authorization, Bearer wrong, 401",
                "Authorization, Bearer access_red_3, 401",
                "Authorization, access_now_1, 401",
                "Authorization, Bearer , 401",
                "X-Self-ID, none, 400",
                "X-Self-ID, me, 400",
                "X-Self-ID, 4001, 404",
                "X-Client-Role, none, 400",
                "X-Client-Role, Both, 400"
            })
    void aHandshakeWithAWrongHeaderIsRefused(String header, String value, int status) {
        Map<String, String> headers = new HashMap<>(oneBot.headers("Universal"));
        headers.remove(header);
        if (value != null) {
            headers.put(header, value);
        }
        register(SHOP, true, 4000, "ACCESS_NOW", "ACCESS_OF_RED");

        assertThat(refusal(SHOP, headers)).isEqualTo(status);
    }

    @Test
    void anUnknownBotIsNotFoundAndADisabledOneIsForbidden() {
        register("ws-asleep", false, 4000, "ACCESS_NOW");

        assertThat(refusal("ws-unknown", oneBot.headers("Event"))).isEqualTo(404);
        assertThat(refusal("ws-asleep", oneBot.headers("Event"))).isEqualTo(403);
    }

    @Test
    void aWrongTokenIsInTheAudit() {
        Map<String, String> headers = new HashMap<>(oneBot.headers("Event"));
        headers.put("Authorization", "Bearer wrong");
        BotRecords.awaitCountedRefusals();
        try (TopicConsumer audit = TopicConsumer.fromNow(Topics.AUDIT)) {
            assertThat(refusal(SHOP, headers)).isEqualTo(401);

            assertThat(audit.await(1, record -> new String(record.value()).contains("/webhooks/onebot/" + SHOP)))
                    .isNotEmpty()
                    .allSatisfy(record -> assertThat(new String(record.value()))
                            .contains("key.refused")
                            .doesNotContain("wrong"));
        }
    }

    @Test
    void aRequestThatIsNoHandshakeIsNotFound() {
        given().get("/webhooks/onebot/" + SHOP + "/ws").then().statusCode(404);
    }

    @Test
    void aBotHasFewConnections() {
        for (int i = 0; i < SocketSlots.MOST; i++) {
            connected("Event");
        }

        assertThat(refusal(SHOP, oneBot.headers("Event"))).isEqualTo(429);
        sockets.removeFirst().close();
        ReverseSocket next = connect(SHOP, oneBot.headers("Event"));
        until(next::isOpen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"disabled", "removed", "rotated", "other account"})
    void aBotThatNoLongerAdmitsAConnectionClosesIt(String change) {
        ReverseSocket socket = connected("Universal");

        switch (change) {
            case "disabled" -> register(SHOP, false, 4000, "ACCESS_NOW");
            case "removed" -> bots.take(bot(SHOP, true, 4000, true, "ACCESS_NOW"));
            case "rotated" -> register(SHOP, true, 4000, "ACCESS_NEXT");
            default -> register(SHOP, true, 4001, "ACCESS_NOW");
        }

        until(() -> socket.closeCodes().contains(1008) && socket.statuses().size() > 1);
        assertThat(socket.statuses().get(1))
                .isEqualTo(
                        Map.of("disabled", 403, "removed", 404, "rotated", 401).getOrDefault(change, 404));
    }

    @Test
    void theOtherTokenOfARotationKeepsItsConnection() {
        ReverseSocket socket = connected("Event");

        register(SHOP, true, 4000, "ACCESS_NEXT", "ACCESS_NOW");
        bots.take(bot("ws-other", true, 4000, false, "ACCESS_NEXT"));

        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            ObjectNode message = message("still here");
            socket.report(message);
            published(events, message);
        }
        assertThat(socket.closeCodes()).isEmpty();
    }
}
