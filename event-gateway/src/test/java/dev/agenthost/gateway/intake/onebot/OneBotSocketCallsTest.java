package dev.agenthost.gateway.intake.onebot;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.onebot.OneBotFault;
import dev.agenthost.testkit.onebot.ReverseSocket;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls go over the reverse WebSocket of an implementation. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class OneBotSocketCallsTest extends ConnectedBot {

    @ParameterizedTest
    @ValueSource(strings = {"API", "Universal"})
    void aCallGoesOverTheConnection(String role) {
        connected(role);

        awaitCall(200).body("status", equalTo("ok"));
        assertThat(oneBot.messages("person_5001")).isNotEmpty().allSatisfy(sent -> assertThat(sent.text())
                .isEqualTo("hi"));
        oneBot.failNext(new OneBotFault.Failed(100, "no"));
        call(SHOP, "send_private_msg", "key-between").statusCode(200).body("retcode", equalTo(100));
        call(SHOP, "unknown_action", "key-between").statusCode(404);
    }

    @Test
    void aCallWithoutAConnectionForItIsNotMade() {
        call(SHOP, "send_private_msg", "key-between").statusCode(421);
        connected("Event");

        call(SHOP, "send_private_msg", "key-between").statusCode(421);
        call(SHOP, "send_private_msg", "wrong").statusCode(401);
        call(SHOP, "Send", "key-between").statusCode(400);
        assertThat(oneBot.calls()).isZero();
    }

    @Test
    void aCallWhoseConnectionEndsIsInDoubt() {
        ReverseSocket socket = connected("Universal");
        awaitCall(200);
        int before = oneBot.calls();
        oneBot.failNext(new OneBotFault.LostAnswer());
        Thread.ofVirtual().start(() -> {
            until(() -> oneBot.calls() > before);
            socket.drop();
        });

        call(SHOP, "send_private_msg", "key-between").statusCode(504);

        assertThat(oneBot.calls()).as("calls are made once").isEqualTo(before + 1);
    }

    /** The connection is known to the route a moment after the handshake is. */
    private ValidatableResponse awaitCall(int status) {
        until(() -> call(SHOP, "send_private_msg", "key-between").extract().statusCode() == status);
        return call(SHOP, "send_private_msg", "key-between").statusCode(status);
    }

    private static ValidatableResponse call(String botId, String action, String key) {
        return given().contentType("application/json")
                .header("Authorization", "Bearer " + key)
                .body("{\"user_id\":5001,\"message\":[{\"type\":\"text\",\"data\":{\"text\":\"hi\"}}]}")
                .post("/internal/v1/onebot/" + botId + "/" + action)
                .then();
    }
}
