package dev.agenthost.gateway.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.ArtifactRef;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.event.TriggerSource;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventNormalizerTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final EventOrigin API = EventOrigin.api("red");
    private static final EventOrigin TELEGRAM = EventOrigin.adapter("telegram", "red", Set.of("demo"));

    @Test
    void theShortFormIsAMessage() {
        EventEnvelope event = accepted(EventBodies.shortForm("e1"), API);

        assertThat(event.eventType()).isEqualTo("message.received");
        assertThat(event.source()).isEqualTo(TriggerSource.API);
        assertThat(event.workspaceId()).isEqualTo("red");
        assertThat(event.actor().actorType()).isEqualTo("user");
        assertThat(event.subject().subjectType()).isEqualTo("message");
        assertThat(event.subject().subjectId()).isEqualTo("e1");
        assertThat(event.input().text()).isEqualTo("hello");
        assertThat(event.input().contents()).singleElement().satisfies(c -> assertThat(c.text())
                .isEqualTo("hello"));
        assertThat(event.delivery().surface()).isEqualTo("api");
        assertThat(event.delivery().supportsStreaming()).isTrue();
        assertThat(event.eventTime()).isNull();
        assertThat(event.receivedAt()).isEqualTo(NOW);
        assertThat(event.conversationKey().value()).isEqualTo("red/demo/c1/t1");
    }

    @Test
    void aRepetitionHasTheSameIdAndFingerprintWheneverItIsRead() {
        EventEnvelope first = accepted(EventBodies.shortForm("e1"), API);
        EventEnvelope later = accepted(
                normalise(InboundMessage.bare(EventBodies.shortForm("e1"), null), API, "another", NOW.plusSeconds(90)));

        assertThat(later.eventId()).isEqualTo(first.eventId()).isEqualTo(EventIds.of("red", "api", "demo", "e1"));
        assertThat(later.fingerprint()).isEqualTo(first.fingerprint()).hasSize(64);
    }

    @Test
    void anotherTextUnderTheSameIdHasAnotherFingerprint() {
        EventEnvelope first = accepted(EventBodies.shortForm("e1"), API);
        EventEnvelope other = accepted(EventBodies.shortForm("e1").put("text", "bye"), API);

        assertThat(other.eventId()).isEqualTo(first.eventId());
        assertThat(other.fingerprint()).isNotEqualTo(first.fingerprint());
    }

    @Test
    void adaptersCannotTakeEachOthersIds() {
        EventOrigin slack = EventOrigin.adapter("slack", "red", Set.of("demo"));

        assertThat(accepted(EventBodies.shortForm("7"), TELEGRAM).eventId())
                .isNotEqualTo(accepted(EventBodies.shortForm("7"), slack).eventId())
                .isNotEqualTo(accepted(EventBodies.shortForm("7"), API).eventId());
    }

    @Test
    void workspaceAndBotEachMakeAnotherEvent() {
        assertThat(accepted(EventBodies.shortForm("e1"), API).eventId())
                .isNotEqualTo(accepted(EventBodies.shortForm("e1"), EventOrigin.api("blue"))
                        .eventId())
                .isNotEqualTo(accepted(EventBodies.shortForm("e1").put("bot_id", "other"), API)
                        .eventId());
    }

    @Test
    void withoutAnIdTheStandInCounts() {
        ObjectNode body = EventBodies.shortForm("e1");
        body.remove("event_id");

        EventEnvelope event =
                accepted(normalise(InboundMessage.bare(body, null), TELEGRAM, "agent.inbound.telegram/0@5", NOW));

        assertThat(event.eventId()).isEqualTo(EventIds.of("red", "telegram", "demo", "agent.inbound.telegram/0@5"));
    }

    @Test
    void theWrappingFillsInWhatTheBodyLeavesOut() {
        ObjectNode body =
                (ObjectNode) EventBodies.json("{\"bot_id\":\"demo\",\"conversation_id\":\"g1\",\"data\":{\"n\":1}}");
        InboundMessage said = new InboundMessage(body, "ce-1", "group.member_joined", NOW.minusSeconds(5), "s1", null);

        EventEnvelope event = accepted(normalise(said, TELEGRAM, "stand-in", NOW));

        assertThat(event.eventId()).isEqualTo(EventIds.of("red", "telegram", "demo", "ce-1"));
        assertThat(event.eventType()).isEqualTo("group.member_joined");
        assertThat(event.eventTime()).isEqualTo(NOW.getEpochSecond() - 5);
        assertThat(event.source()).isEqualTo(TriggerSource.PLATFORM);
        assertThat(event.delivery().surface()).isEqualTo("telegram");
    }

    @Test
    void aWrappingThatCallsItOtherwiseIsThePlatformsOwnName() {
        InboundMessage said =
                new InboundMessage(EventBodies.envelope("e1"), "e1", "com.telegram.chat_member", null, null, null);
        ((ObjectNode) said.body()).remove("source_event_type");

        EventEnvelope event = accepted(normalise(said, TELEGRAM, "x", NOW));

        assertThat(event.eventType()).isEqualTo("group.member_joined");
        assertThat(event.sourceEventType()).isEqualTo("com.telegram.chat_member");
    }

    @Test
    void anEventThatIsNoMessageIsGivenNoWords() {
        EventEnvelope event = accepted(EventBodies.envelope("e1"), API);

        assertThat(event.input().text()).isNull();
        assertThat(event.input().contents()).isEmpty();
        assertRefused(EventBodies.envelope("e1").put("text", "Ada joined"), "text", DeadLetterReason.INVALID);
    }

    @Test
    void noSecretAndNothingPrivateTravels() {
        EventEnvelope event = accepted(EventBodies.envelope("e1"), API);

        assertThat(event.adapter().extra())
                .isEqualTo(EventBodies.json("{\"params\":{\"lang\":\"de\"},\"trace\":\"t\"}"));
        assertThat(event.data()).isEqualTo(EventBodies.json("{\"invited_by\":\"u1\",\"nested\":[{\"ok\":1}]}"));
        assertThat(event.actor().metadata()).isEqualTo(EventBodies.json("{\"lang\":\"de\"}"));
        assertThat(event.delivery().replyTarget()).isEqualTo(EventBodies.json("{\"chat_id\":7}"));
        assertThat(dev.agenthost.protocol.json.ProtocolCodec.<JsonNode>tree(event)
                        .has("telegram_update_id"))
                .isFalse();
    }

    @Test
    void extraHoldsNothingThatAnEntranceMayNotPushAtAnyDepthOrCase() {
        ObjectNode body = EventBodies.shortForm("e1");
        body.set("adapter", EventBodies.json("""
                {"extra":{"params":{"lang":"de","order":{"System_Prompt":"x","notes":[{"toolSchemas":[1],"PASSWORD":"x","n":1}]}},
                 "Messages":[1],"RAG-Results":[],"trace":{"HISTORY":[1],"id":7,"bot":{"PwD":"x"}}}}"""));

        assertThat(accepted(body, API).adapter().extra())
                .isEqualTo(
                        EventBodies.json(
                                "{\"params\":{\"lang\":\"de\",\"order\":{\"notes\":[{\"n\":1}]}},\"trace\":{\"id\":7,\"bot\":{}}}"));
    }

    @Test
    void theChatPageIsASourceOfItsOwn() {
        EventEnvelope event = accepted(EventBodies.shortForm("e1").put("source", "webui"), API);

        assertThat(event.source()).isEqualTo(TriggerSource.WEBUI);
        assertThat(event.delivery().surface()).isEqualTo("webui");
        assertThat(event.delivery().supportsStreaming()).isTrue();
        assertThat(event.eventId())
                .isEqualTo(accepted(EventBodies.shortForm("e1"), API).eventId());
    }

    @Test
    void aKeyClaimsTheSourcesOfItsRoleOnly() {
        EventOrigin adaptersKey = API.asAdapter();

        assertThat(accepted(EventBodies.shortForm("e1"), adaptersKey).source()).isEqualTo(TriggerSource.PLATFORM);
        assertThat(accepted(EventBodies.shortForm("e1").put("source", "host_adapter"), TELEGRAM)
                        .source())
                .isEqualTo(TriggerSource.HOST_ADAPTER);
        for (String claimed : List.of("api", "webui", "scheduler", "system")) {
            assertThat(normalise(
                            InboundMessage.bare(EventBodies.shortForm("e1").put("source", claimed), null),
                            adaptersKey,
                            "x",
                            NOW))
                    .isInstanceOfSatisfying(NormalizationResult.Refused.class, refused -> {
                        assertThat(refused.field()).isEqualTo("source");
                        assertThat(refused.why()).contains("host_adapter and platform");
                    });
        }
    }

    @Test
    void aPlatformsOwnEventIsNamedBesideTheStableName() {
        ObjectNode body = (ObjectNode) EventBodies.json(
                "{\"bot_id\":\"demo\",\"event_type\":\"platform.specific\",\"conversation_id\":\"g1\"}");

        EventEnvelope event = accepted(normalise(
                new InboundMessage(body, "1", "com.telegram.poll_answer", null, null, null), TELEGRAM, "x", NOW));

        assertThat(event.eventType()).isEqualTo("platform.specific");
        assertThat(event.sourceEventType()).isEqualTo("com.telegram.poll_answer");
    }

    @Test
    void attachmentsTravelAsReferences() {
        ObjectNode body = EventBodies.shortForm("e1");
        body.putArray("attachments")
                .addObject()
                .put("artifact_id", "a1")
                .put("mime_type", "image/png")
                .put("sha256", "ba7816bf")
                .put("summary", "claimed")
                .put("expires_at", 99)
                .putArray("permissions")
                .add("read");

        assertThat(accepted(body, API).input().attachments())
                .containsExactly(new ArtifactRef("a1", null, "image/png", null, null, null, null, null, null));
    }

    @Test
    void contentsAloneAreReadAsText() {
        ObjectNode body = EventBodies.envelope("e1").put("event_type", "message.received");
        body.putObject("input")
                .putArray("contents")
                .addObject()
                .put("type", "text")
                .put("text", "hi");

        assertThat(accepted(body, API).input().text()).isEqualTo("hi");
    }

    @Test
    void refusesAForeignWorkspaceOrBot() {
        assertRefused(
                EventBodies.shortForm("e1").put("workspace_id", "blue"), "workspace_id", DeadLetterReason.FOREIGN);
        ObjectNode foreignBot = EventBodies.shortForm("e1").put("bot_id", "other");
        assertThat(normalise(InboundMessage.bare(foreignBot, null), TELEGRAM, "x", NOW))
                .isInstanceOfSatisfying(NormalizationResult.Refused.class, r -> assertThat(r.reason())
                        .isEqualTo(DeadLetterReason.FOREIGN));
    }

    @Test
    void refusesWhatDeduplicationNoLongerRemembers() {
        long oldest = NOW.minus(Duration.ofDays(35)).getEpochSecond();

        assertThat(accepted(EventBodies.shortForm("e1").put("event_time", oldest), API)
                        .eventTime())
                .isEqualTo(oldest);
        assertRefused(
                EventBodies.shortForm("e1").put("event_time", oldest - 1), "event_time", DeadLetterReason.TOO_OLD);
        assertRefused(
                EventBodies.shortForm("e1").put("event_time", NOW.toEpochMilli()),
                "event_time",
                DeadLetterReason.INVALID);
    }

    @Test
    void limitsAreTheLastThatIsAccepted() {
        accepted(EventBodies.shortForm("i".repeat(256)), API);
        assertRefused(EventBodies.shortForm("i".repeat(257)), "event_id", DeadLetterReason.INVALID);
        accepted(EventBodies.shortForm("e1").put("text", "x".repeat(EventLimits.TEXT_CHARS)), API);
        assertRefused(
                EventBodies.shortForm("e1").put("text", "x".repeat(EventLimits.TEXT_CHARS + 1)),
                "text",
                DeadLetterReason.INVALID);
        ObjectNode data = EventBodies.envelope("e1");
        data.putObject("data").put("n", "x".repeat(EventLimits.OBJECT_BYTES));
        assertRefused(data, "data", DeadLetterReason.INVALID);
    }

    private static void assertRefused(JsonNode body, String field, DeadLetterReason reason) {
        assertThat(normalise(InboundMessage.bare(body, null), API, "stand-in", NOW))
                .isInstanceOfSatisfying(NormalizationResult.Refused.class, refused -> {
                    assertThat(refused.field()).isEqualTo(field);
                    assertThat(refused.reason()).isEqualTo(reason);
                });
    }

    private static EventEnvelope accepted(JsonNode body, EventOrigin origin) {
        return accepted(normalise(InboundMessage.bare(body, null), origin, "stand-in", NOW));
    }

    private static EventEnvelope accepted(NormalizationResult normalised) {
        assertThat(normalised).isInstanceOf(NormalizationResult.Accepted.class);
        return ((NormalizationResult.Accepted) normalised).envelope();
    }

    private static NormalizationResult normalise(InboundMessage said, EventOrigin origin, String standIn, Instant now) {
        return EventNormalizer.normalise(said, origin, standIn, now);
    }
}
