package dev.agenthost.im.lark.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.im.chat.calls.QueryOutcome;
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

class TenantTokensTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String SECRET = "secret-1";

    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch open = new CountDownLatch(1);
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private volatile int status = 200;
    private volatile String answer = "";
    private HttpServer platform;
    private TenantTokens tokens;

    @BeforeEach
    void start() throws IOException {
        platform = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        platform.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        platform.createContext("/open-apis/auth/v3/tenant_access_token/internal", exchange -> {
            try (exchange) {
                JsonNode body = ProtocolCodec.mapper().readTree(exchange.getRequestBody());
                int call = calls.incrementAndGet();
                open.await();
                String text = !answer.isEmpty()
                        ? answer
                        : body.path("app_secret").asText().equals(SECRET)
                                ? "{\"code\":0,\"msg\":\"ok\",\"tenant_access_token\":\"t-" + call
                                        + "\",\"expire\":7200}"
                                : "{\"code\":10014,\"msg\":\"app secret invalid\"}";
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, bytes.length);
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
        assertThat(of(app(SECRET))).isEqualTo(new TenantToken.Valid("t-1"));

        now = now.plusSeconds(7200 - 601);
        assertThat(of(app(SECRET))).isEqualTo(new TenantToken.Valid("t-1"));

        now = now.plusSeconds(1);
        assertThat(of(app(SECRET))).isEqualTo(new TenantToken.Valid("t-2"));
        assertThat(calls).hasValue(2);
    }

    @Test
    void callersShareOneCall() {
        List<CompletableFuture<TenantToken>> callers = IntStream.range(0, 20)
                .mapToObj(i -> tokens.of(app(SECRET)).subscribeAsCompletionStage())
                .toList();
        open.countDown();

        assertThat(callers).allMatch(caller -> caller.join().equals(new TenantToken.Valid("t-1")));
        assertThat(calls).hasValue(1);
    }

    /** The caller that made the call gives up; another one still gets its answer. */
    @Test
    void aCallerThatGivesUpTakesNothingFromOthers() {
        CompletableFuture<TenantToken> first = tokens.of(app(SECRET)).subscribeAsCompletionStage();
        CompletableFuture<TenantToken> second = tokens.of(app(SECRET)).subscribeAsCompletionStage();
        first.cancel(true);
        open.countDown();

        assertThat(second.join()).isInstanceOf(TenantToken.Valid.class);
        assertThat(of(app(SECRET))).isInstanceOf(TenantToken.Valid.class);
    }

    @Test
    void aRefusedTokenIsReplaced() {
        open.countDown();
        of(app(SECRET));

        tokens.refused(app(SECRET), "t-0");
        assertThat(of(app(SECRET))).isEqualTo(new TenantToken.Valid("t-1"));

        tokens.refused(app(SECRET), "t-1");
        assertThat(of(app(SECRET))).isEqualTo(new TenantToken.Valid("t-2"));
    }

    /** A bot with the id of another bot's app needs the secret of the app, too. */
    @Test
    void anotherSecretHasNoShareInTheToken() {
        open.countDown();
        of(app(SECRET));

        assertThat(of(app("other"))).isEqualTo(missing(new QueryOutcome.Refused(10014, "app secret invalid")));
        assertThat(of(app(SECRET))).isEqualTo(new TenantToken.Valid("t-1"));
    }

    @Test
    void aFailureIsNotRemembered() {
        open.countDown();
        status = 500;
        answer = "down";
        assertThat(of(app(SECRET))).isEqualTo(missing(new QueryOutcome.Failed(500, "status 500")));

        status = 200;
        answer = "";
        assertThat(of(app(SECRET))).isEqualTo(new TenantToken.Valid("t-2"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200|{'code':0,'msg':'ok','expire':7200}|NoAnswer",
                "200|{'code':0,'msg':'ok','tenant_access_token':'t-1','expire':0}|NoAnswer",
                "200|{'code':0,'msg':'ok','tenant_access_token':'t 1\\r\\nX: y','expire':7200}|NoAnswer",
                "200|{'msg':'ok'}|NoAnswer",
                "200|<html>|NoAnswer",
                "400|{'code':10003,'msg':'invalid param'}|Refused",
                "404|<html>|Refused",
                "429|{'code':99991400,'msg':'request trigger frequency limit'}|Failed",
                "502|<html>|Failed"
            })
    void anAnswerWithoutATokenIsNamed(int answerStatus, String text, String outcome) {
        open.countDown();
        status = answerStatus;
        answer = text.replace('\'', '"');

        assertThat(of(app(SECRET))).isInstanceOfSatisfying(TenantToken.Missing.class, missing -> assertThat(
                        missing.why().getClass().getSimpleName())
                .isEqualTo(outcome));
    }

    @Test
    void aPrivateNetworkIsNotCalled() {
        open.countDown();
        TenantToken token = tokens(false).of(app(SECRET)).await().atMost(LIMIT);

        assertThat(token).isInstanceOfSatisfying(TenantToken.Missing.class, missing -> assertThat(missing.why())
                .isInstanceOf(QueryOutcome.Forbidden.class));
        assertThat(calls).hasValue(0);
    }

    @Test
    void secretsAreNotPrinted() {
        assertThat(app(SECRET).toString()).doesNotContain(SECRET);
        assertThat(new TenantToken.Valid("t-1").toString()).doesNotContain("t-1");
    }

    private TenantToken of(LarkApp app) {
        Uni<TenantToken> token = tokens.of(app);
        return token.await().atMost(LIMIT);
    }

    private LarkApp app(String secret) {
        return new LarkApp("http://127.0.0.1:" + platform.getAddress().getPort() + "/", "cli_a1", secret);
    }

    private static TenantToken missing(QueryOutcome.Unsuccessful why) {
        return new TenantToken.Missing(why);
    }

    private TenantTokens tokens(boolean isPrivateAllowed) {
        EgressClient outbound = new EgressClient(
                VERTX, new AddressPolicy(isPrivateAllowed, AllowList.parse(List.of())), 4, Duration.ofSeconds(2));
        return new TenantTokens(outbound, Duration.ofSeconds(5), () -> now);
    }
}
