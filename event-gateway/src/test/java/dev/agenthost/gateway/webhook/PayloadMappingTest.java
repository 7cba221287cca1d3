package dev.agenthost.gateway.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.gateway.webhook.PayloadMapping.Mapped;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadMappingTest {
    private static final String ALERT = """
            {"id":17,"alert":{"title":"Disk full","lines":["a","b"],"value":0.97},"host":"db-1","by":{"id":"u7","name":"Ada"}}""";

    @Test
    void aPayloadIsReadByThePointersOfItsBot() {
        EventEnvelope event = event(
                "{'text':['/alert/title','/alert/absent','/alert/lines','/alert/value'],'conversation_id':'/host',"
                        + "'event_id':'/id','event_type':'/alert/title','actor_id':'/by/id','actor_name':'/by/name'}",
                ALERT);

        assertThat(event.eventType()).isEqualTo("message.received");
        assertThat(event.input().text()).isEqualTo("Disk full\n[\"a\",\"b\"]\n0.97");
        assertThat(event.conversationId()).isEqualTo("db-1");
        assertThat(event.sourceEventType()).isEqualTo("Disk full");
        assertThat(event.actor().actorId()).isEqualTo("u7");
        assertThat(event.actor().actorName()).isEqualTo("Ada");
        assertThat(event.delivery().surface()).isEqualTo("generic");
    }

    @Test
    void eventsWithoutAConversationAreOneOfTheBot() {
        EventEnvelope event = event("{'text':'/host'}", ALERT);

        assertThat(event.conversationId()).isEqualTo("alerts");
        assertThat(event.input().text()).isEqualTo("db-1");
        assertThat(event.actor()).isNull();
    }

    @Test
    void aPayloadInTheFormOfAnEventCannotNameAnotherBotOrSurface() {
        EventEnvelope event = event(null, """
                {"event_id":"e1","event_type":"platform.specific","source_event_type":"ticket.created","bot_id":"other","input":{"text":"hi"},
                 "delivery":{"surface":"telegram","reply_target":{"chat_id":7}}}""");

        assertThat(event.sourceEventType()).isEqualTo("ticket.created");
        assertThat(event.botId()).isEqualTo("alerts");
        assertThat(event.workspaceId()).isEqualTo("green");
        assertThat(event.delivery().surface()).isEqualTo("generic");
        assertThat(event.delivery().replyTarget()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'text':'/title'}              | {}      | /title
            {'text':['/title','/body']}    | []      | /title, /body
            {'text':'/alert'}              | 7       | /alert
            {'text':'/a'}                  | {'a':null} | /a
                                           | []      | $
            """)
    void aPayloadWithoutATextIsNamed(String fields, String payload, String field) throws UndecodableException {
        Mapped mapped = PayloadMapping.map(bot(fields), json(payload), "d");

        assertThat(mapped).isInstanceOfSatisfying(Mapped.Unreadable.class, unreadable -> assertThat(unreadable.field())
                .isEqualTo(field));
    }

    private static EventEnvelope event(String fields, String payload) {
        try {
            Mapped mapped = PayloadMapping.map(bot(fields), json(payload), "d");
            ObjectNode body = ((Mapped.Event) mapped).body();
            NormalizationResult result = EventNormalizer.normalise(
                    InboundMessage.bare(body, null),
                    EventOrigin.adapter("generic", "green", Set.of("alerts")),
                    "d",
                    Instant.EPOCH);
            assertThat(result).isInstanceOf(NormalizationResult.Accepted.class);
            return ((NormalizationResult.Accepted) result).envelope();
        } catch (UndecodableException e) {
            throw new AssertionError(e);
        }
    }

    private static BotRegistration bot(String fields) {
        try {
            ObjectNode options = JsonNodeFactory.instance.objectNode();
            if (fields != null) {
                options.set("fields", json(fields));
            }
            return new BotRegistration(
                    "alerts", "green", BotPlatform.GENERIC, "alerts", true, Map.of(), options, 1, null);
        } catch (UndecodableException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode json(String text) throws UndecodableException {
        return ProtocolCodec.readTree(text.replace('\'', '"'));
    }
}
