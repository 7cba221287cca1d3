package dev.agenthost.im.line.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.line.calls.LineCall;
import dev.agenthost.im.line.calls.LineMessageObject;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.testkit.line.LineFault;
import dev.agenthost.testkit.line.LineMessage;
import dev.agenthost.testkit.line.ScriptedLine;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the client against the scripted API. */
class LineClientTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String TOKEN = "token+of/line=";
    private static final String BOT = "U" + "f".repeat(32);
    private static final String PERSON = "U" + "a".repeat(32);

    private ScriptedLine line;
    private LineClient client;
    private LineApp app;

    @BeforeEach
    void start() throws IOException {
        line = new ScriptedLine(TOKEN, BOT);
        client = client(List.of("127.0.0.0/8"));
        app = new LineApp(line.apiUrl() + "/", TOKEN);
    }

    @AfterEach
    void stop() {
        line.close();
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    @Test
    void aPushIsAcceptedOnceUnderItsKey() {
        CallOutcome first = push("one", "part");

        assertThat(first).isInstanceOf(CallOutcome.Accepted.class).isEqualTo(push("one", "part"));
        assertThat(line.messages(PERSON)).extracting(LineMessage::text).containsExactly("one");

        push("one", "part2");
        assertThat(line.messages(PERSON)).hasSize(2);
    }

    /** LINE keeps keys for 24 hours (https://developers.line.biz/en/reference/messaging-api/#retry-api-request). */
    @Test
    void aKeyOfYesterdayIsAnotherPush() {
        push("one", "part");
        line.pass(Duration.ofHours(23));
        push("one", "part");
        assertThat(line.messages(PERSON)).hasSize(1);

        line.pass(Duration.ofHours(2));
        push("one", "part");
        assertThat(line.messages(PERSON)).hasSize(2);
    }

    @Test
    void aPushThatFailedWithAnEffectIsAcceptedByItsRepetition() {
        line.failNext(new LineFault.ServerError());
        assertThat(push("one", "part"))
                .isInstanceOfSatisfying(CallOutcome.Unclear.class, unclear -> assertThat(unclear.why())
                        .contains("x-line-request-id"));

        assertThat(push("one", "part"))
                .isEqualTo(new CallOutcome.Accepted(
                        line.messages(PERSON).getFirst().id()));
        assertThat(line.messages(PERSON)).hasSize(1);
    }

    @Test
    void aLostAnswerIsUnclear() {
        line.failNext(new LineFault.LostAnswer());

        assertThat(push("one", "part")).isInstanceOf(CallOutcome.Unclear.class);
    }

    @Test
    void anotherTokenIsUnauthorizedAndNeverPrinted() {
        LineApp other = new LineApp(line.apiUrl(), "other");

        assertThat(await(client.push(other, message("x"), "part", () -> true)))
                .isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> assertThat(refused.code())
                        .isEqualTo(401));
        assertThat(await(client.info(other))).isInstanceOf(QueryOutcome.Refused.class);
        assertThat(other).hasToString("LineApp[" + line.apiUrl() + "]");
    }

    /** The rules of the counterpart are the documented limits. */
    @Test
    void aPushBeyondTheLimitsIsRefusedWithDetails() {
        assertThat(push("", "a"))
                .isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> assertThat(refused.description())
                        .startsWith("The request body has 1 error(s): messages[0].text May not be empty"));
        assertThat(push("x".repeat(5_001), "b")).isInstanceOf(CallOutcome.Refused.class);
        assertThat(push("x".repeat(5_000), "c")).isInstanceOf(CallOutcome.Accepted.class);
        List<LineMessageObject> six = IntStream.range(0, 6)
                .mapToObj(i -> message("x").messages().getFirst())
                .toList();
        assertThat(await(client.push(app, new LineCall(PERSON, "0", six), "d", () -> true)))
                .isInstanceOf(CallOutcome.Refused.class);
    }

    @Test
    void anAddressThatTheHostForbidsIsNotCalled() {
        client = client(List.of());

        assertThat(push("x", "part"))
                .isInstanceOfSatisfying(CallOutcome.NotSent.class, sent -> assertThat(sent.mayRepeat())
                        .isFalse());
        assertThat(await(client.webhook(app))).isInstanceOf(QueryOutcome.Forbidden.class);
        assertThat(line.calls("")).isEmpty();
    }

    @Test
    void aCallThatMayNotBeMadeAnyMoreIsNot() {
        assertThat(await(client.push(app, message("x"), "part", () -> false))).isInstanceOf(CallOutcome.NotSent.class);
        assertThat(await(client.showLoading(app, PERSON, () -> false))).isInstanceOf(QueryOutcome.NoAnswer.class);
        assertThat(line.messages(PERSON)).isEmpty();
        assertThat(line.loading()).isEmpty();
    }

    /** LINE refuses groups (https://developers.line.biz/en/reference/messaging-api/#display-a-loading-indicator). */
    @Test
    void theLoadingAnimationIsShownToAPerson() {
        assertThat(await(client.showLoading(app, PERSON, () -> true))).isInstanceOf(QueryOutcome.Answered.class);
        assertThat(await(client.showLoading(app, "C" + "a".repeat(32), () -> true)))
                .isInstanceOf(QueryOutcome.Refused.class);
        assertThat(line.loading()).containsExactly(PERSON);
    }

    @Test
    void theAccountAndTheWebhookAreAskedFor() {
        assertThat(await(client.info(app))).isInstanceOfSatisfying(QueryOutcome.Answered.class, answered -> assertThat(
                        answered.result().path("userId").asText())
                .isEqualTo(BOT));
        assertThat(await(client.webhook(app)))
                .isInstanceOfSatisfying(QueryOutcome.Answered.class, answered -> assertThat(
                                answered.result().path("active").asBoolean())
                        .isTrue());
        line.setWebhook(null);
        assertThat(await(client.webhook(app)))
                .isInstanceOfSatisfying(QueryOutcome.Refused.class, refused -> assertThat(refused.code())
                        .isEqualTo(404));
    }

    private LineClient client(List<String> allowed) {
        return new LineClient(
                new EgressClient(VERTX, new AddressPolicy(false, AllowList.parse(allowed)), 4, LIMIT), LIMIT);
    }

    private CallOutcome push(String text, String part) {
        return await(client.push(app, message(text), part, () -> true));
    }

    private static LineCall message(String text) {
        return new LineCall(
                PERSON,
                "0",
                List.of(new LineMessageObject(
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("type", "text")
                                .put("text", text),
                        List.of())));
    }

    private static <T> T await(Uni<T> outcome) {
        return outcome.await().atMost(LIMIT);
    }
}
