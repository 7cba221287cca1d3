package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.line.LineFault;
import dev.agenthost.testkit.line.LineMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers at LINE from the stored part to the chat and the receipt, with the scripted API. */
class LineAnswersTest {
    @RegisterExtension
    static final LineFixture fixture = new LineFixture();

    private static int next = 1000;

    private String chat = "";

    @BeforeEach
    void newPerson() {
        chat = String.format("U%032x", next++);
        fixture.line.clearFaults();
    }

    @Test
    void aPartIsShownInTheChatAndItsReceiptHasTheMessage() {
        DeliveryReceipt receipt = send(DeliveredRun.message("# Hi\n\n**hello** and *you*"));

        assertThat(texts()).containsExactly("Hi\n\nhello and you");
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.surface()).isEqualTo("line");
        assertThat(receipt.platformMessageId()).isEqualTo(shown().getFirst().id());
    }

    @Test
    void aPartForAGroupIsShownThere() {
        String group = "C" + chat.substring(1);

        fixture.send(
                fixture.replica(InterruptedCalls.REPEAT), person().put("group_id", group), DeliveredRun.message("x"));

        assertThat(shown()).isEmpty();
        assertThat(fixture.shown(group)).hasSize(1);
    }

    @Test
    void anAnswerInAGroupQuotesTheMessageOrStandsWithoutIt() {
        String group = "C" + chat.substring(1);
        fixture.line.offerQuote(group, "q1");
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);

        fixture.send(replica, person().put("group_id", group).put("quote", "q1"), DeliveredRun.message("one"));
        fixture.send(replica, person().put("group_id", group).put("quote", "q2"), DeliveredRun.message("two"));

        assertThat(fixture.shown(group))
                .extracting(message -> message.text() + " "
                        + message.content().path("quoteToken").asText())
                .containsExactly("one q1", "two ");
    }

    /** The month counts pushes, not messages. */
    @Test
    void aLongAnswerIsFiveMessagesOfEachPush() {
        int before = fixture.line.calls("/push").size();

        send(DeliveredRun.message(("a".repeat(4_000) + "\n\n").repeat(7)));

        assertThat(shown()).hasSize(7);
        assertThat(fixture.line.calls("/push")).hasSize(before + 2);
    }

    /** The key answers with the message that is there, whatever the policy. */
    @ParameterizedTest
    @CsvSource({"true,REPEAT", "false,REPEAT", "true,LEAVE", "false,LEAVE"})
    void aPushInDoubtIsRepeatedUnderItsKeyAndThereOnce(boolean hadEffect, InterruptedCalls policy) {
        DeliveredRun run = sendInDoubt(policy, hadEffect ? new LineFault.LostAnswer() : new LineFault.LostCall());

        fixture.sendAgain(fixture.replica(policy));

        assertThat(fixture.receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).hasSize(1);
        assertThat(fixture.receipt(run).platformMessageId())
                .isEqualTo(shown().getFirst().id());
    }

    /** LINE has forgotten the key (https://developers.line.biz/en/reference/messaging-api/#retry-api-request). */
    @ParameterizedTest
    @CsvSource({"REPEAT,DELIVERED,2", "LEAVE,UNKNOWN,1"})
    void aPushInDoubtThatIsOlderThanItsKeyFollowsThePolicy(
            InterruptedCalls policy, ReceiptStatus status, int messages) {
        DeliveredRun run = sendInDoubt(policy, new LineFault.LostAnswer());
        fixture.line.pass(Duration.ofHours(25));
        fixture.database.sql("UPDATE delivery.sends SET created_at = created_at - interval '25 hours'");

        fixture.sendAgain(fixture.replica(policy));

        assertThat(fixture.receipt(run).status()).isEqualTo(status);
        assertThat(shown()).hasSize(messages);
    }

    /** LINE may have sent the messages of such an answer (https://developers.line.biz/en/docs/messaging-api/retrying-api-request/). */
    @Test
    void aPushThatFailedWithAnEffectIsThereOnce() {
        DeliveredRun run = sendInDoubt(InterruptedCalls.LEAVE, new LineFault.ServerError());

        fixture.sendAgain(fixture.replica(InterruptedCalls.LEAVE));

        assertThat(fixture.receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 502})
    void anAnswerOfAServerInBetweenIsInDoubtAndRepeated(int status) {
        DeliveredRun run = sendInDoubt(InterruptedCalls.LEAVE, new LineFault.Page(status));

        fixture.sendAgain(fixture.replica(InterruptedCalls.LEAVE));

        assertThat(fixture.receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).hasSize(1);
    }

    /** A replica dies before or after any record of a call, another one continues: nothing is lost or there twice, although the policy is to leave. */
    @ParameterizedTest
    @EnumSource(CrashPoint.class)
    void aTakeoverShowsEachMessageOnce(CrashPoint point) {
        StringBuilder text = new StringBuilder();
        for (char c = 'a'; c < 'm'; c++) {
            text.append(String.valueOf(c).repeat(4_000)).append("\n\n");
        }
        for (int record = 0; record < 6; record++) {
            newPerson();
            fixture.database.empty();
            CrashingRecords crash = new CrashingRecords(record, point);
            SendReplica one =
                    fixture.replica(InterruptedCalls.LEAVE, LineFixture.TOKEN, List.of("127.0.0.0/8"), crash::on);
            SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
            DeliveredRun run = fixture.store(person(), DeliveredRun.message(text.toString()));
            one.wake();
            await().atMost(ChatFixture.LIMIT).until(crash::hasHappened);
            one.isMarkedDead(two);
            two.inherit();

            assertThat(fixture.receipt(run).status()).as("record " + record).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(texts())
                    .as("record " + record)
                    .extracting(message -> message.substring(0, 1))
                    .containsExactly("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l");
        }
    }

    @Test
    void tooManyCallsWaitAndAreNotCounted() {
        fixture.limitRates();
        fixture.line.failNext(new LineFault.RateLimit());
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        DeliveredRun run = fixture.store(person(), DeliveredRun.message("x"));

        replica.wake();
        fixture.awaitPending();
        assertThat(fixture.waitingSeconds()).isBetween(1L, 5L);
        assertThat(
                        fixture.database.number(
                                "SELECT count(*) FROM delivery.call_rates WHERE chat_id = 0 AND used_until > now() + interval '1 second'"))
                .isEqualTo(1);
        fixture.database.sql("UPDATE delivery.call_rates SET used_until = now()");
        fixture.sendAgain(replica);

        assertThat(fixture.receipt(run).attempts()).isEqualTo(1);
        assertThat(shown()).hasSize(1);
    }

    /** Waiting is of no use before the month or the plan changes. */
    @Test
    void theLimitOfTheMonthEndsThePart() {
        fixture.line.limitMonth(0);
        try {
            DeliveryReceipt receipt = send(DeliveredRun.message("x"));

            assertThat(receipt.status()).isEqualTo(ReceiptStatus.REJECTED);
            assertThat(receipt.errorCode()).isEqualTo("bot.refused");
            assertThat(receipt.detail()).contains("429 You have reached your monthly limit.", "x-line-request-id");
        } finally {
            fixture.line.limitMonth(Long.MAX_VALUE);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400,bot.refused",
        "401,bot.unauthorized",
        "403,bot.forbidden",
        "404,bot.refused",
        "410,bot.refused",
        "413,bot.refused",
        "415,bot.refused"
    })
    void aRefusalEndsThePartWithTheWordsOfThePlatform(int status, String expected) {
        fixture.line.failNext(new LineFault.Refusal(status, "no, " + LineFixture.TOKEN));

        DeliveryReceipt receipt = send(DeliveredRun.message("x"));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.REJECTED);
        assertThat(receipt.errorCode()).isEqualTo(expected);
        assertThat(receipt.detail()).contains(status + " no, ").doesNotContain(LineFixture.TOKEN);
        assertThat(shown()).isEmpty();
    }

    /** A group that the bot has left is forbidden; what a person who blocked the bot does not see is delivered, as LINE answers. */
    @Test
    void aChatThatIsGoneIsForbiddenAndABlockedBotIsNot() {
        fixture.line.block(chat);
        assertThat(send(DeliveredRun.message("x")).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).isEmpty();

        fixture.line.leave(chat);
        assertThat(send(DeliveredRun.message("x")).errorCode()).isEqualTo("bot.forbidden");
        assertThat(send(question(2), DeliveredRun.completed()).errorCode()).isEqualTo("bot.forbidden");
    }

    @Test
    void anotherTokenIsUnauthorizedAndNoTokenIsMissing() {
        assertThat(errorOf("other", List.of("127.0.0.0/8"))).isEqualTo("bot.unauthorized");
        assertThat(errorOf("", List.of("127.0.0.0/8"))).isEqualTo("bot.token_missing");
        assertThat(errorOf(LineFixture.TOKEN, List.of())).isEqualTo("bot.address_forbidden");
        assertThat(shown()).isEmpty();
    }

    @Test
    void aTargetWithoutAChatIsRejected() {
        assertThat(fixture.send(
                                fixture.replica(InterruptedCalls.REPEAT),
                                JsonNodeFactory.instance.objectNode().put("user_id", "@all"),
                                DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.no_chat");
    }

    @Test
    void aQuestionHasButtonsAndIsInWordsIfItsBubbleIsRefused() {
        send(question(20), DeliveredRun.completed());
        fixture.line.failNext(new LineFault.Refusal(400, "The request body has 1 error(s)"));
        send(question(2), DeliveredRun.completed());

        assertThat(shown()).extracting(LineMessage::type).containsExactly("flex", "text");
        assertThat(texts()).containsExactly("Ship it?", "Ship it? yes or no");
        assertThat(shown().getFirst().buttons()).hasSize(20).allMatch(key -> key.startsWith("q."));
    }

    private static ActionRequested question(int buttons) {
        ObjectNode payload = JsonNodeFactory.instance
                .objectNode()
                .put("interaction_id", "i1")
                .put("kind", "confirmation")
                .put("title", "Ship it?")
                .put("fallback_text", "Ship it? yes or no");
        payload.putArray("fields");
        for (int i = 0; i < buttons; i++) {
            payload.withArrayProperty("actions")
                    .addObject()
                    .put("id", "a" + i)
                    .put("label", "Ship " + i)
                    .put("style", "primary");
        }
        return new ActionRequested(
                "interaction.requested", JsonNodeFactory.instance.objectNode().put("token", "t1"), payload);
    }

    private DeliveredRun sendInDoubt(InterruptedCalls policy, LineFault fault) {
        fixture.line.failNext(fault);
        SendReplica replica = fixture.replica(policy);
        DeliveredRun run = fixture.store(person(), DeliveredRun.message("x"));
        replica.wake();
        fixture.awaitInDoubt();
        return run;
    }

    private String errorOf(String token, List<String> allowed) {
        return String.valueOf(fixture.send(
                        fixture.replica(InterruptedCalls.REPEAT, token, allowed, sends -> sends),
                        person(),
                        DeliveredRun.message("x"))
                .errorCode());
    }

    private DeliveryReceipt send(ResultPayload... said) {
        return fixture.send(fixture.replica(InterruptedCalls.REPEAT), person(), said);
    }

    private ObjectNode person() {
        return JsonNodeFactory.instance.objectNode().put("user_id", chat);
    }

    private List<LineMessage> shown() {
        return fixture.shown(chat);
    }

    private List<String> texts() {
        return shown().stream().map(LineMessage::text).toList();
    }
}
