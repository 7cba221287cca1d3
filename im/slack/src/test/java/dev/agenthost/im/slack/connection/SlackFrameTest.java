package dev.agenthost.im.slack.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.connection.AddressAnswer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The messages of https://docs.slack.dev/apis/events-api/using-socket-mode, and the answers of apps.connections.open. */
class SlackFrameTest {
    private static final String URL = "wss://wss.slack.com/link/?ticket=1234-5678";

    @Example
    void theMessagesOfThePageAreRead() {
        assertThat(SlackFrame.read(
                        "{\"type\":\"hello\",\"connection_info\":{\"app_id\":\"A1234\"},\"num_connections\":1,"
                                + "\"debug_info\":{\"host\":\"applink\",\"approximate_connection_time\":3600}}"))
                .isEqualTo(new SlackFrame.Hello("A1234"));
        assertThat(SlackFrame.read("{\"type\":\"hello\"}")).isEqualTo(new SlackFrame.Hello(null));
        for (String reason : List.of(SlackFrame.WARNING, SlackFrame.REFRESH, SlackFrame.DISABLED)) {
            assertThat(SlackFrame.read("{\"type\" : \"disconnect\",\"reason\": \"" + reason + "\"}"))
                    .isEqualTo(new SlackFrame.Disconnect(reason));
        }
        for (String type : List.of("events_api", "interactive")) {
            assertThat(
                            SlackFrame.read(
                                    "{\"payload\":{\"type\":\"x\"},\"envelope_id\":\"dbdd0ef3-1543\",\"type\":\"" + type
                                            + "\",\"accepts_response_payload\":true,\"retry_attempt\":1,\"retry_reason\":\"timeout\"}"))
                    .isInstanceOfSatisfying(SlackFrame.Envelope.class, envelope -> {
                        assertThat(envelope.id()).isEqualTo("dbdd0ef3-1543");
                        assertThat(envelope.payload().path("type").asText()).isEqualTo("x");
                    });
        }
        assertThat(SlackFrame.acknowledgement("dbdd0ef3-1543", null)).isEqualTo("{\"envelope_id\":\"dbdd0ef3-1543\"}");
        assertThat(SlackFrame.acknowledgement(
                        "e", JsonNodeFactory.instance.objectNode().put("response_action", "clear")))
                .isEqualTo("{\"envelope_id\":\"e\",\"payload\":{\"response_action\":\"clear\"}}");
    }

    @Example
    void otherMessagesAreNamed() {
        assertThat(SlackFrame.read("{\"type\":\"slash_commands\",\"envelope_id\":\"e\"}"))
                .isEqualTo(new SlackFrame.Unsupported("slash_commands"));
        assertThat(SlackFrame.read("{\"type\":\"disconnect\"}")).isEqualTo(new SlackFrame.Disconnect(""));
        for (String text : List.of(
                "",
                "{",
                "null",
                "[]",
                "{\"type\":\"news\"}",
                "{\"type\":\"a b\",\"envelope_id\":\"e\"}",
                "{\"type\":\"interactive\",\"envelope_id\":\"\"}",
                "{\"type\":\"events_api\",\"envelope_id\":\"" + "e".repeat(101) + "\"}")) {
            assertThat(SlackFrame.read(text)).as(text).isEqualTo(new SlackFrame.Unreadable());
        }
    }

    @Property
    void everyTextHasAMeaning(@ForAll String text) {
        assertThat(SlackFrame.read(text)).isNotNull();
    }

    @Example
    void theAnswerToTheRequestForAnAddressIsClassified() {
        assertThat(read(200, "{\"ok\":true,\"url\":\"" + URL.replace("/", "\\/") + "\"}", null))
                .isInstanceOfSatisfying(AddressAnswer.Address.class, address -> {
                    assertThat(address.url()).isEqualTo(URL);
                    assertThat(address.toString()).doesNotContain("1234-5678");
                });
        for (String error : List.of("invalid_auth", "not_allowed_token_type", "forbidden_team", "link_disabled")) {
            assertThat(read(200, "{\"ok\":false,\"error\":\"" + error + "\"}", null))
                    .isEqualTo(new AddressAnswer.Refused(error));
        }
        for (String failure : List.of(
                "{\"ok\":false,\"error\":\"internal_error\"}",
                "{\"ok\":false,\"error\":\"service_unavailable\"}",
                "{\"ok\":true}",
                "<html>")) {
            assertThat(read(200, failure, null)).as(failure).isInstanceOf(AddressAnswer.Failed.class);
        }
        assertThat(read(503, "", null)).isInstanceOf(AddressAnswer.Failed.class);
        assertThat(read(429, "", "30")).isEqualTo(new AddressAnswer.Limited("429", Duration.ofSeconds(30)));
    }

    private static AddressAnswer read(int status, String body, String retryAfter) {
        return SlackConnectionAnswer.read(status, body.getBytes(StandardCharsets.UTF_8), retryAfter);
    }
}
