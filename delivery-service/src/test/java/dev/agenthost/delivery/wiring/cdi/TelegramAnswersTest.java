package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.delivery.surface.telegram.TelegramTyping;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.OutboundTyping;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.testkit.telegram.TelegramFault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests each answer of the Bot API over HTTP, with stored sends. */
class TelegramAnswersTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final TelegramFixture fixture = new TelegramFixture();

    private static long chat = 10_000;

    @BeforeEach
    void newChat() {
        chat++;
    }

    @Test
    void aPartIsShownAndItsReceiptHasTheMessage() {
        DeliveryReceipt receipt = send(TelegramFixture.chat(chat), "**hello**");

        ObjectNode shown = fixture.telegram.messages(chat).getFirst();
        assertThat(shown.path("text").asText()).isEqualTo("hello");
        assertThat(shown.path("entities").path(0).path("type").asText()).isEqualTo("bold");
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.surface()).isEqualTo("telegram");
        assertThat(receipt.platformMessageId())
                .isEqualTo(shown.path("message_id").asText());
        assertThat(receipt.attempts()).isEqualTo(1);
    }

    @Test
    void tooManyRequestsAreRepeatedAtTheRequestedTimeAndNotCounted() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        fixture.telegram.failNext("sendMessage", new TelegramFault.TooManyRequests(300));
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("x"));

        replica.wake();
        awaitReleased();
        assertThat(secondsUntilDue()).isBetween(280L, 300L);
        assertThat(fixture.database.number("SELECT attempts FROM delivery.sends"))
                .isZero();
        assertThat(fixture.telegram.messages(chat)).isEmpty();

        DeliveryReceipt receipt = sendAgain(replica, run);
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.attempts()).isEqualTo(1);
        assertThat(fixture.telegram.messages(chat)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(InterruptedCalls.class)
    void anErrorOfTheServerIsRepeatedWithBackoffUnderEachPolicy(InterruptedCalls policy) {
        SendReplica replica = fixture.replica(policy);
        fixture.telegram.failNext("sendMessage", new TelegramFault.ServerError());
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("x"));

        replica.wake();
        awaitReleased();

        DeliveryReceipt receipt = sendAgain(replica, run);
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.attempts()).isEqualTo(2);
        assertThat(fixture.telegram.messages(chat)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"true,2", "false,1"})
    void aCallWithoutAnAnswerIsRepeated(boolean hadEffect, int messages) {
        SendReplica replica = fixture.replica(InterruptedCalls.REPEAT);
        fixture.telegram.failNext(
                "sendMessage", hadEffect ? new TelegramFault.LostAnswer() : new TelegramFault.LostCall());
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("x"));

        replica.wake();
        awaitReleased();

        assertThat(sendAgain(replica, run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(fixture.telegram.messages(chat)).hasSize(messages);
    }

    @ParameterizedTest
    @CsvSource({"true,1", "false,0"})
    void aCallWithoutAnAnswerIsLeft(boolean hadEffect, int messages) {
        fixture.telegram.failNext(
                "sendMessage", hadEffect ? new TelegramFault.LostAnswer() : new TelegramFault.LostCall());

        DeliveryReceipt receipt = send(InterruptedCalls.LEAVE, TelegramFixture.chat(chat), "x");

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.UNKNOWN);
        assertThat(receipt.errorCode()).isEqualTo("bot.call_unknown");
        assertThat(fixture.telegram.messages(chat)).hasSize(messages);
    }

    @ParameterizedTest
    @CsvSource({
        "400,Bad Request: message is too long,bot.refused",
        "400,Bad Request: chat not found,bot.refused",
        "403,Forbidden: bot was blocked by the user,bot.forbidden",
        "401,Unauthorized,bot.unauthorized"
    })
    void aRefusalEndsThePartWithTelegramsWords(int code, String words, String expected) {
        fixture.telegram.failNext("sendMessage", new TelegramFault.Refusal(code, words));

        DeliveryReceipt receipt = send(TelegramFixture.chat(chat), "x");

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.REJECTED);
        assertThat(receipt.errorCode()).isEqualTo(expected);
        assertThat(receipt.detail()).isEqualTo("call 1 of 1: " + code + " " + words);
        assertThat(fixture.telegram.messages(chat)).isEmpty();
    }

    @Test
    void aPersonWhoBlocksTheBotEndsThePart() {
        fixture.telegram.block(chat);

        assertThat(send(TelegramFixture.chat(chat), "x").errorCode()).isEqualTo("bot.forbidden");
    }

    @ParameterizedTest
    @CsvSource({
        "Bad Request: can't parse entities: unsupported start,entities",
        "Bad Request: message thread not found,message_thread_id",
        "Bad Request: message to be replied not found,reply_to_message"
    })
    void aRefusedMemberIsLeftOut(String words, String member) {
        fixture.telegram.failNext("sendMessage", new TelegramFault.Refusal(400, words));
        ObjectNode target = group(-chat).put("message_thread_id", 7).put("message_id", 41);
        receive(-chat, 41);

        DeliveryReceipt receipt = send(target, "**bold**");

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        ObjectNode shown = fixture.telegram.messages(-chat).getLast();
        assertThat(shown.path("text").asText()).isEqualTo("bold");
        assertThat(List.of("entities", "message_thread_id"))
                .allSatisfy(other -> assertThat(shown.has(other)).isEqualTo(!other.equals(member)));
    }

    @Test
    void aGroupThatBecameASupergroupIsAnsweredThere() {
        fixture.telegram.move(-chat, -100_000 - chat);

        DeliveryReceipt receipt = send(group(-chat), "x".repeat(5_000));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(fixture.telegram.messages(-100_000 - chat)).hasSize(2);
        assertThat(fixture.telegram.calls("sendMessage"))
                .as("calls for the group")
                .filteredOn(call -> call.parameters().path("chat_id").asLong() == -chat)
                .hasSize(1);
    }

    @Test
    void aQuestionIsAKeyboardAndAFileIsNamed() {
        SendReplica replica = fixture.replica(InterruptedCalls.REPEAT);
        ObjectNode payload = JsonNodeFactory.instance
                .objectNode()
                .put("interaction_id", "i1")
                .put("kind", "confirmation")
                .put("title", "Deploy?")
                .put("fallback_text", "Reply yes.");
        payload.putArray("actions").addObject().put("id", "yes").put("label", "Yes");
        ObjectNode token = JsonNodeFactory.instance.objectNode().put("token", "t0ken");
        DeliveredRun run = fixture.store(
                TelegramFixture.chat(chat),
                new ArtifactCreated("image", "a1", "image/png", "chart.png", 7L, "0".repeat(64), null, null),
                new ActionRequested("interaction.requested", token, payload),
                DeliveredRun.message("Ready."));
        replica.wake();

        assertThat(receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        List<ObjectNode> shown = fixture.telegram.messages(chat);
        assertThat(shown)
                .extracting(message -> message.path("text").asText())
                .containsExactly(
                        "Ready.", "Deploy?", "The file chart.png is ready, but files cannot be sent to this chat.");
        JsonNode button = shown.get(1)
                .path("reply_markup")
                .path("inline_keyboard")
                .path(0)
                .path(0);
        assertThat(button.path("text").asText()).isEqualTo("Yes");
        assertThat(button.path("callback_data").asText()).startsWith("q.");
    }

    @Test
    void aMessageIsEditedAndAReactionIsSet() {
        SendReplica replica = fixture.replica(InterruptedCalls.REPEAT);
        send(TelegramFixture.chat(chat), "draft");
        long id = fixture.telegram.messages(chat).getFirst().path("message_id").asLong();
        ObjectNode target = JsonNodeFactory.instance.objectNode().put("message_id", id);
        DeliveredRun run = fixture.store(
                TelegramFixture.chat(chat),
                new ActionRequested(
                        "message.edit",
                        target,
                        JsonNodeFactory.instance.objectNode().put("text", "*final*")),
                new ActionRequested(
                        "reaction.add",
                        target,
                        JsonNodeFactory.instance.objectNode().put("emoji", "👍")),
                DeliveredRun.completed());
        replica.wake();

        assertThat(receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        ObjectNode edited = fixture.telegram.messages(chat).getFirst();
        assertThat(edited.path("text").asText()).isEqualTo("final");
        assertThat(edited.path("reactions").path(0).path("emoji").asText()).isEqualTo("👍");
        assertThat(fixture.telegram.messages(chat)).hasSize(1);
    }

    @Test
    void theBotIsTypingInItsChat() {
        OutboundTyping typing = new OutboundTyping(
                new RunId(UUID.randomUUID()),
                1,
                new EventId(UUID.randomUUID()),
                "demo",
                "bot",
                "c",
                null,
                group(-chat).put("message_thread_id", 3));

        assertThat(shows(typing)).isTrue();
        assertThat(fixture.telegram
                        .calls("sendChatAction")
                        .getLast()
                        .parameters()
                        .toString())
                .isEqualTo("{\"chat_id\":" + -chat + ",\"message_thread_id\":3,\"action\":\"typing\"}");
        fixture.telegram.failNext("sendChatAction", new TelegramFault.LostCall());
        assertThat(shows(typing)).isFalse();
    }

    private static boolean shows(OutboundTyping typing) {
        return new TelegramTyping(fixture.bots(), ConversationGate.OPEN)
                .publish("bot", "key", typing)
                .await()
                .atMost(LIMIT);
    }

    @Test
    void anEventWithoutAChatIsRefused() {
        assertThat(send(JsonNodeFactory.instance.objectNode(), "x").errorCode()).isEqualTo("bot.no_chat");
    }

    @Test
    void aPartThatCannotBeReadIsRetriedAndHoldsUpNoOtherConversation() {
        SendReplica replica = fixture.replica(InterruptedCalls.REPEAT);
        DeliveredRun unreadable = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("x"));
        fixture.database.sql("UPDATE delivery.sends SET body = 'no json'");
        DeliveredRun other = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("y"));
        replica.wake();

        assertThat(receipt(other).status()).isEqualTo(ReceiptStatus.DELIVERED);
        awaitReleased();
        assertThat(fixture.database.receipt(unreadable, 1)).isEmpty();
    }

    @Test
    void aTokenOfAnotherWorkspaceIsNotUsed() {
        Secrets foreign = new Secrets(
                Map.of("SHOP_TOKEN", TelegramFixture.TOKEN), Map.of("SHOP_TOKEN", Set.of("another-workspace")));
        SendReplica replica = fixture.replica(foreign, List.of("127.0.0.0/8"));
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("x"));
        replica.wake();

        assertThat(receipt(run).errorCode()).isEqualTo("bot.token_missing");
        assertThat(fixture.telegram.messages(chat)).isEmpty();
    }

    @Test
    void aPartOfABotThatIsNotKnownYetIsSentOnceItIs() {
        BotRegistry registry = new BotRegistry();
        SendReplica replica = fixture.replica(registry);
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("x"));
        replica.wake();
        awaitReleased();
        assertThat(fixture.database.number("SELECT attempts FROM delivery.sends"))
                .isEqualTo(1);

        registry.take(TelegramFixture.bot(InterruptedCalls.REPEAT));

        assertThat(sendAgain(replica, run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(fixture.telegram.messages(chat)).hasSize(1);
    }

    @Test
    void aPartOfAnotherWorkspaceIsNotSentByTheBot() {
        SendReplica replica = fixture.replica(InterruptedCalls.REPEAT);
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("x"));
        fixture.database.sql("UPDATE delivery.sends SET workspace_id = 'another-workspace'");
        replica.wake();

        assertThat(receipt(run).errorCode()).isEqualTo("bot.unknown");
        assertThat(fixture.telegram.messages(chat)).isEmpty();
    }

    @Test
    void aWrongTokenIsReported() {
        SendReplica replica =
                fixture.replica(new Secrets(Map.of("SHOP_TOKEN", "4000:wrong-secret")), List.of("127.0.0.0/8"));
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("x"));
        replica.wake();

        assertThat(receipt(run).errorCode()).isEqualTo("bot.unauthorized");
        assertThat(receipt(run).detail()).doesNotContain("wrong-secret");
    }

    @Test
    void anAddressInAPrivateNetworkIsNotCalled() {
        SendReplica replica = fixture.replica(new Secrets(Map.of("SHOP_TOKEN", TelegramFixture.TOKEN)), List.of());
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("x"));
        replica.wake();

        assertThat(receipt(run).errorCode()).isEqualTo("bot.address_forbidden");
        assertThat(fixture.telegram.messages(chat)).isEmpty();
    }

    /** The rate is one for all replicas of the service. */
    @Test
    void anotherReplicaWaitsAsTelegramAskedFor() {
        fixture.telegram.failNext("sendMessage", new TelegramFault.TooManyRequests(300));
        SendReplica one = fixture.replica(InterruptedCalls.REPEAT);
        fixture.store(group(-chat), DeliveredRun.message("x"));
        one.wake();
        awaitReleased();
        int before = fixture.telegram.calls("sendMessage").size();

        SendReplica two = fixture.replica(InterruptedCalls.REPEAT);
        fixture.store(group(-chat).put("message_thread_id", 9), DeliveredRun.message("y"));
        fixture.database.sql("UPDATE delivery.lanes SET next_at = now()");
        two.wake();

        await().atMost(LIMIT)
                .until(() -> fixture.database.number(
                                "SELECT count(*) FROM delivery.sends WHERE status = 'pending' AND epoch > 0")
                        == 2);
        assertThat(fixture.telegram.calls("sendMessage")).hasSize(before);
    }

    private static DeliveryReceipt send(ObjectNode target, String text) {
        return send(InterruptedCalls.REPEAT, target, text);
    }

    private static DeliveryReceipt send(InterruptedCalls policy, ObjectNode target, String text) {
        SendReplica replica = fixture.replica(policy);
        DeliveredRun run = fixture.store(target, DeliveredRun.message(text));
        replica.wake();
        return receipt(run);
    }

    /** Lets the delay of a released send pass. */
    private static DeliveryReceipt sendAgain(SendReplica replica, DeliveredRun run) {
        fixture.database.sql("UPDATE delivery.call_rates SET used_until = 'epoch'");
        fixture.database.sql("UPDATE delivery.lanes SET next_at = now()");
        replica.wake();
        return receipt(run);
    }

    private static DeliveryReceipt receipt(DeliveredRun run) {
        await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 1).isPresent());
        return fixture.database.receipt(run, 1).orElseThrow();
    }

    private static void awaitReleased() {
        await().atMost(LIMIT)
                .until(() -> fixture.database.number(
                                "SELECT count(*) FROM delivery.sends WHERE status = 'pending' AND epoch > 0")
                        == 1);
    }

    private static long secondsUntilDue() {
        return fixture.database.number("SELECT ceil(extract(epoch FROM next_at - now()))::bigint FROM delivery.lanes");
    }

    private static ObjectNode group(long id) {
        return JsonNodeFactory.instance.objectNode().put("chat_id", id).put("chat_type", "supergroup");
    }

    private static void receive(long chat, long messageId) {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("message_id", messageId);
        message.putObject("chat").put("id", chat).put("type", "supergroup");
        fixture.telegram.update("message", message);
    }
}
