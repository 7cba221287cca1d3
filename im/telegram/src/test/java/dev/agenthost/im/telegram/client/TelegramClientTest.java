package dev.agenthost.im.telegram.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.testkit.http.RecordedCall;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import dev.agenthost.testkit.telegram.TelegramFault;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TelegramClientTest {
    private static final String TOKEN = "4000:AAF-secret";
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Vertx VERTX = Vertx.vertx();

    private ScriptedTelegram telegram;
    private TelegramClient client;

    @BeforeEach
    void start() throws IOException {
        telegram = new ScriptedTelegram(TOKEN, "shop_bot");
        client = new TelegramClient(egress(true), telegram.baseUrl(), TIMEOUT);
    }

    @AfterEach
    void stop() {
        telegram.close();
    }

    @AfterAll
    static void close() {
        VERTX.close();
    }

    @Test
    void aMessageIsShownInItsChat() {
        CallOutcome outcome = call("sendMessage", text("hello"));

        long shown = telegram.messages(7).getFirst().path("message_id").asLong();
        assertThat(outcome).isEqualTo(new CallOutcome.Accepted(Long.toString(shown)));
        assertThat(telegram.messages(7).getFirst().path("text").asText()).isEqualTo("hello");
    }

    @Test
    void anEditWithoutAChangeIsNotModified() {
        call("sendMessage", text("a"));
        long id = telegram.messages(7).getFirst().path("message_id").asLong();

        assertThat(call("editMessageText", text("a").put("message_id", id))).isEqualTo(new CallOutcome.NotModified());
        assertThat(call("editMessageText", text("b").put("message_id", id)))
                .isEqualTo(new CallOutcome.Accepted(Long.toString(id)));
    }

    @Test
    void aDraftHasNoMessage() {
        assertThat(call("sendMessageDraft", text("par").put("draft_id", 9))).isEqualTo(new CallOutcome.Accepted(null));
        assertThat(telegram.draft(7).path("text").asText()).isEqualTo("par");
    }

    @Test
    void aFileIsUploadedWithItsParameters() {
        byte[] content = "\r\n--agenthost\u0000é".getBytes(StandardCharsets.UTF_8);
        BotApiCall.FileUpload file = new BotApiCall.FileUpload(
                "document",
                new OutboundArtifact("a1", "file", "text/plain", "a\"b\r\n.txt", (long) content.length, null, null));
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("chat_id", 7);
        parameters.putObject("reply_parameters").put("message_id", 1).put("allow_sending_without_reply", true);

        CallOutcome outcome = client.upload(
                        TOKEN,
                        new BotApiCall("sendDocument", parameters, file),
                        file,
                        pieces(content, 5),
                        TIMEOUT,
                        () -> true)
                .await()
                .atMost(TIMEOUT);

        RecordedCall call = telegram.calls("sendDocument").getFirst();
        assertThat(outcome).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(call.files().get("document")).isEqualTo(content);
        assertThat(call.parameters().toString())
                .isEqualTo(
                        "{\"chat_id\":7,\"reply_parameters\":{\"message_id\":1,\"allow_sending_without_reply\":true}}");
    }

    @Test
    void aFileThatCannotBeReadToItsEndIsNoCall() {
        BotApiCall.FileUpload file = new BotApiCall.FileUpload(
                "document", new OutboundArtifact("a2", "file", null, "half.bin", 2_000L, null, null));
        AtomicBoolean isSecond = new AtomicBoolean();
        HttpBody.Pieces half = new HttpBody.Pieces(
                2_000,
                () -> isSecond.getAndSet(true)
                        ? Uni.createFrom().failure(new IllegalStateException("the store is gone"))
                        : Uni.createFrom().item(new byte[1_000]));
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("chat_id", 7);

        CallOutcome outcome = client.upload(
                        TOKEN, new BotApiCall("sendDocument", parameters, file), file, half, TIMEOUT, () -> true)
                .await()
                .atMost(TIMEOUT);

        assertThat(outcome).isInstanceOfSatisfying(CallOutcome.NotSent.class, notSent -> assertThat(notSent.mayRepeat())
                .isTrue());
        assertThat(telegram.messages(7)).isEmpty();
    }

    private static HttpBody.Pieces pieces(byte[] content, int size) {
        AtomicInteger from = new AtomicInteger();
        return new HttpBody.Pieces(content.length, () -> {
            int begin = from.getAndAdd(size);
            return Uni.createFrom().item(Arrays.copyOfRange(content, begin, Math.min(content.length, begin + size)));
        });
    }

    @Test
    void eachFaultHasItsOutcome() {
        telegram.failNext("sendMessage", new TelegramFault.TooManyRequests(34));
        telegram.failNext("sendMessage", new TelegramFault.ServerError());
        telegram.failNext("sendMessage", new TelegramFault.LostCall());

        assertThat(call("sendMessage", text("a"))).isEqualTo(new CallOutcome.RetryAfter(Duration.ofSeconds(34)));
        assertThat(call("sendMessage", text("a"))).isEqualTo(new CallOutcome.Failed(500, "Internal Server Error"));
        assertThat(call("sendMessage", text("a"))).isInstanceOf(CallOutcome.Unclear.class);
        assertThat(telegram.messages(7)).isEmpty();
    }

    @Test
    void aLostAnswerIsUnclearAndTheCallIsNotRepeated() {
        telegram.failNext("sendMessage", new TelegramFault.LostAnswer());

        assertThat(call("sendMessage", text("a"))).isInstanceOf(CallOutcome.Unclear.class);
        assertThat(telegram.messages(7)).hasSize(1);
        assertThat(telegram.calls("sendMessage")).hasSize(1);
    }

    @Test
    void aBlockedBotAndAWrongTokenAreRefused() {
        telegram.block(7);

        assertThat(call("sendMessage", text("a")))
                .isEqualTo(new CallOutcome.Refused(403, "Forbidden: bot was blocked by the user"));
        assertThat(client.call("4000:other", new BotApiCall("getMe", text("")), () -> true)
                        .await()
                        .atMost(TIMEOUT))
                .isEqualTo(new CallOutcome.Refused(401, "Unauthorized"));
    }

    @Test
    void aClaimThatEndedPreventsTheCall() {
        CallOutcome outcome = client.call(TOKEN, new BotApiCall("sendMessage", text("a")), () -> false)
                .await()
                .atMost(TIMEOUT);

        assertThat(outcome).isInstanceOfSatisfying(CallOutcome.NotSent.class, notSent -> assertThat(notSent.mayRepeat())
                .isTrue());
        assertThat(telegram.calls("sendMessage")).isEmpty();
    }

    @Test
    void noOutcomeNamesTheToken() {
        TelegramClient forbidden = new TelegramClient(egress(false), telegram.baseUrl(), TIMEOUT);
        TelegramClient invalid = new TelegramClient(egress(true), "ftp://nowhere", TIMEOUT);
        TelegramClient unreachable = new TelegramClient(egress(true), "http://127.0.0.1:1", TIMEOUT);

        List<CallOutcome> outcomes = List.of(forbidden, invalid, unreachable).stream()
                .map(other -> other.call(TOKEN, new BotApiCall("getMe", text("")), () -> true)
                        .await()
                        .atMost(TIMEOUT))
                .toList();

        assertThat(outcomes)
                .allMatch(outcome -> outcome instanceof CallOutcome.NotSent)
                .noneMatch(outcome -> outcome.toString().contains("AAF"));
        assertThat(outcomes.stream().map(outcome -> ((CallOutcome.NotSent) outcome).mayRepeat()))
                .containsExactly(false, false, true);
    }

    private CallOutcome call(String method, ObjectNode parameters) {
        return client.call(TOKEN, new BotApiCall(method, parameters), () -> true)
                .await()
                .atMost(TIMEOUT.multipliedBy(2));
    }

    private static EgressClient egress(boolean allowsLoopback) {
        return new EgressClient(VERTX, new AddressPolicy(allowsLoopback, AllowList.parse(List.of())), 4, TIMEOUT);
    }

    private static ObjectNode text(String text) {
        return JsonNodeFactory.instance.objectNode().put("chat_id", 7).put("text", text);
    }
}
