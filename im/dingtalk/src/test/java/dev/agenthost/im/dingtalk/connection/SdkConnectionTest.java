package dev.agenthost.im.dingtalk.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.dingtalk.open.app.api.OpenDingTalkClient;
import com.dingtalk.open.app.api.OpenDingTalkStreamClientBuilder;
import com.dingtalk.open.app.api.callback.OpenDingTalkCallbackListener;
import com.dingtalk.open.app.api.security.AuthClientCredential;
import com.dingtalk.open.app.stream.network.api.TransportProtocol;
import com.dingtalk.open.app.stream.protocol.event.EventAckStatus;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.dingtalk.inbound.DingTalkPush.Topic;
import dev.agenthost.testkit.dingtalk.DingTalkDelivery;
import dev.agenthost.testkit.dingtalk.ScriptedDingTalkStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The client of the SDK at the scripted counterpart: what the counterpart does is what the SDK expects of DingTalk. */
class SdkConnectionTest {
    private static final List<String> RECEIVED = new CopyOnWriteArrayList<>();

    @Test
    void theClientOfTheSdkReceivesAndAnswersPayloads() throws Exception {
        try (ScriptedDingTalkStream dingTalk = new ScriptedDingTalkStream("dingclient1", "secret")) {
            dingTalk.repeatAfter(Duration.ofMillis(500));
            permitPlainConnections();
            OpenDingTalkClient client = client(dingTalk.apiUrl());
            client.start();
            await().atMost(Duration.ofSeconds(60)).until(() -> dingTalk.connections() > 0);
            assertThat(dingTalk.subscriptions())
                    .anyMatch(each -> each.path("topic").asText().equals(Topic.MESSAGE.wire()))
                    .anyMatch(each -> each.path("topic").asText().equals(Topic.CARD.wire()))
                    .anyMatch(each -> each.path("topic").asText().equals(Topic.EVENT.wire()));

            // The first attempt is answered with LATER.
            DingTalkDelivery event = dingTalk.happen("e-1", "user_add_org", "ding9", object("a"));
            event.await();
            assertThat(event.attempts()).isGreaterThan(1);
            assertThat(event.answers().getFirst().path("data").asText()).contains("LATER");
            assertThat(event.answers().getLast().path("data").asText()).contains("SUCCESS");

            JsonNode message = dingTalk.say(object("b")).await();
            assertThat(message.at("/headers/contentType").asText()).isEqualTo("application/json");
            JsonNode card = dingTalk.act(object("c")).await();
            assertThat(card.path("data").asText()).isEqualTo("{\"response\":{\"shown\":\"c\"}}");
            assertThat(RECEIVED).contains("event e-1 user_add_org", "message b", "card c");

            dingTalk.ping("123-dsfs");
            await().atMost(Duration.ofSeconds(20)).until(() -> !dingTalk.pongs().isEmpty());
            assertThat(dingTalk.pongs().getFirst().path("code").asInt()).isEqualTo(200);
            assertThat(dingTalk.pongs().getFirst().path("data").asText()).contains("123-dsfs");
            client.stop();
        }
    }

    /** The client knows connections with TLS only, of which the counterpart has none. */
    @SuppressWarnings("unchecked")
    private static void permitPlainConnections() throws ReflectiveOperationException {
        Field mapping = TransportProtocol.class.getDeclaredField("MAPPING");
        mapping.setAccessible(true);
        ((Map<String, TransportProtocol>) mapping.get(null)).put("ws", TransportProtocol.WSS);
        Field tls = TransportProtocol.class.getDeclaredField("tls");
        tls.setAccessible(true);
        tls.setBoolean(TransportProtocol.WSS, false);
    }

    private static OpenDingTalkClient client(String apiUrl) throws ReflectiveOperationException {
        OpenDingTalkStreamClientBuilder builder = OpenDingTalkStreamClientBuilder.custom()
                .credential(new AuthClientCredential("dingclient1", "secret"))
                .connectTimeout(30_000)
                .registerAllEventListener(event -> {
                    String line = "event " + event.getEventId() + " " + event.getEventType();
                    boolean isFirst = !RECEIVED.contains(line);
                    RECEIVED.add(line);
                    return isFirst ? EventAckStatus.LATER : EventAckStatus.SUCCESS;
                })
                .registerCallbackListener(Topic.MESSAGE.wire(), new Messages())
                .registerCallbackListener(Topic.CARD.wire(), new Cards());
        // The builder has no public method for another address.
        Method host = OpenDingTalkStreamClientBuilder.class.getDeclaredMethod("openApiHost", String.class);
        host.setAccessible(true);
        host.invoke(builder, apiUrl);
        return builder.build();
    }

    /** A named class, because the SDK reads its type arguments. */
    private static final class Messages
            implements OpenDingTalkCallbackListener<Map<String, Object>, Map<String, Object>> {
        private static final long serialVersionUID = 1L;

        @Override
        public Map<String, Object> execute(Map<String, Object> message) {
            RECEIVED.add("message " + message.get("text"));
            return Map.of();
        }
    }

    private static final class Cards implements OpenDingTalkCallbackListener<Map<String, Object>, Map<String, Object>> {
        private static final long serialVersionUID = 1L;

        @Override
        public Map<String, Object> execute(Map<String, Object> callback) {
            RECEIVED.add("card " + callback.get("text"));
            return Map.of("shown", String.valueOf(callback.get("text")));
        }
    }

    private static ObjectNode object(String text) {
        return JsonNodeFactory.instance.objectNode().put("text", text);
    }
}
