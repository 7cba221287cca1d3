package dev.agenthost.im.onebot.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.onebot.calls.OneBotCall;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.testkit.onebot.OneBotFault;
import dev.agenthost.testkit.onebot.ScriptedOneBot;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OneBotClientTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private ScriptedOneBot oneBot;

    @BeforeEach
    void start() throws Exception {
        oneBot = new ScriptedOneBot(4000, "token-1", "secret-1");
    }

    @AfterEach
    void stop() {
        oneBot.close();
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    @Test
    void aMessageIsShownAndItsIdIsReturned() {
        CallOutcome outcome = call("token-1", text("hello"));

        assertThat(outcome)
                .isEqualTo(new CallOutcome.Accepted(
                        Long.toString(oneBot.messages("group_8001").getFirst().id())));
        assertThat(oneBot.messages("group_8001").getFirst().text()).isEqualTo("hello");
    }

    @Test
    void anotherTokenIsForbidden() {
        assertThat(call("other", text("x"))).isEqualTo(new CallOutcome.Refused(403, "status 403"));
        assertThat(oneBot.messages("group_8001")).isEmpty();
    }

    @Test
    void anUnknownActionIsNotFound() {
        assertThat(call("token-1", new OneBotCall("send_like", text("x").parameters(), null)))
                .isEqualTo(new CallOutcome.Refused(404, "status 404"));
    }

    @Test
    void aLostAnswerIsUnclear() {
        oneBot.failNext(new OneBotFault.LostAnswer());

        assertThat(call("token-1", text("x"))).isInstanceOf(CallOutcome.Unclear.class);
    }

    @Test
    void aPrivateNetworkIsNotCalled() {
        CallOutcome outcome = new OneBotClient(egress(false), Duration.ofSeconds(5))
                .call(new OneBotAddress(oneBot.apiUrl(), "token-1"), text("x"), () -> true)
                .await()
                .atMost(LIMIT);

        assertThat(outcome).isInstanceOfSatisfying(CallOutcome.NotSent.class, not -> assertThat(not.mayRepeat())
                .isFalse());
        assertThat(oneBot.calls()).isZero();
    }

    @Test
    void aCallThatMustNotBeMadeIsNotMade() {
        CallOutcome outcome = client().call(new OneBotAddress(oneBot.apiUrl(), "token-1"), text("x"), () -> false)
                .await()
                .atMost(LIMIT);

        assertThat(outcome).isInstanceOf(CallOutcome.NotSent.class);
        assertThat(oneBot.calls()).isZero();
    }

    /** Pieces of any size, whose bounds are no bounds of a group of three bytes. */
    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "3,1", "4,1", "100,7", "1000,333", "300001,65536", "262144,262144"})
    void aFileIsEncodedWhileItIsRead(int size, int piece) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);

        CallOutcome outcome = upload(size, pieces(content, piece));

        assertThat(outcome).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(oneBot.messages("group_8001").getFirst().file()).isEqualTo(content);
    }

    @ParameterizedTest
    @CsvSource({"9,10", "11,10"})
    void aFileOfAnotherSizeIsNotSent(int real, int stated) {
        CallOutcome outcome = upload(stated, pieces(new byte[real], real));

        assertThat(outcome).isNotInstanceOf(CallOutcome.Accepted.class);
        assertThat(oneBot.messages("group_8001")).isEmpty();
    }

    @Test
    void aFileIsDownloaded() {
        String url = oneBot.offer("a.jpg", new byte[] {1, 2, 3});
        OneBotFileDownload download = new OneBotFileDownload(egress(true), Duration.ofSeconds(5));

        assertThat(download.download(url, "a.jpg", 3).await().atMost(LIMIT))
                .isInstanceOfSatisfying(FileAnswer.Received.class, received -> assertThat(received.content())
                        .containsExactly(1, 2, 3));
        assertThat(download.download(url, "a.jpg", 2).await().atMost(LIMIT)).isInstanceOf(FileAnswer.TooLarge.class);
        assertThat(download.download(url + "x", "a", 3).await().atMost(LIMIT)).isInstanceOf(FileAnswer.Refused.class);
        assertThat(download.download("http://", "a", 3).await().atMost(LIMIT)).isInstanceOf(FileAnswer.Elsewhere.class);
        assertThat(new OneBotFileDownload(egress(false), Duration.ofSeconds(5))
                        .download(url, "a", 3)
                        .await()
                        .atMost(LIMIT))
                .isInstanceOf(FileAnswer.Elsewhere.class);
    }

    @Test
    void theTokenIsNotPrinted() {
        assertThat(new OneBotAddress("http://x", "token-1").toString()).doesNotContain("token-1");
    }

    private CallOutcome upload(long size, Supplier<Uni<byte[]>> pieces) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("group_id", 8001);
        parameters
                .putArray("message")
                .addObject()
                .put("type", "image")
                .putObject("data")
                .put("file", OneBotCall.BASE64);
        return client().upload(
                        new OneBotAddress(oneBot.apiUrl(), "token-1"),
                        new OneBotCall("send_group_msg", parameters, null),
                        size,
                        pieces,
                        Duration.ofSeconds(5),
                        () -> true)
                .await()
                .atMost(LIMIT);
    }

    private static Supplier<Uni<byte[]>> pieces(byte[] content, int size) {
        int[] from = {0};
        return () -> {
            byte[] piece = Arrays.copyOfRange(content, from[0], Math.min(content.length, from[0] + size));
            from[0] += piece.length;
            return Uni.createFrom().item(piece);
        };
    }

    private CallOutcome call(String token, OneBotCall call) {
        return client().call(new OneBotAddress(oneBot.apiUrl(), token), call, () -> true)
                .await()
                .atMost(LIMIT);
    }

    private static OneBotCall text(String text) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("group_id", 8001);
        parameters
                .putArray("message")
                .addObject()
                .put("type", "text")
                .putObject("data")
                .put("text", text);
        return new OneBotCall("send_group_msg", parameters, null);
    }

    private static OneBotClient client() {
        return new OneBotClient(egress(true), Duration.ofSeconds(5));
    }

    private static EgressClient egress(boolean isPrivateAllowed) {
        return new EgressClient(
                VERTX, new AddressPolicy(isPrivateAllowed, AllowList.parse(List.of())), 4, Duration.ofSeconds(2));
    }
}
