package dev.agenthost.im.telegram.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

        List<BotApiCall> plainer = CallFallback.of(new BotApiCall("sendMessage", parameters), refusal(words))
                .orElseThrow();

        assertThat(plainer).containsExactly(new BotApiCall("sendMessage", expected));
        assertThat(parameters).as("the call stays as it is").isEqualTo(parameters());
        assertThat(CallFallback.of(plainer.getFirst(), refusal(words))).isEmpty();
    }

    @Test
    void anotherRefusalHasNoFallback() {
        BotApiCall call = new BotApiCall("sendMessage", parameters());

        assertThat(CallFallback.of(call, refusal("Bad Request: message is too long")))
                .isEmpty();
        assertThat(CallFallback.of(call, new CallOutcome.Refused(403, "Forbidden: bot was blocked by the user")))
                .isEmpty();
    }

    @Test
    void aRefusedPhotoIsADocumentAndARefusedDocumentIsNamed() {
        BotApiCall photo = file("sendPhoto", "photo");

        BotApiCall document = only(photo, refusal("Bad Request: PHOTO_INVALID_DIMENSIONS"));
        BotApiCall message = only(document, refusal("Bad Request: not enough rights to send documents to the chat"));

        assertThat(document).isEqualTo(file("sendDocument", "document"));
        assertThat(message.method()).isEqualTo("sendMessage");
        assertThat(message.parameters().path("text").asText()).contains("chart.png");
        assertThat(CallFallback.of(message, refusal("Bad Request: chat not found")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {410, 413})
    void aFileThatIsGoneOrTooLargeIsNamedAtOnce(int code) {
        BotApiCall message = only(file("sendPhoto", "photo"), new CallOutcome.Refused(code, "no file"));

        assertThat(message.method()).isEqualTo("sendMessage");
        assertThat(message.upload()).isNull();
    }

    private static BotApiCall file(String method, String parameter) {
        OutboundArtifact artifact = new OutboundArtifact("a", "image", "image/png", "chart.png", 9L, null, null);
        return new BotApiCall(
                method,
                JsonNodeFactory.instance.objectNode().put("chat_id", 7),
                new BotApiCall.FileUpload(parameter, artifact));
    }

    private static BotApiCall only(BotApiCall call, CallOutcome.Refused refusal) {
        List<BotApiCall> calls = CallFallback.of(call, refusal).orElseThrow();
        assertThat(calls).hasSize(1);
        return calls.getFirst();
    }

    private static CallOutcome.Refused refusal(String words) {
        return new CallOutcome.Refused(400, words);
    }

    private static ObjectNode parameters() {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode();
        parameters.put("chat_id", 7).put("message_thread_id", 3).put("text", "a");
        parameters.putArray("entities").addObject().put("type", "bold");
        parameters.putObject("reply_parameters").put("message_id", 41);
        return parameters;
    }
}
