package dev.agenthost.gateway.intake.onebot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.onebot.ReverseSocket;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An implementation reports events over a reverse WebSocket. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
class OneBotSocketEventsTest extends ConnectedBot {

    @ParameterizedTest
    @ValueSource(strings = {"Event", "Universal"})
    void anEventOfAConnectionIsThatOfAPost(String role) throws Exception {
        ReverseSocket socket = connected(role);
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            ObjectNode message = message("hello");
            socket.report(message);

            EventEnvelope event = published(events, message);
            assertThat(event.eventType()).isEqualTo("message.received");
            assertThat(event.workspaceId()).isEqualTo("green");
            assertThat(event.conversationId()).isEqualTo("person_5001");
            assertThat(event.input().text()).isEqualTo("hello");
            assertThat(event.delivery().surface()).isEqualTo("onebot");
            assertThat(oneBot.post(webhooks + SHOP, message)).isEqualTo(204);
            assertThat(all(events, message)).as("the same event by POST").hasSize(1);
        }
    }

    @Test
    void eventsOfAConversationKeepTheirOrder() {
        ReverseSocket socket = connected("Universal");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            List<ObjectNode> messages =
                    IntStream.range(0, 200).mapToObj(i -> message("m" + i)).toList();
            messages.forEach(socket::report);

            published(events, messages.getLast());
            List<String> texts = events.untilNow().stream()
                    .map(TopicConsumer::envelope)
                    .filter(event -> SHOP.equals(event.botId()))
                    .map(event -> event.input().text())
                    .toList();
            assertThat(texts)
                    .containsExactlyElementsOf(
                            IntStream.range(0, 200).mapToObj(i -> "m" + i).toList());
        }
    }

    @Test
    void twoConnectionsOfABotMakeOneEvent() {
        ReverseSocket one = connected("Event");
        ReverseSocket two = connected("Universal");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            ObjectNode message = message("once");
            ObjectNode last = message("last");
            one.report(message);
            two.report(message);
            one.report(last);
            two.report(last);

            published(events, last);
            assertThat(all(events, message)).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no JSON|$ must be JSON",
                "[]|$ must be a JSON object",
                "{\"post_type\":\"x\",\"self_id\":4000,\"time\":1795900000}|post_type must be message",
                "{\"post_type\":\"meta_event\",\"meta_event_type\":\"x\",\"self_id\":4001,\"time\":1}|self_id must be that"
            })
    void aTextThatIsNoEventIsADeadLetterAndTheConnectionGoesOn(String text, String detail) {
        ReverseSocket socket = connected("Universal");
        try (TopicConsumer letters = TopicConsumer.fromNow(DEAD_LETTERS);
                TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            ObjectNode message = message("after it");
            socket.send(text);
            socket.report(oneBot.metaEvent("heartbeat"));
            socket.report(message);

            published(events, message);
            assertThat(letters.untilNow())
                    .extracting(record -> TopicConsumer.header(record, DeadLetterHeaders.DETAIL))
                    .singleElement()
                    .asString()
                    .startsWith(detail);
            assertThat(socket.closeCodes()).isEmpty();
        }
    }

    @Test
    void bytesAndLargeTextsEndTheConnectionAndItIsOpenedAgain() {
        ReverseSocket socket = connected("Event");
        socket.sendBytes(new byte[] {1});
        until(() -> socket.closeCodes().equals(List.of(1003)) && socket.isOpen());

        socket.report(message("x".repeat(1024 * 1024)));
        until(() -> socket.closeCodes().size() == 2 && socket.isOpen());

        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            ObjectNode largest = message("large").put("raw_message", "x".repeat(1_000_000));
            socket.report(largest);
            published(events, largest);
        }
    }
}
