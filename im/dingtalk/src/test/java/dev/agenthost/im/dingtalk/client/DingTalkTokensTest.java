package dev.agenthost.im.dingtalk.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.dingtalk.calls.DingTalkRobot;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DingTalkTokensTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String SECRET = "secret-1";

    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch open = new CountDownLatch(1);
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private volatile int status = 200;
    private volatile String answer = "";
    private HttpServer platform;
    private DingTalkTokens tokens;

    @BeforeEach
    void start() throws IOException {
        platform = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        platform.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        platform.createContext("/v1.0/oauth2/accessToken", exchange -> {
            try (exchange) {
                JsonNode body = ProtocolCodec.mapper().readTree(exchange.getRequestBody());
                int call = calls.incrementAndGet();
                open.await();
                boolean isKnown = body.path("appSecret").asText().equals(SECRET);
                String text = !answer.isEmpty()
                        ? answer
                        : isKnown
                                ? "{\"accessToken\":\"t-" + call + "\",\"expireIn\":7200}"
                                : "{\"code\":\"invalidClientIdOrSecret\",\"message\":\"no\"}";
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(isKnown ? status : 400, bytes.length);
                exchange.getResponseBody().write(bytes);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        platform.start();
        tokens = tokens(true);
    }

    @AfterEach
    void stop() {
        open.countDown();
        platform.stop(0);
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    @Test
    void aTokenIsAskedForAgainShortlyBeforeItsExpiry() {
        open.countDown();
        assertThat(of(app(SECRET))).isEqualTo(new DingTalkToken.Valid("t-1"));

        now = now.plusSeconds(7200 - 601);
        assertThat(of(app(SECRET))).isEqualTo(new DingTalkToken.Valid("t-1"));

        now = now.plusSeconds(1);
        assertThat(of(app(SECRET))).isEqualTo(new DingTalkToken.Valid("t-2"));
        assertThat(calls).hasValue(2);
    }

    @Test
    void callersShareOneCall() {
        List<CompletableFuture<DingTalkToken>> callers = IntStream.range(0, 20)
                .mapToObj(i -> tokens.of(app(SECRET)).subscribeAsCompletionStage())
                .toList();
        open.countDown();

        assertThat(callers).allMatch(caller -> caller.join().equals(new DingTalkToken.Valid("t-1")));
        assertThat(calls).hasValue(1);
    }

    /** The caller that made the call gives up; another one still gets its answer. */
    @Test
    void aCallerThatGivesUpTakesNothingFromOthers() {
        CompletableFuture<DingTalkToken> first = tokens.of(app(SECRET)).subscribeAsCompletionStage();
        CompletableFuture<DingTalkToken> second = tokens.of(app(SECRET)).subscribeAsCompletionStage();
        first.cancel(true);
        open.countDown();

        assertThat(second.join()).isInstanceOf(DingTalkToken.Valid.class);
        assertThat(of(app(SECRET))).isInstanceOf(DingTalkToken.Valid.class);
    }

    @Test
    void aCallerThatGivesUpAloneLeavesNoTokenThatNeverArrives() {
        CompletableFuture<DingTalkToken> first = tokens.of(app(SECRET)).subscribeAsCompletionStage();
        first.cancel(true);
        open.countDown();

        assertThat(of(app(SECRET))).isInstanceOf(DingTalkToken.Valid.class);
    }

    /** A token stays valid after its secret is revoked. */
    @Test
    void aCheckAsksAnewAndLeavesTheTokenOfCalls() {
        open.countDown();
        of(app(SECRET));
        status = 400;
        answer = "{\"code\":\"invalidClientIdOrSecret\",\"message\":\"no\"}";

        assertThat(tokens.anew(app(SECRET)).await().atMost(LIMIT))
                .isEqualTo(missing(new QueryOutcome.Refused(400, "invalidClientIdOrSecret no")));
        assertThat(of(app(SECRET))).isEqualTo(new DingTalkToken.Valid("t-1"));
    }

    @Test
    void aRefusedTokenIsReplaced() {
        open.countDown();
        of(app(SECRET));

        tokens.refused(app(SECRET), "t-0");
        assertThat(of(app(SECRET))).isEqualTo(new DingTalkToken.Valid("t-1"));

        tokens.refused(app(SECRET), "t-1");
        assertThat(of(app(SECRET))).isEqualTo(new DingTalkToken.Valid("t-2"));
    }

    /** A bot with the id of another bot's app needs the secret of the app, too. */
    @Test
    void anotherSecretHasNoShareInTheToken() {
        open.countDown();
        of(app(SECRET));

        assertThat(of(app("other"))).isEqualTo(missing(new QueryOutcome.Refused(400, "invalidClientIdOrSecret no")));
        assertThat(of(app(SECRET))).isEqualTo(new DingTalkToken.Valid("t-1"));
    }

    @Test
    void aFailureIsNotRemembered() {
        open.countDown();
        status = 500;
        answer = "down";
        assertThat(of(app(SECRET))).isEqualTo(missing(new QueryOutcome.Failed(500, "status 500")));

        status = 200;
        answer = "";
        assertThat(of(app(SECRET))).isEqualTo(new DingTalkToken.Valid("t-2"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200|{'expireIn':7200}|NoAnswer",
                "200|{'accessToken':'t-1','expireIn':0}|NoAnswer",
                "200|{'accessToken':'t 1\\r\\nX: y','expireIn':7200}|NoAnswer",
                "200|<html>|NoAnswer",
                "400|{'code':'invalidClientIdOrSecret','message':'no'}|Refused",
                "403|{'code':'Forbidden.AccessDenied.IpNotInWhiteList','message':'no'}|Refused",
                "403|{'code':'Forbidden.AccessDenied.QpsLimitForAppkeyAndApi','message':'no'}|Failed",
                "404|<html>|Refused",
                "429|<html>|Failed",
                "502|<html>|Failed"
            })
    void anAnswerWithoutATokenIsNamed(int answerStatus, String text, String outcome) {
        open.countDown();
        status = answerStatus;
        answer = text.replace('\'', '"');

        assertThat(of(app(SECRET))).isInstanceOfSatisfying(DingTalkToken.Missing.class, missing -> assertThat(
                        missing.why().getClass().getSimpleName())
                .isEqualTo(outcome));
    }

    @Test
    void aPrivateNetworkIsNotCalled() {
        open.countDown();
        DingTalkToken token = tokens(false).of(app(SECRET)).await().atMost(LIMIT);

        assertThat(token).isInstanceOfSatisfying(DingTalkToken.Missing.class, missing -> assertThat(missing.why())
                .isInstanceOf(QueryOutcome.Forbidden.class));
        assertThat(calls).hasValue(0);
    }

    @Test
    void secretsAreNotPrinted() {
        assertThat(app(SECRET).toString()).doesNotContain(SECRET);
        assertThat(new DingTalkToken.Valid("t-1").toString()).doesNotContain("t-1");
    }

    private DingTalkToken of(DingTalkApp app) {
        Uni<DingTalkToken> token = tokens.of(app);
        return token.await().atMost(LIMIT);
    }

    private DingTalkApp app(String secret) {
        return new DingTalkApp(
                "http://127.0.0.1:" + platform.getAddress().getPort() + "/",
                "ding1",
                secret,
                new DingTalkRobot("ding1", "a.schema", true));
    }

    private static DingTalkToken missing(QueryOutcome.Unsuccessful why) {
        return new DingTalkToken.Missing(why);
    }

    private DingTalkTokens tokens(boolean isPrivateAllowed) {
        EgressClient outbound = new EgressClient(
                VERTX, new AddressPolicy(isPrivateAllowed, AllowList.parse(List.of())), 4, Duration.ofSeconds(2));
        return new DingTalkTokens(outbound, Duration.ofSeconds(5), () -> now);
    }
}
