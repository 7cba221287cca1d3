package dev.agenthost.gateway.bot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.TakeoverCommand;
import dev.agenthost.protocol.bot.TakeoverCommand.Action;
import dev.agenthost.protocol.event.EventEnvelope;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChatCommandsTest {
    private static final Instant NOW = Instant.parse("2026-11-02T10:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /takeover                  | take_over |
            /takeover 30m              | take_over | 1800
            /TakeOver 2 H              | take_over | 7200
            /takeover@shop_bot 1d      | take_over | 86400
            @shop_bot /takeover        | take_over |
            /takeover 999999d          | take_over | 86399913600
            /release                   | release   |
            /release@shop_bot          | release   |
            """)
    void anOperatorCommands(String text, String action, Long seconds) {
        TakeoverCommand command = ChatCommands.read(bot("700"), event("message.received", "700", text))
                .orElseThrow();

        assertThat(command.action().wire()).isEqualTo(action);
        assertThat(command.seconds()).isEqualTo(seconds);
        assertThat(command.conversationId()).isEqualTo("chat");
        assertThat(command.operatorId()).isEqualTo("700");
        assertThat(command.at()).isEqualTo(Instant.ofEpochSecond(1_793_000_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "takeover",
                "/takeover now",
                "/takeover 30",
                "please /takeover",
                "/takeovers",
                "/takeover\n/release",
                "/release it",
                "/ takeover",
                ""
            })
    void otherWordsAreAMessage(String text) {
        assertThat(ChatCommands.read(bot("700"), event("message.received", "700", text)))
                .isEmpty();
    }

    @Test
    void nobodyElseCommands() {
        EventEnvelope byOther = event("message.received", "701", "/takeover");
        EventEnvelope edited = event("message.edited", "700", "/takeover");

        assertThat(ChatCommands.read(bot("700"), byOther)).isEmpty();
        assertThat(ChatCommands.read(bot(), byOther)).isEmpty();
        assertThat(ChatCommands.read(bot("700"), edited)).isEmpty();
        assertThat(ChatCommands.read(bot("701"), byOther))
                .hasValueSatisfying(command -> assertThat(command.action()).isEqualTo(Action.TAKE_OVER));
    }

    private static BotRegistration bot(String... operators) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        if (operators.length > 0) {
            options.putArray("operators").add(operators[0]);
        }
        return new BotRegistration(
                "support", "green", BotPlatform.TELEGRAM, "support", true, Map.of(), options, 1, null);
    }

    private static EventEnvelope event(String type, String actor, String text) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("event_id", "telegram:1").put("event_type", type).put("event_time", 1_793_000_000L);
        event.put("bot_id", "support").put("conversation_id", "chat");
        event.putObject("actor").put("actor_type", "user").put("actor_id", actor);
        event.putObject("input").put("text", text);
        event.putObject("delivery").put("surface", "telegram");
        NormalizationResult result = EventNormalizer.normalise(
                InboundMessage.bare(event, null),
                EventOrigin.adapter("telegram", "green", Set.of("support")),
                "telegram:1",
                NOW);
        assertThat(result).isInstanceOf(NormalizationResult.Accepted.class);
        return ((NormalizationResult.Accepted) result).envelope();
    }
}
