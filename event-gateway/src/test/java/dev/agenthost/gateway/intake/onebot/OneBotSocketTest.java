package dev.agenthost.gateway.intake.onebot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.connection.BotConnections;
import dev.agenthost.gateway.intake.BotEventIntakes;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.onebot.client.OneBotFileDownload;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.KeyRefusalAggregator;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.testkit.onebot.ReverseSocket;
import dev.agenthost.testkit.onebot.ScriptedOneBot;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection while Kafka takes no events, over a real socket. */
class OneBotSocketTest {
    private static final int MESSAGES = 120;
    /** 60 MB in all: more than the buffers of two sockets. */
    private static final String PADDING = "x".repeat(500_000);

    private final Vertx vertx = Vertx.vertx();
    private final List<String> published = new CopyOnWriteArrayList<>();
    private final BotRegistry bots = new BotRegistry();
    private volatile boolean isKafkaAvailable;
    private ScriptedOneBot oneBot;
    private OneBotSocketRoute route;
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        oneBot = new ScriptedOneBot(4000, "access", "hook");
        register(true);
        bots.complete();
        route = new OneBotSocketRoute(
                bots,
                new Secrets(Map.of("ACCESS", "access")),
                events(),
                new KeyRefusalAggregator("event-gateway", InstantSource.system(), entry -> Uni.createFrom()
                        .voidItem()),
                new BotConnections(),
                vertx);
        HttpServerOptions options = new HttpServerOptions();
        new OneBotSocketLimits().customizeHttpServer(options);
        Router router = Router.router(vertx);
        route.register(router);
        route.started(null);
        server = vertx.createHttpServer(options)
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    @AfterEach
    void stop() throws InterruptedException {
        route.stopping(null);
        oneBot.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void whileKafkaIsUnavailableTheSenderWaitsAndNothingIsLost() {
        try (ReverseSocket socket = connected()) {
            List<ObjectNode> messages = report(socket);

            awaitNoProgress(socket);
            assertThat(socket.written()).as("texts that the network took").isLessThan(MESSAGES);
            assertThat(published).isEmpty();

            isKafkaAvailable = true;
            until(() -> published.size() >= MESSAGES);
            assertThat(published).containsExactlyElementsOf(ids(messages));
            assertThat(socket.closeCodes()).isEmpty();
        }
    }

    @Test
    void whatWasReadBeforeTheConnectionEndedIsPublished() {
        try (ReverseSocket socket = connected()) {
            List<ObjectNode> messages =
                    IntStream.range(0, 20).mapToObj(i -> message("m" + i)).toList();
            messages.forEach(socket::report);
            until(() -> socket.written() > messages.size());
            socket.drop();
            until(() -> socket.closeCodes().size() == 1);

            isKafkaAvailable = true;

            until(() -> published.size() >= messages.size());
            assertThat(published).containsExactlyElementsOf(ids(messages));
        }
    }

    @Test
    void aConnectionThatEndedHoldsItsSlotUntilItsEventsAreDoneWith() {
        for (int i = 0; i < SocketSlots.MOST; i++) {
            ReverseSocket socket = connected();
            socket.report(message("m" + i));
            until(() -> socket.written() >= 2);
            socket.close();
        }
        try (ReverseSocket socket = oneBot.connect(url(), "Event")) {
            until(() -> socket.statuses().contains(429));

            isKafkaAvailable = true;

            until(socket::isOpen);
            until(() -> published.size() == SocketSlots.MOST);
        }
    }

    @Test
    void aDisabledBotPublishesNothingFurther() {
        try (ReverseSocket socket = connected()) {
            socket.report(message("late"));
            until(() -> socket.written() >= 2);

            register(false);
            until(() -> socket.closeCodes().contains(1008));
            isKafkaAvailable = true;
            register(true);
            until(socket::isOpen);
            socket.report(message("next"));

            until(() -> !published.isEmpty());
            assertThat(published).hasSize(1);
        }
    }

    @Test
    void aReplicaThatStopsClosesItsConnections() throws Exception {
        try (ReverseSocket socket = connected()) {
            route.stopping(null);

            until(() -> socket.closeCodes().contains(1001));
        }
    }

    private ReverseSocket connected() {
        ReverseSocket socket = oneBot.connect(url(), "Event");
        until(socket::isOpen);
        return socket;
    }

    private String url() {
        return "http://127.0.0.1:" + server.actualPort() + "/webhooks/onebot/shop/ws";
    }

    private List<ObjectNode> report(ReverseSocket socket) {
        List<ObjectNode> messages = IntStream.range(0, MESSAGES)
                .mapToObj(i -> message("m" + i).put("raw_message", PADDING))
                .toList();
        messages.forEach(socket::report);
        return messages;
    }

    private ObjectNode message(String text) {
        return oneBot.privateMessage(5001, JsonNodeFactory.instance.textNode(text));
    }

    private static List<String> ids(List<ObjectNode> messages) {
        return messages.stream()
                .map(message -> message.path("message_id").asText())
                .toList();
    }

    /** The network takes no further text for two seconds. */
    private static void awaitNoProgress(ReverseSocket socket) {
        int[] seen = {-1};
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> {
                    int before = seen[0];
                    seen[0] = socket.written();
                    return seen[0] > 0 && seen[0] == before;
                });
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }

    private OneBotEventIntake events() {
        return new OneBotEventIntake(
                BotEventIntakes.into((envelope, traceparent) -> {
                    if (!isKafkaAvailable) {
                        return CompletableFuture.failedFuture(new TimeoutException("unavailable"));
                    }
                    published.add(String.valueOf(envelope.subject().subjectId()));
                    return CompletableFuture.completedFuture(null);
                }),
                new OneBotFileDownload(
                        new EgressClient(vertx, new AddressPolicy(true), 1, Duration.ofSeconds(1)),
                        Duration.ofSeconds(1)));
    }

    private void register(boolean enabled) {
        bots.take(new BotRegistration(
                "shop",
                "green",
                BotPlatform.ONEBOT,
                "shop",
                enabled,
                Map.of("token", List.of("ACCESS")),
                JsonNodeFactory.instance.objectNode().put("self_id", 4000),
                1,
                null));
    }
}
