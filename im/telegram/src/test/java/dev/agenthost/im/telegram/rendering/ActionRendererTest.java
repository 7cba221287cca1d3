package dev.agenthost.im.telegram.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActionRendererTest {
    private static final TelegramTarget TARGET = new TelegramTarget(7, null, null, null, true);

    @Test
    void anIdIsAnIntegerOrItsText() throws UndecodableException {
        assertThat(calls("reaction.add", "{\"message_id\":41}", "{\"emoji\":\"👍\"}"))
                .isEqualTo(calls("reaction.add", "{\"message_id\":\"41\"}", "{\"emoji\":\"👍\"}"))
                .containsExactly(
                        "setMessageReaction {\"chat_id\":7,\"message_id\":41,\"reaction\":[{\"type\":\"emoji\",\"emoji\":\"👍\"}]}");
        assertThat(calls("reaction.remove", "{\"message_id\":41}", "{}"))
                .containsExactly("setMessageReaction {\"chat_id\":7,\"message_id\":41,\"reaction\":[]}");
    }

    @Test
    void theRestOfALongEditFollows() throws UndecodableException {
        assertThat(calls("message.edit", "{\"message_id\":41}", "{\"text\":\"" + "x".repeat(5_000) + "\"}"))
                .extracting(call -> call.substring(0, call.indexOf(' ')))
                .containsExactly("editMessageText", "sendMessage");
    }

    @Test
    void anActionThatCannotBeMadeHasNoCall() throws UndecodableException {
        assertThat(calls("message.edit", "{\"message_id\":\"first\"}", "{\"text\":\"x\"}"))
                .isEmpty();
        assertThat(calls("message.edit", "{\"message_id\":41}", "{}")).isEmpty();
        assertThat(calls("reaction.add", "{\"message_id\":41}", "{}")).isEmpty();
        assertThat(calls("message.pin", "{\"message_id\":41}", "{}")).isEmpty();
    }

    private static List<String> calls(String action, String target, String payload) throws UndecodableException {
        return ActionRenderer.render(
                        TARGET,
                        new OutboundAction(
                                action,
                                ProtocolCodec.readTree(target.getBytes(StandardCharsets.UTF_8)),
                                ProtocolCodec.readTree(payload.getBytes(StandardCharsets.UTF_8))))
                .stream()
                .map(ActionRendererTest::written)
                .toList();
    }

    private static String written(BotApiCall call) {
        return call.method() + " " + call.parameters();
    }
}
