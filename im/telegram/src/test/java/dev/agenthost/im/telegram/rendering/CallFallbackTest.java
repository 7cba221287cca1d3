package dev.agenthost.im.telegram.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.telegram.calls.BotApiCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallFallbackTest {

    @ParameterizedTest
    @CsvSource({
        "Bad Request: can't parse entities: Can't find end of the entity,entities",
        "Bad Request: message thread not found,message_thread_id",
        "Bad Request: TOPIC_CLOSED,message_thread_id",
        "Bad Request: message to be replied not found,reply_parameters",
        "Bad Request: reply message not found,reply_parameters"
    })
    void theRefusedMemberIsLeftOut(String words, String member) {
        ObjectNode parameters = parameters();
        ObjectNode expected = parameters();
        expected.remove(member);

        BotApiCall plainer = CallFallback.of(new BotApiCall("sendMessage", parameters), words)
                .orElseThrow();

        assertThat(plainer).isEqualTo(new BotApiCall("sendMessage", expected));
        assertThat(parameters).as("the call stays as it is").isEqualTo(parameters());
        assertThat(CallFallback.of(plainer, words)).isEmpty();
    }

    @Test
    void anotherRefusalHasNoFallback() {
        BotApiCall call = new BotApiCall("sendMessage", parameters());

        assertThat(CallFallback.of(call, "Bad Request: message is too long")).isEmpty();
        assertThat(CallFallback.of(call, "Forbidden: bot was blocked by the user"))
                .isEmpty();
    }

    private static ObjectNode parameters() {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode();
        parameters.put("chat_id", 7).put("message_thread_id", 3).put("text", "a");
        parameters.putArray("entities").addObject().put("type", "bold");
        parameters.putObject("reply_parameters").put("message_id", 41);
        return parameters;
    }
}
