package dev.agenthost.im.lark.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.calls.LarkUpload;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.testkit.lark.LarkFault;
import dev.agenthost.testkit.lark.LarkMessage;
import dev.agenthost.testkit.lark.ScriptedLark;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LarkClientTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private ScriptedLark lark;
    private LarkClient client;
    private LarkApp app;

    @BeforeEach
    void start() throws Exception {
        lark = new ScriptedLark("cli_1", "app-secret", "ou_1");
        client = client("127.0.0.0/8");
        app = new LarkApp(lark.apiUrl(), "cli_1", "app-secret");
    }

    @AfterEach
    void stop() {
        lark.close();
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    @Test
    void aMessageIsShownAndItsIdIsReturned() {
        CallOutcome outcome = call(message("hello"));

        LarkMessage shown = lark.messages("oc_1").getFirst();
        assertThat(outcome).isEqualTo(new CallOutcome.Accepted(shown.id()));
        assertThat(shown.text()).isEqualTo("hello");
    }

    @Test
    void aRepeatedKeyIsOneMessageForAnHour() {
        LarkCall keyed = message("hello").keyed("r/1");

        CallOutcome first = call(keyed);
        assertThat(call(keyed)).isEqualTo(first);
        assertThat(lark.messages("oc_1")).hasSize(1);

        lark.pass(Duration.ofMinutes(61));
        call(keyed);
        assertThat(lark.messages("oc_1")).hasSize(2);
    }

    @Test
    void aTokenThatIsNotAcceptedAnyMoreIsReplacedOnce() {
        call(message("one"));
        lark.expireToken();

        assertThat(call(message("two"))).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(lark.messages("oc_1")).hasSize(2);
        assertThat(lark.calls("/internal")).hasSize(2);
        assertThat(lark.calls("/messages")).hasSize(3);
    }

    @Test
    void aTokenThatIsNeverAcceptedIsARefusal() {
        lark.failNext(new LarkFault.Refusal(99991663, "invalid"));
        lark.failNext(new LarkFault.Refusal(99991663, "invalid"));

        assertThat(call(message("x"))).isEqualTo(new CallOutcome.Refused(99991663, "invalid"));
        assertThat(lark.calls("/messages")).hasSize(2);
    }

    @Test
    void anotherSecretIsUnauthorized() {
        LarkApp other = new LarkApp(lark.apiUrl(), "cli_1", "other");

        assertThat(client.call(other, message("x"), () -> true).await().atMost(LIMIT))
                .isEqualTo(new CallOutcome.Refused(401, "no token: 10014 app secret invalid"));
        assertThat(lark.calls("/messages")).isEmpty();
    }

    @Test
    void lostAndFailedAnswersAreUnclearAndTooManyCallsWait() {
        lark.failNext(new LarkFault.LostAnswer());
        assertThat(call(message("x"))).isInstanceOf(CallOutcome.Unclear.class);
        lark.failNext(new LarkFault.ServerError());
        assertThat(call(message("x"))).isEqualTo(new CallOutcome.Unclear("status 500"));
        lark.failNext(new LarkFault.TooManyRequests(7));
        assertThat(call(message("x"))).isEqualTo(new CallOutcome.RetryAfter(Duration.ofSeconds(7)));
        assertThat(lark.messages("oc_1")).hasSize(1);
    }

    @Test
    void aClaimThatEndedPreventsTheCall() {
        assertThat(client.call(app, message("x"), () -> false).await().atMost(LIMIT))
                .isInstanceOf(CallOutcome.NotSent.class);
        assertThat(lark.messages("oc_1")).isEmpty();
    }

    @Test
    void aPrivateNetworkIsNotCalled() {
        assertThat(client("10.0.0.0/8")
                        .call(app, message("x"), () -> true)
                        .await()
                        .atMost(LIMIT))
                .isInstanceOfSatisfying(CallOutcome.NotSent.class, not -> assertThat(not.mayRepeat())
                        .isFalse());
        assertThat(lark.calls("")).isEmpty();
    }

    @Test
    void aCardIsReplaced() {
        CallOutcome.Accepted sent = (CallOutcome.Accepted) call(message("draft"));
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("content", card("final"));

        assertThat(call(new LarkCall("PATCH", "/open-apis/im/v1/messages/" + sent.messageId(), body)))
                .isEqualTo(new CallOutcome.Accepted(null));
        assertThat(lark.messages("oc_1")).extracting(LarkMessage::text).containsExactly("final");
    }

    @Test
    void theReactionsOfTheAppAreRemovedAndThoseOfPersonsStay() {
        String path = "/open-apis/im/v1/messages/" + ((CallOutcome.Accepted) call(message("x"))).messageId();
        for (String name : List.of("OK", "DONE", "SMILE")) {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.putObject("reaction_type").put("emoji_type", name);
            call(new LarkCall("POST", path + "/reactions", body));
        }
        ObjectNode one = JsonNodeFactory.instance.objectNode().put("emoji_type", "OK");
        LarkCall all = new LarkCall("DELETE", path + "/reactions", JsonNodeFactory.instance.objectNode());

        assertThat(call(new LarkCall("DELETE", path + "/reactions", one))).isEqualTo(new CallOutcome.Accepted(null));
        assertThat(lark.messages("oc_1").getFirst().reactions()).containsExactly("DONE", "SMILE");
        assertThat(call(all)).isEqualTo(new CallOutcome.Accepted(null));
        assertThat(call(all)).isEqualTo(new CallOutcome.Accepted(null));
        assertThat(lark.messages("oc_1").getFirst().reactions()).isEmpty();
    }

    @Test
    void theBotIsReported() {
        assertThat(client.query(app, "/open-apis/bot/v3/info").await().atMost(LIMIT))
                .isInstanceOfSatisfying(QueryOutcome.Answered.class, answered -> assertThat(
                                answered.result().at("/bot/open_id").asText())
                        .isEqualTo("ou_1"));
    }

    @ParameterizedTest
    @EnumSource(
            value = LarkUpload.Type.class,
            names = {"IMAGE", "AUDIO", "STREAM"})
    void aFileIsUploadedInPieces(LarkUpload.Type type) {
        LarkUpload file =
                new LarkUpload(type, new OutboundArtifact("a1", "file", "image/png", "ä\".png", 6L, null, null));
        List<byte[]> pieces = List.of(new byte[] {1, 2, 3}, new byte[] {4, 5, 6});
        int[] next = {0};

        QueryOutcome outcome = client.upload(
                        app, file, new HttpBody.Pieces(6, () -> Uni.createFrom().item(pieces.get(next[0]++))), LIMIT)
                .await()
                .atMost(LIMIT);

        assertThat(outcome).isInstanceOf(QueryOutcome.Answered.class);
        JsonNode key = ((QueryOutcome.Answered) outcome).result().path(file.keyName());
        assertThat(lark.uploaded(key.asText())).containsExactly(1, 2, 3, 4, 5, 6);
    }

    private CallOutcome call(LarkCall call) {
        return client.call(app, call, () -> true).await().atMost(LIMIT);
    }

    private static LarkCall message(String text) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("receive_id", "oc_1")
                .put("msg_type", "interactive")
                .put("content", card(text));
        return new LarkCall("POST", "/open-apis/im/v1/messages?receive_id_type=chat_id", body).at("0");
    }

    private static String card(String text) {
        return "{\"schema\":\"2.0\",\"config\":{\"update_multi\":true},\"body\":{\"elements\":[{\"tag\":\"markdown\",\"content\":\""
                + text + "\"}]}}";
    }

    private static LarkClient client(String allowed) {
        EgressClient egress =
                new EgressClient(VERTX, new AddressPolicy(false, AllowList.parse(List.of(allowed))), 4, LIMIT);
        return new LarkClient(egress, new TenantTokens(egress, LIMIT, Clock.systemUTC()), LIMIT);
    }
}
