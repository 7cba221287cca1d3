package dev.agenthost.im.lark.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.chat.connection.ConnectionTimes;
import dev.agenthost.im.chat.connection.ReconnectSchedule;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LarkConnectionConfigTest {
    private static final String ADDRESS = "wss://msg.example/ws/v2?device_id=1&service_id=7";

    @Example
    void theValuesOfThePlatformAreUsedWithinBounds() {
        assertThat(config("{\"ReconnectCount\":-1,\"ReconnectInterval\":20,\"ReconnectNonce\":0,\"PingInterval\":5}"))
                .isEqualTo(new ConnectionTimes(Duration.ofSeconds(20), Duration.ZERO, Duration.ofSeconds(5)));
        assertThat(config("{\"ReconnectInterval\":0,\"ReconnectNonce\":99999999999999999999,\"PingInterval\":-3}"))
                .isEqualTo(new ConnectionTimes(Duration.ofSeconds(1), Duration.ofSeconds(120), Duration.ofSeconds(1)));
        assertThat(config("{\"PingInterval\":\"5\"}")).isEqualTo(LarkConnectionConfig.DEFAULT);
        assertThat(config("7")).isEqualTo(LarkConnectionConfig.DEFAULT);
    }

    @Example
    void aPongMayHaveNewValues() {
        assertThat(LarkConnectionConfig.ofPong(pong("{\"PingInterval\":5}"), LarkConnectionConfig.DEFAULT))
                .get()
                .extracting(ConnectionTimes::pingInterval)
                .isEqualTo(Duration.ofSeconds(5));
        assertThat(LarkConnectionConfig.ofPong(pong(""), LarkConnectionConfig.DEFAULT))
                .isEmpty();
        assertThat(LarkConnectionConfig.ofPong(pong("{"), LarkConnectionConfig.DEFAULT))
                .isEmpty();
        assertThat(LarkConnectionConfig.ofPong(LarkFrame.ping(1), LarkConnectionConfig.DEFAULT))
                .isEmpty();
    }

    @Property
    void theTimesBetweenAttemptsAreWithinTheirBounds(
            @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE) int failures, @ForAll long seed) {
        Random random = new Random(seed);
        ConnectionTimes config = LarkConnectionConfig.DEFAULT;
        assertThat(ReconnectSchedule.afterFailure(failures, config, random))
                .isBetween(Duration.ofMillis(500), config.reconnectInterval());
        assertThat(ReconnectSchedule.afterEnd(config, random)).isBetween(Duration.ZERO, config.reconnectSpread());
        assertThat(ReconnectSchedule.afterRefusal(config, random))
                .isBetween(config.reconnectInterval().dividedBy(2), config.reconnectInterval());
    }

    @Example
    void theAnswerToTheRequestForAnAddressIsClassified() {
        assertThat(read(
                        200,
                        "{\"code\":0,\"data\":{\"URL\":\"" + ADDRESS + "\",\"ClientConfig\":{\"PingInterval\":9}}}"))
                .isInstanceOfSatisfying(AddressAnswer.Address.class, address -> {
                    assertThat(address.url()).isEqualTo(ADDRESS);
                    assertThat(address.times().pingInterval()).hasSeconds(9);
                    assertThat(address.toString()).doesNotContain("device_id");
                });
        for (String refusal : List.of("{\"code\":514,\"msg\":\"auth failed\"}", "{\"code\":403}")) {
            assertThat(read(200, refusal)).as(refusal).isInstanceOf(AddressAnswer.Refused.class);
        }
        for (String failure : List.of("{\"code\":1}", "{\"code\":1000040343}", "{\"code\":0}", "{}", "[]", "<html>")) {
            assertThat(read(200, failure)).as(failure).isInstanceOf(AddressAnswer.Failed.class);
        }
        assertThat(read(502, "bad gateway")).isEqualTo(new AddressAnswer.Failed("status 502"));
    }

    @Example
    void theAnswerToAnUpgradeIsClassified() {
        assertThat(EndpointAnswer.ofUpgrade(
                        400,
                        Map.of("handshake-status", "514", "handshake-autherrcode", "1000040350", "handshake-msg", "x")))
                .isEqualTo(new AddressAnswer.Refused("the app has its 50 connections: 514 x"));
        assertThat(EndpointAnswer.ofUpgrade(400, Map.of("handshake-status", "403")))
                .isInstanceOf(AddressAnswer.Refused.class);
        assertThat(EndpointAnswer.ofUpgrade(400, Map.of("handshake-status", "514")))
                .isInstanceOf(AddressAnswer.Failed.class);
        assertThat(EndpointAnswer.ofUpgrade(503, Map.of())).isEqualTo(new AddressAnswer.Failed("503 "));
    }

    @Example
    void anAnswerIsTheFrameOfItsEvent() {
        LarkFrame event = new LarkFrame(
                5, 6, 7, LarkFrame.DATA, List.of(new LarkFrame.Header("type", "event")), "e", "t", new byte[3], "n");
        var toast = JsonNodeFactory.instance.objectNode().put("toast", "hé");

        LarkFrame answer = event.answer(new EventAnswer.Accepted(toast), 12);

        assertThat(answer.sequenceId()).isEqualTo(5);
        assertThat(answer.newLogId()).isEqualTo("n");
        assertThat(answer.header("type")).contains("event");
        assertThat(answer.header("biz_rt")).contains("12");
        assertThat(new String(answer.payload(), StandardCharsets.UTF_8))
                .isEqualTo("{\"code\":200,\"headers\":{},\"data\":\"eyJ0b2FzdCI6ImjDqSJ9\"}");
        assertThat(new String(event.answer(new EventAnswer.Failed(), 0).payload(), StandardCharsets.UTF_8))
                .isEqualTo("{\"code\":500,\"headers\":{}}");
    }

    private static LarkFrame pong(String payload) {
        return new LarkFrame(
                0,
                0,
                1,
                LarkFrame.CONTROL,
                List.of(new LarkFrame.Header("type", "pong")),
                null,
                null,
                payload.getBytes(StandardCharsets.UTF_8),
                null);
    }

    private static ConnectionTimes config(String json) {
        try {
            return LarkConnectionConfig.read(ProtocolCodec.readTree(json), LarkConnectionConfig.DEFAULT);
        } catch (dev.agenthost.protocol.json.UndecodableException e) {
            throw new AssertionError(e);
        }
    }

    private static AddressAnswer read(int status, String body) {
        return EndpointAnswer.read(status, body.getBytes(StandardCharsets.UTF_8));
    }
}
