package dev.agenthost.im.line.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineWebhookTest {
    private static final String USER_ID = "Ub9952f8a5bf1a2b3c4d5e6f708192a3b";

    @Test
    void aBodyHasItsEventsInOrder() throws UndecodableException {
        JsonNode body = json("{\"destination\":\"" + USER_ID + "\",\"events\":[{\"type\":\"a\"},3]}");

        assertThat(LineWebhook.read(body, LineEventCases.BOT))
                .isInstanceOfSatisfying(LineWebhook.Events.class, read -> assertThat(read.events())
                        .hasToString("[{\"type\":\"a\"}, 3]"));
    }

    /** The console verifies an address in this way (https://developers.line.biz/en/reference/messaging-api/#webhook-response). */
    @Test
    void aBodyWithoutEventsIsAWebhook() throws UndecodableException {
        JsonNode body = json("{\"destination\":\"" + USER_ID + "\",\"events\":[]}");

        assertThat(LineWebhook.read(body, LineEventCases.BOT))
                .isInstanceOfSatisfying(LineWebhook.Events.class, read -> assertThat(read.events())
                        .isEmpty());
    }

    @Test
    void aBotWithoutAKnownUserIdAcceptsEachDestination() throws UndecodableException {
        LineIdentity bot = new LineIdentity("support", null);

        assertThat(LineWebhook.read(json("{\"destination\":\"U1\",\"events\":[]}"), bot))
                .isInstanceOf(LineWebhook.Events.class);
        assertThat(LineWebhook.read(json("{\"events\":[]}"), bot)).isInstanceOf(LineWebhook.Events.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | $ must be an object",
                "\"text\" | $ must be an object",
                "{\"events\":[]} | destination must be user_id of the bot",
                "{\"destination\":\"U1\",\"events\":[]} | destination must be user_id of the bot",
                "{\"destination\":\"Ub9952f8a5bf1a2b3c4d5e6f708192a3b\"} | events must be an array",
                "{\"destination\":\"Ub9952f8a5bf1a2b3c4d5e6f708192a3b\",\"events\":{}} | events must be an array"
            })
    void anotherBodyNamesItsFault(String body, String detail) throws UndecodableException {
        assertThat(LineWebhook.read(json(body), LineEventCases.BOT)).isEqualTo(new LineWebhook.Unreadable(detail));
    }

    private static JsonNode json(String text) throws UndecodableException {
        return ProtocolCodec.readTree(text);
    }
}
