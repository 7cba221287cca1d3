package dev.agenthost.im.dingtalk.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.dingtalk.inbound.DingTalkPush;
import dev.agenthost.im.dingtalk.inbound.DingTalkPush.Topic;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of the pages, and texts that are no frames. */
class DingTalkStreamFrameTest {

    @Test
    void aPingIsAnsweredWithItsOwnData() throws Exception {
        DingTalkStreamFrame.Ping ping = (DingTalkStreamFrame.Ping)
                DingTalkStreamFrame.read(frame("SYSTEM", "ping", "\"{\\\"opaque\\\" : \\\"123-dsfs\\\"}\""));

        JsonNode answer = json(DingTalkAcknowledgement.pong(ping));

        assertThat(answer.path("code").asInt()).isEqualTo(200);
        assertThat(answer.at("/headers/messageId").asText()).isEqualTo("m-1");
        assertThat(answer.at("/headers/contentType").asText()).isEqualTo("application/json");
        assertThat(answer.path("data").textValue()).isEqualTo("{\"opaque\" : \"123-dsfs\"}");
    }

    @Test
    void aDisconnectionHasNoId() {
        assertThat(DingTalkStreamFrame.read(
                        "{\"type\":\"SYSTEM\",\"headers\":{\"topic\":\"disconnect\"},\"data\":\"{}\"}"))
                .isEqualTo(new DingTalkStreamFrame.Disconnect());
    }

    /** Topics of the published SDK. */
    @ParameterizedTest
    @ValueSource(strings = {"CONNECTED", "REGISTERED", "KEEPALIVE"})
    void anotherFrameOfTheSystemIsANotice(String topic) {
        assertThat(DingTalkStreamFrame.read(frame("SYSTEM", topic, "\"{}\"")))
                .isEqualTo(new DingTalkStreamFrame.SystemNotice());
    }

    @Test
    void anEventHasTheHeadersOfAnEvent() {
        DingTalkPush push =
                push("{\"specVersion\":\"1.0\",\"type\":\"EVENT\",\"headers\":{\"topic\":\"*\",\"messageId\":\"m-1\","
                        + "\"contentType\":\"application/json\",\"time\":\"167123345\",\"eventType\":\"user_add_org\",\"eventId\":\"c7\","
                        + "\"eventCorpId\":\"ding9\",\"eventBornTime\":\"1683533823336\",\"eventUnifiedAppId\":\"bbb\"},"
                        + "\"data\":\"{\\\"userId\\\":[\\\"015\\\"]}\"}");

        assertThat(push.topic()).isEqualTo(Topic.EVENT);
        assertThat(Objects.requireNonNull(push.payload()))
                .hasToString(
                        "{\"eventType\":\"user_add_org\",\"eventId\":\"c7\",\"eventCorpId\":\"ding9\","
                                + "\"eventBornTime\":\"1683533823336\",\"eventUnifiedAppId\":\"bbb\",\"data\":{\"userId\":[\"015\"]}}");
    }

    @ParameterizedTest
    @EnumSource(names = {"MESSAGE", "CARD"})
    void aCallbackHasItsData(Topic topic) {
        DingTalkPush push = push(frame("CALLBACK", topic.wire(), "\"{\\\"a\\\":1}\""));

        assertThat(push.topic()).isEqualTo(topic);
        assertThat(push.payload()).hasToString("{\"a\":1}");
    }

    @Test
    void dataThatAreNoJsonAreAText() {
        assertThat(push(frame("CALLBACK", Topic.MESSAGE.wire(), "\"no JSON\"")).payload())
                .isEqualTo(JsonNodeFactory.instance.textNode("no JSON"));
    }

    @Test
    void eachTopicHasAnAcknowledgementOfItsOwn() throws Exception {
        ObjectNode response = JsonNodeFactory.instance.objectNode().put("a", 1);

        assertThat(data(DingTalkAcknowledgement.done(new DingTalkPush(Topic.MESSAGE, "m-1", null), response)))
                .isEqualTo("{\"response\":null}");
        assertThat(data(DingTalkAcknowledgement.done(new DingTalkPush(Topic.CARD, "m-1", null), response)))
                .isEqualTo("{\"response\":{\"a\":1}}");
        assertThat(data(DingTalkAcknowledgement.done(new DingTalkPush(Topic.EVENT, "m-1", null), response)))
                .isEqualTo("{\"status\":\"SUCCESS\",\"message\":\"success\"}");
        assertThat(data(DingTalkAcknowledgement.failed(new DingTalkPush(Topic.EVENT, "m-1", null))))
                .isEqualTo("{\"status\":\"LATER\",\"message\":\"unavailable\"}");
        assertThat(json(DingTalkAcknowledgement.failed(new DingTalkPush(Topic.CARD, "m-1", null)))
                        .path("code")
                        .asInt())
                .isEqualTo(500);
    }

    @Test
    void aFrameOfAnotherTopicIsAnsweredWith404() throws Exception {
        DingTalkStreamFrame.Unsupported frame = (DingTalkStreamFrame.Unsupported)
                DingTalkStreamFrame.read(frame("CALLBACK", "/v1.0/graph/api/invoke", "\"{}\""));

        assertThat(frame.topic()).isEqualTo("/v1.0/graph/api/invoke");
        assertThat(json(DingTalkAcknowledgement.unsupported(frame)).path("code").asInt())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no JSON",
                "[]",
                "7",
                "{}",
                "{\"type\":\"EVENT\"}",
                "{\"headers\":{}}",
                "{\"type\":[\"EVENT\"],\"headers\":{}}",
                "{\"type\":\"EVENT\",\"headers\":{\"topic\":\"*\"}}",
                "{\"type\":\"SYSTEM\",\"headers\":{\"topic\":\"ping\"}}"
            })
    void aTextThatIsNoFrameIsUnreadable(String text) {
        assertThat(DingTalkStreamFrame.read(text)).isEqualTo(new DingTalkStreamFrame.Unreadable());
    }

    private static DingTalkPush push(String text) {
        return ((DingTalkStreamFrame.Push) DingTalkStreamFrame.read(text)).push();
    }

    private static String frame(String type, String topic, String data) {
        return "{\"specVersion\":\"1.0\",\"type\":\"" + type + "\",\"headers\":{\"topic\":\"" + topic
                + "\",\"messageId\":\"m-1\",\"contentType\":\"application/json\"},\"data\":" + data + "}";
    }

    private static String data(String acknowledgement) throws Exception {
        return json(acknowledgement).path("data").textValue();
    }

    private static JsonNode json(String text) throws Exception {
        return ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8));
    }
}
