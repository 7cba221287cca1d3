package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.DeliveryDatabase;
import dev.agenthost.delivery.surface.SurfaceRouter;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.delivery.surface.onebot.OneBotBots;
import dev.agenthost.delivery.surface.onebot.OneBotConnections;
import dev.agenthost.delivery.surface.onebot.OneBotFileCaller;
import dev.agenthost.delivery.surface.onebot.OneBotSurface;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.onebot.client.OneBotClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.onebot.OneBotFault;
import dev.agenthost.testkit.onebot.OneBotMessage;
import dev.agenthost.testkit.onebot.ScriptedOneBot;
import io.vertx.mutiny.sqlclient.Pool;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers by OneBot from the stored part to the chat and the receipt, with a scripted implementation. */
class OneBotAnswersTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String TOKEN = "token-of-onebot";

    private static DeliveryDatabase database;
    private static Pool pool;
    private static ScriptedOneBot oneBot;
    private static long next = 5000;

    private final StoredArtifacts artifacts = new StoredArtifacts();
    private final long number = next++;

    @BeforeAll
    static void start() throws IOException {
        database = new DeliveryDatabase();
        pool = database.pool(8);
        oneBot = new ScriptedOneBot(4000, TOKEN, "secret");
    }

    @AfterAll
    static void stop() {
        oneBot.close();
        database.close();
    }

    @BeforeEach
    void empty() {
        database.empty();
    }

    @Test
    void aPartIsShownAndItsReceiptHasTheMessage() {
        DeliveryReceipt receipt = send(person(), DeliveredRun.message("**hello**"));

        OneBotMessage shown = shown("person").getFirst();
        assertThat(shown.text()).isEqualTo("hello");
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.surface()).isEqualTo("onebot");
        assertThat(receipt.platformMessageId()).isEqualTo(Long.toString(shown.id()));
    }

    @Test
    void aLongAnswerInAGroupIsSeveralMessagesOfWhichTheFirstReplies() {
        DeliveryReceipt receipt = send(group(), DeliveredRun.message("word ".repeat(1000)));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown("group")).hasSize(3);
        assertThat(shown("group").getFirst().types()).startsWith("reply", "at");
        assertThat(shown("group").getLast().types()).containsExactly("text");
    }

    @Test
    void asyncIsDeliveredWithoutAnId() {
        oneBot.failNext(new OneBotFault.Async());

        DeliveryReceipt receipt = send(person(), DeliveredRun.message("x"));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.platformMessageId()).isNull();
    }

    @Test
    void aFailedCallEndsThePartWithTheWords() {
        oneBot.failNext(new OneBotFault.Failed(120, "you are muted, token-of-onebot"));

        DeliveryReceipt receipt = send(person(), DeliveredRun.message("x"));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.REJECTED);
        assertThat(receipt.errorCode()).isEqualTo("bot.refused");
        assertThat(receipt.detail())
                .startsWith("call 1 of 1: 120 you are muted, ")
                .doesNotContain(TOKEN);
        assertThat(shown("person")).isEmpty();
    }

    @Test
    void aRefusedReplyIsSentWithoutIt() {
        oneBot.failNext(new OneBotFault.Failed(100, "no such message"));

        assertThat(send(group(), DeliveredRun.message("x")).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown("group")).singleElement().satisfies(message -> assertThat(message.types())
                .containsExactly("at", "text", "text"));
    }

    @ParameterizedTest
    @CsvSource({"401,bot.unauthorized", "403,bot.unauthorized", "404,bot.refused"})
    void aRefusedStatusEndsThePart(int status, String code) {
        oneBot.failNext(new OneBotFault.Status(status));

        DeliveryReceipt receipt = send(person(), DeliveredRun.message("x"));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.REJECTED);
        assertThat(receipt.errorCode()).isEqualTo(code);
    }

    @Test
    void anotherTokenIsUnauthorized() {
        DeliveryReceipt receipt = send(
                replica(InterruptedCalls.REPEAT, "other-token", oneBot.apiUrl(), List.of("127.0.0.0/8")),
                person(),
                DeliveredRun.message("x"));

        assertThat(receipt.errorCode()).isEqualTo("bot.unauthorized");
    }

    @ParameterizedTest
    @CsvSource({"true,REPEAT,DELIVERED,2", "false,REPEAT,DELIVERED,1", "true,LEAVE,UNKNOWN,1", "false,LEAVE,UNKNOWN,0"})
    void aCallInDoubtFollowsThePolicy(boolean hadEffect, InterruptedCalls policy, ReceiptStatus status, int messages) {
        oneBot.failNext(hadEffect ? new OneBotFault.LostAnswer() : new OneBotFault.LostCall());
        SendReplica replica = replica(policy);
        DeliveredRun run = store(person(), DeliveredRun.message("x"));

        replica.wake();
        if (policy == InterruptedCalls.REPEAT) {
            await().atMost(LIMIT)
                    .until(() -> database.number(
                                    "SELECT count(*) FROM delivery.sends WHERE status = 'pending' AND call_begun")
                            == 1);
            database.sql("UPDATE delivery.lanes SET next_at = now()");
            replica.wake();
        }

        assertThat(receipt(run).status()).isEqualTo(status);
        assertThat(shown("person")).hasSize(messages);
    }

    @Test
    void aPrivateAddressIsNotCalled() {
        DeliveryReceipt receipt = send(
                replica(InterruptedCalls.REPEAT, TOKEN, oneBot.apiUrl(), List.of()),
                person(),
                DeliveredRun.message("x"));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.REJECTED);
        assertThat(receipt.errorCode()).isEqualTo("bot.address_forbidden");
        assertThat(shown("person")).isEmpty();
    }

    @Test
    void withoutATokenOrAnAddressNothingIsCalled() {
        assertThat(send(
                                replica(InterruptedCalls.REPEAT, "", oneBot.apiUrl(), List.of("127.0.0.0/8")),
                                person(),
                                DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.token_missing");
        assertThat(send(
                                replica(InterruptedCalls.REPEAT, TOKEN, "", List.of("127.0.0.0/8")),
                                person(),
                                DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.token_missing");
    }

    @Test
    void aBotWithoutAnAddressIsCalledOverItsConnection() throws IOException {
        try (ScriptedGateway gateway = new ScriptedGateway()) {
            gateway.answer(200, "{\"status\":\"ok\",\"retcode\":0,\"data\":{\"message_id\":7}}");
            artifacts.put("a1", new byte[100]);

            DeliveryReceipt receipt = send(
                    connected(InterruptedCalls.REPEAT, gateway),
                    person(),
                    file("image/png", 100L),
                    DeliveredRun.message("hello"));

            assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(receipt.platformMessageId()).isEqualTo("7");
            assertThat(gateway.paths()).containsOnly("/internal/v1/onebot/bot/send_private_msg");
            assertThat(gateway.bodies().getFirst()).contains("hello");
            assertThat(gateway.bodies().getLast()).contains("The file chart.bin is ready, but");
        }
    }

    @Test
    void aBotWithoutAConnectionIsCalledAgainLater() throws IOException {
        try (ScriptedGateway gateway = new ScriptedGateway()) {
            gateway.answer(421, "{}");
            SendReplica replica = connected(InterruptedCalls.LEAVE, gateway);
            DeliveredRun run = store(person(), DeliveredRun.message("x"));

            replica.wake();
            await().atMost(LIMIT)
                    .until(() -> database.number(
                                    "SELECT count(*) FROM delivery.sends WHERE status = 'pending' AND attempts = 1")
                            == 1);
            assertThat(database.number("SELECT count(*) FROM delivery.sends WHERE call_begun"))
                    .as("calls in doubt")
                    .isZero();
            gateway.answer(200, "{\"status\":\"ok\",\"retcode\":0,\"data\":null}");
            database.sql("UPDATE delivery.lanes SET next_at = now()");
            replica.wake();

            assertThat(receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        }
    }

    @Test
    void aCallOverAConnectionThatHasNoAnswerIsInDoubt() throws IOException {
        try (ScriptedGateway gateway = new ScriptedGateway()) {
            gateway.answer(504, "{}");

            DeliveryReceipt receipt =
                    send(connected(InterruptedCalls.LEAVE, gateway), person(), DeliveredRun.message("x"));

            assertThat(receipt.status()).isEqualTo(ReceiptStatus.UNKNOWN);
            assertThat(receipt.errorCode()).isEqualTo("bot.call_unknown");
            assertThat(gateway.paths()).hasSize(1);
        }
    }

    @Test
    void aTargetWithoutAChatIsRejected() {
        DeliveryReceipt receipt =
                send(JsonNodeFactory.instance.objectNode().put("chat_id", 7), DeliveredRun.message("x"));

        assertThat(receipt.errorCode()).isEqualTo("bot.no_chat");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 65_536, 200_001})
    void aPictureIsSentWithItsBytes(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        artifacts.put("a1", content);

        assertThat(send(person(), file("image/png", (long) size), DeliveredRun.message("Here."))
                        .status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown("person")).hasSize(2);
        assertThat(shown("person").getLast().types()).containsExactly("image");
        assertThat(shown("person").getLast().file()).isEqualTo(content);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gone", "refused", "pdf"})
    void aFileThatCannotBeSentIsNamed(String why) {
        if (why.equals("refused")) {
            artifacts.put("a1", new byte[100]);
            oneBot.failNext(new OneBotFault.Pass());
            oneBot.failNext(new OneBotFault.Failed(1200, "upload failed"));
        }

        DeliveryReceipt receipt = send(
                person(),
                file(why.equals("pdf") ? "application/pdf" : "image/png", 100L),
                DeliveredRun.message("Here."));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown("person").getLast().text())
                .isEqualTo("The file chart.bin is ready, but it cannot be sent to this chat.");
    }

    private DeliveryReceipt send(ObjectNode target, ResultPayload... said) {
        return send(replica(InterruptedCalls.REPEAT), target, said);
    }

    private static DeliveryReceipt send(SendReplica replica, ObjectNode target, ResultPayload... said) {
        DeliveredRun run = store(target, said);
        replica.wake();
        return receipt(run);
    }

    private static DeliveredRun store(ObjectNode target, ResultPayload... said) {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryContext context = new DeliveryContext(
                "onebot", target, false, false, false, 2000L, JsonNodeFactory.instance.objectNode());
        database.store(run, run.startedOn(context), said);
        return run;
    }

    private static DeliveryReceipt receipt(DeliveredRun run) {
        await().atMost(LIMIT).until(() -> database.receipt(run, 1).isPresent());
        return database.receipt(run, 1).orElseThrow();
    }

    private SendReplica replica(InterruptedCalls policy) {
        return replica(policy, TOKEN, oneBot.apiUrl(), List.of("127.0.0.0/8"));
    }

    private SendReplica replica(InterruptedCalls policy, String token, String apiUrl, List<String> allowed) {
        return replica(policy, token, apiUrl, allowed, Optional.empty());
    }

    /** A replica whose bots have a connection at a scripted event-gateway. */
    private SendReplica connected(InterruptedCalls policy, ScriptedGateway gateway) {
        EgressClient internal =
                new EgressClient(database.vertx().getDelegate(), new AddressPolicy(true), 4, Duration.ofSeconds(5));
        OneBotConnections connections = new OneBotConnections(
                new OneBotClient(internal, Duration.ofSeconds(5)), gateway.url(), ScriptedGateway.KEY);
        return replica(policy, "", "", List.of(), Optional.of(connections));
    }

    private SendReplica replica(
            InterruptedCalls policy,
            String token,
            String apiUrl,
            List<String> allowed,
            Optional<OneBotConnections> connections) {
        BotRegistry bots = new BotRegistry();
        bots.take(new BotRegistration(
                "bot",
                "demo",
                BotPlatform.ONEBOT,
                "bot",
                true,
                Map.of("token", List.of("ONEBOT_TOKEN")),
                JsonNodeFactory.instance.objectNode().put("api_url", apiUrl).put("interrupted_calls", policy.wire()),
                1,
                null));
        EgressClient outbound = new EgressClient(
                database.vertx().getDelegate(),
                new AddressPolicy(false, AllowList.parse(allowed)),
                4,
                Duration.ofSeconds(5));
        Secrets secrets = new Secrets(Map.of("ONEBOT_TOKEN", token), Map.of("ONEBOT_TOKEN", Set.of("demo")));
        SendReplica replica = new SendReplica(database, pool, sends -> sends, sends -> {
            OneBotSurface surface = new OneBotSurface(
                    new OneBotBots(
                            bots,
                            secrets,
                            new OneBotClient(outbound, Duration.ofSeconds(5)),
                            Optional.of(new OneBotFileCaller(artifacts, Duration.ofSeconds(20))),
                            connections),
                    sends);
            return new SurfaceRouter(new RecordingSurface(), new RecordingSurface(), platform -> surface);
        });
        replica.renew();
        return replica;
    }

    private ObjectNode person() {
        return JsonNodeFactory.instance.objectNode().put("user_id", number).put("message_id", 12);
    }

    private ObjectNode group() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("group_id", number)
                .put("message_id", 12)
                .put("sender_id", 77);
    }

    private List<OneBotMessage> shown(String kind) {
        return oneBot.messages(kind + "_" + number);
    }

    private static ArtifactCreated file(String type, Long size) {
        return new ArtifactCreated("file", "a1", type, "chart.bin", size, "0".repeat(64), null, null);
    }
}
