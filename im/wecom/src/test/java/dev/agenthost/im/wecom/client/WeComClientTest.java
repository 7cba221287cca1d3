package dev.agenthost.im.wecom.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.wecom.calls.WeComAnswer;
import dev.agenthost.im.wecom.calls.WeComCall;
import dev.agenthost.im.wecom.calls.WeComUpload;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.testkit.http.RecordedCall;
import dev.agenthost.testkit.wecom.ScriptedWeCom;
import dev.agenthost.testkit.wecom.WeComFault;
import dev.agenthost.testkit.wecom.WeComMessage;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the client against the scripted API. */
class WeComClientTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String SECRET = "secret+of/wecom";

    private ScriptedWeCom weCom;
    private WeComClient client;
    private WeComApp app;

    @BeforeEach
    void start() throws IOException {
        weCom = new ScriptedWeCom("ww1", SECRET);
        client = client(List.of("127.0.0.0/8"));
        app = app(SECRET);
    }

    @AfterEach
    void stop() {
        weCom.close();
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    @Test
    void aMessageIsSentAsTheApplicationWithOneTokenForAll() {
        assertThat(call("one")).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(call("two")).isInstanceOf(CallOutcome.Accepted.class);

        assertThat(weCom.messages("zhangsan")).extracting(WeComMessage::text).containsExactly("one", "two");
        assertThat(weCom.calls("/gettoken")).hasSize(1);
    }

    @Test
    void aTokenThatExpiredIsReplacedAndTheMessageSentOnce() {
        call("one");
        weCom.expireToken();

        assertThat(call("two")).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(weCom.messages("zhangsan")).hasSize(2);
        assertThat(weCom.calls("/gettoken")).hasSize(2);
    }

    @Test
    void aTokenThatIsRefusedAgainIsUnauthorized() {
        weCom.failNext(new WeComFault.Refusal(40014, "invalid access_token"));
        weCom.failNext(new WeComFault.Refusal(40014, "invalid access_token"));

        assertThat(call("x")).isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> assertThat(refused.code())
                .isEqualTo(401));
        assertThat(weCom.calls("/message/send")).hasSize(2);
    }

    @Test
    void anotherSecretGetsNoTokenAndMakesNoCall() {
        assertThat(await(client.call(app("other"), message("x"), () -> true)))
                .isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> assertThat(refused.code())
                        .isEqualTo(401));
        assertThat(weCom.calls("/message/send")).isEmpty();
    }

    @Test
    void anAddressThatTheHostForbidsIsNotCalled() {
        client = client(List.of());

        assertThat(call("x")).isInstanceOfSatisfying(CallOutcome.NotSent.class, sent -> assertThat(sent.mayRepeat())
                .isFalse());
        assertThat(weCom.calls("")).isEmpty();
    }

    @Test
    void aCallThatMayNotBeMadeAnyMoreIsNot() {
        assertThat(await(client.call(app, message("x"), () -> false))).isInstanceOf(CallOutcome.NotSent.class);
        assertThat(weCom.messages("zhangsan")).isEmpty();
    }

    @Test
    void aFileIsUploadedUnderItsName() {
        WeComUpload file = new WeComUpload(
                WeComUpload.Type.FILE, new OutboundArtifact("a1", "file", "text/plain", "notes.txt", 7L, null, null));
        byte[] content = "content".getBytes(StandardCharsets.UTF_8);

        QueryOutcome outcome = await(client.upload(
                app,
                file,
                new HttpBody.Pieces(content.length, () -> Uni.createFrom().item(content)),
                LIMIT));

        assertThat(outcome).isInstanceOfSatisfying(QueryOutcome.Answered.class, answered -> assertThat(
                        weCom.uploaded(WeComAnswer.mediaId(answered.result())))
                .isEqualTo(content));
        RecordedCall upload = weCom.calls("/media/upload").getFirst();
        assertThat(upload.parameters().path("type").asText()).isEqualTo("file");
    }

    @Test
    void theHealthOfAnApplicationIsAskedWithANewToken() {
        call("x");

        JsonNode agent = ((QueryOutcome.Answered) await(client.agent(app))).result();
        assertThat(agent.path("name").asText()).isEqualTo("Helper");
        assertThat(weCom.calls("/gettoken")).hasSize(2);
        assertThat(await(client.agent(app("other")))).isInstanceOf(QueryOutcome.Refused.class);
        assertThat(await(client.agent(new WeComApp(app.apiUrl(), "ww1", 7, SECRET))))
                .isInstanceOf(QueryOutcome.Refused.class);
    }

    private WeComClient client(List<String> allowed) {
        EgressClient outbound = new EgressClient(VERTX, new AddressPolicy(false, AllowList.parse(allowed)), 4, LIMIT);
        return new WeComClient(outbound, new WeComTokens(outbound, LIMIT, InstantSource.system()), LIMIT);
    }

    private WeComApp app(String secret) {
        return new WeComApp(weCom.apiUrl(), "ww1", ScriptedWeCom.AGENT, secret);
    }

    private CallOutcome call(String text) {
        return await(client.call(app, message(text), () -> true));
    }

    private static WeComCall message(String text) {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("touser", "zhangsan").put("msgtype", "text");
        body.putObject("text").put("content", text);
        return new WeComCall(body, "0", null, null, List.of());
    }

    private static <T> T await(Uni<T> outcome) {
        return outcome.await().atMost(LIMIT);
    }
}
