package dev.agenthost.delivery.bot.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.delivery.bot.BotHealth;
import dev.agenthost.delivery.bot.BotProblem;
import dev.agenthost.delivery.bot.BotStatus;
import dev.agenthost.delivery.bot.ConnectionHealthSource;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpBotConnectionsTest {
    private final Vertx vertx = Vertx.vertx();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile String answer = "";
    private HttpServer gateway;

    @BeforeEach
    void start() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/", exchange -> {
            requests.add(exchange.getRequestURI().getPath() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        gateway.start();
    }

    @AfterEach
    void stop() {
        gateway.stop(0);
        vertx.close();
    }

    @Test
    void aBotWithoutItsConnectionIsDegraded() {
        answer = "{\"connected\":false,\"problem\":\"the platform refuses the connection: invalid_auth\"}";

        BotHealth health = check(bot("connection", true));

        assertThat(health.status()).isEqualTo(BotStatus.DEGRADED);
        assertThat(health.problems())
                .containsExactly(new BotProblem(
                        BotProblem.Code.NOT_CONNECTED, "the platform refuses the connection: invalid_auth"));
        assertThat(requests).containsExactly("/internal/v1/bots/shop/connection Bearer internal");
    }

    @Test
    void aBotThatIsBeingConnectedSaysSo() {
        answer = "{\"connected\":false}";

        assertThat(check(bot("connection", true)).problems())
                .extracting(BotProblem::detail)
                .containsExactly("The connection is being opened.");
    }

    /** A problem between the services is none of the bot. */
    @Test
    void onlyAnAnswerIsAProblemOfTheBot() {
        for (String text : List.of("{\"connected\":true}", "{}", "<html>", "")) {
            answer = text;
            assertThat(check(bot("connection", true)).status()).as(text).isEqualTo(BotStatus.OK);
        }
        status = 404;
        answer = "{\"connected\":false}";
        assertThat(check(bot("connection", true)).status()).isEqualTo(BotStatus.OK);
        gateway.stop(0);
        assertThat(check(bot("connection", true)).status()).isEqualTo(BotStatus.OK);
    }

    @Test
    void aBotThatIsPausedOrHasNoConnectionIsNotAskedFor() {
        answer = "{\"connected\":false}";

        assertThat(check(bot("connection", false)).status()).isEqualTo(BotStatus.OK);
        assertThat(check(bot("webhook", true)).status()).isEqualTo(BotStatus.OK);
        assertThat(requests).isEmpty();
    }

    private BotHealth check(BotRegistration bot) {
        Duration timeout = Duration.ofSeconds(10);
        EgressClient internal = new EgressClient(vertx, new AddressPolicy(true), 4, timeout);
        URI url = URI.create("http://127.0.0.1:" + gateway.getAddress().getPort() + "/");
        return new ConnectionHealthSource(
                        asked -> Uni.createFrom().item(BotHealth.ok(Instant.EPOCH)),
                        new HttpBotConnections(internal, url, "internal", timeout))
                .check(bot)
                .await()
                .atMost(Duration.ofSeconds(30));
    }

    private static BotRegistration bot(String receive, boolean isEnabled) {
        ObjectNode options = JsonNodeFactory.instance.objectNode().put("app_id", "A1");
        options.put(BotRegistration.RECEIVE, receive);
        return new BotRegistration(
                "shop", "demo", BotPlatform.SLACK, "Shop", isEnabled, Map.of("token", List.of("T")), options, 1, null);
    }
}
