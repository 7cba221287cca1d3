package dev.agenthost.im.discord.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.discord.calls.DiscordAnswer;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The messages of https://docs.discord.com/developers/events/gateway, and the answers of its request for an address. */
class DiscordFrameTest {
    private static final String BOT =
            "{\"url\":\"wss://gateway.discord.gg/\",\"shards\":9,\"session_start_limit\":{\"total\":1000,"
                    + "\"remaining\":%d,\"reset_after\":14400000,\"max_concurrency\":1}}";

    @Example
    void theMessagesOfThePageAreRead() {
        assertThat(DiscordFrame.read("{\"op\": 10, \"d\": {\"heartbeat_interval\": 45000}}"))
                .isEqualTo(new DiscordFrame.Hello(Duration.ofSeconds(45)));
        assertThat(DiscordFrame.read("{\"op\": 11}")).isEqualTo(new DiscordFrame.HeartbeatAcknowledgement());
        assertThat(DiscordFrame.read("{\"op\":1,\"d\":null}")).isEqualTo(new DiscordFrame.HeartbeatRequest());
        assertThat(DiscordFrame.read("{\"op\":7,\"d\":null}")).isEqualTo(new DiscordFrame.Reconnect());
        assertThat(DiscordFrame.read("{\"op\":9,\"d\":true}")).isEqualTo(new DiscordFrame.InvalidSession(true));
        assertThat(DiscordFrame.read("{\"op\":9,\"d\":false}")).isEqualTo(new DiscordFrame.InvalidSession(false));
        assertThat(DiscordFrame.read("{\"op\": 0, \"d\": {\"a\":1}, \"s\": 42, \"t\": \"GATEWAY_EVENT_NAME\"}"))
                .isInstanceOfSatisfying(DiscordFrame.Dispatch.class, dispatch -> {
                    assertThat(dispatch.sequence()).isEqualTo(42);
                    assertThat(dispatch.type()).isEqualTo("GATEWAY_EVENT_NAME");
                    assertThat(dispatch.data().path("a").asInt()).isEqualTo(1);
                });
        assertThat(DiscordFrame.read("{\"op\":43}")).isEqualTo(new DiscordFrame.Unsupported(43));
    }

    @Example
    void otherMessagesAreUnreadable() {
        for (String text : List.of(
                "",
                "[]",
                "null",
                "{\"op\":\"0\"}",
                "{\"op\":0,\"s\":1}",
                "{\"op\":0,\"t\":\"X\"}",
                "{\"op\":0,\"s\":1.5,\"t\":\"X\"}",
                "{\"op\":0,\"s\":1,\"t\":\"a b\"}",
                "{\"op\":10,\"d\":{}}",
                "{\"op\":10,\"d\":{\"heartbeat_interval\":0}}",
                "{\"op\":10,\"d\":{\"heartbeat_interval\":86400000}}")) {
            assertThat(DiscordFrame.read(text)).as(text).isEqualTo(new DiscordFrame.Unreadable());
        }
    }

    @Property
    void everyTextHasAMeaning(@ForAll String text) {
        assertThat(DiscordFrame.read(text)).isNotNull();
    }

    @Example
    void whatIsSentHasTheMembersOfThePage() throws JsonProcessingException {
        DiscordSession session = new DiscordSession("session_id_i_stored", "wss://r.example", null, 1337);

        assertThat(json(DiscordFrame.resume("my_token", session)))
                .isEqualTo(
                        json(
                                "{\"op\":6,\"d\":{\"token\":\"my_token\",\"session_id\":\"session_id_i_stored\",\"seq\":1337}}"));
        assertThat(json(DiscordFrame.heartbeat(null))).isEqualTo(json("{\"op\":1,\"d\":null}"));
        assertThat(json(DiscordFrame.heartbeat(251L))).isEqualTo(json("{\"op\":1,\"d\":251}"));
        JsonNode identify = json(DiscordFrame.identify("my_token", DiscordIntents.ALL));
        assertThat(identify.at("/d/token").asText()).isEqualTo("my_token");
        assertThat(identify.at("/d/intents").asInt()).isEqualTo(0b1011_0110_0000_0111);
        assertThat(identify.at("/d/properties").size()).isEqualTo(3);
        assertThat(session.toString()).doesNotContain("session_id_i_stored");
    }

    @Example
    void theAnswerToTheRequestForAnAddressIsClassified() {
        assertThat(read(200, BOT.formatted(999)))
                .isEqualTo(new AddressAnswer.Address(
                        "wss://gateway.discord.gg/?v=10&encoding=json", DiscordGatewayAnswer.TIMES));
        assertThat(read(200, BOT.formatted(0)))
                .isEqualTo(new AddressAnswer.Limited("no start of a session is left", Duration.ofHours(4)));
        assertThat(read(401, "{\"message\":\"401: Unauthorized\",\"code\":0}"))
                .isInstanceOf(AddressAnswer.Refused.class);
        for (AddressAnswer failed : List.of(
                read(502, "<html>"),
                read(200, "<html>"),
                read(200, "{\"url\":\"https://x.example\"}"),
                read(429, "{\"retry_after\":1.5}"))) {
            assertThat(failed).isInstanceOf(AddressAnswer.Failed.class);
        }
    }

    /** A proxy, a filter before the platform or a fault of it may be the author of any other error. */
    @Example
    void onlyARefusedTokenIsARefusal() {
        for (int status : List.of(301, 400, 403, 404, 407, 408, 451)) {
            assertThat(read(status, "<html>")).as("%d", status).isInstanceOf(AddressAnswer.Failed.class);
        }
        assertThat(DiscordGatewayAnswer.read(new QueryOutcome.Forbidden("no")))
                .isEqualTo(new AddressAnswer.Failed("no: agenthost.egress.allow"));
    }

    private static AddressAnswer read(int status, String body) {
        return DiscordGatewayAnswer.read(DiscordAnswer.readResult(status, body.getBytes(StandardCharsets.UTF_8)));
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return ProtocolCodec.mapper().readTree(text);
    }
}
