package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.wecom.WeComFault;
import dev.agenthost.testkit.wecom.WeComMessage;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers at WeCom from the stored part to the person and the receipt, with the scripted API. */
class WeComAnswersTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final WeComFixture fixture = new WeComFixture();

    private static int next = 1000;

    private String user = "";

    @BeforeEach
    void newPerson() {
        user = "staff" + next++;
        fixture.weCom.clearFaults();
    }

    @Test
    void aPartIsShownToThePersonAndItsReceiptHasTheMessage() {
        DeliveryReceipt receipt = send(DeliveredRun.message("# Hi\n\n**hello** and *you*"));

        WeComMessage shown = shown().getFirst();
        assertThat(shown.type()).isEqualTo("markdown");
        assertThat(shown.text()).isEqualTo("# Hi\n\n**hello** and you");
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.surface()).isEqualTo("wecom");
        assertThat(receipt.platformMessageId()).isEqualTo(shown.id());
    }

    @Test
    void aLongAnswerIsSeveralMessagesOfWhichNoneIsCutOff() {
        String paragraph = "字".repeat(600);

        send(DeliveredRun.message(paragraph + "\n\n" + paragraph));

        assertThat(shown()).extracting(WeComMessage::text).containsExactly(paragraph, paragraph);
    }

    /** A check for duplicates would drop the second one. */
    @Test
    void equalTextsOfTwoPartsAreBothShown() {
        send(DeliveredRun.message("Done."));
        send(DeliveredRun.message("Done."));

        assertThat(shown()).extracting(WeComMessage::text).containsExactly("Done.", "Done.");
    }

    @ParameterizedTest
    @CsvSource({"true,REPEAT,DELIVERED,2", "false,REPEAT,DELIVERED,1", "true,LEAVE,UNKNOWN,1", "false,LEAVE,UNKNOWN,0"})
    void aMessageInDoubtFollowsThePolicy(
            boolean hadEffect, InterruptedCalls policy, ReceiptStatus status, int messages) {
        fixture.weCom.failNext(hadEffect ? new WeComFault.LostAnswer() : new WeComFault.LostCall());
        SendReplica replica = fixture.replica(policy);
        DeliveredRun run = fixture.store(person(), DeliveredRun.message("x"));

        replica.wake();
        if (policy == InterruptedCalls.REPEAT) {
            fixture.awaitInDoubt();
            fixture.sendAgain(fixture.replica(policy));
        }

        assertThat(fixture.receipt(run).status()).isEqualTo(status);
        assertThat(shown()).hasSize(messages);
    }

    /** WeCom accepts a task id once, so a card is there once under either policy. */
    @ParameterizedTest
    @CsvSource({"true,REPEAT", "false,REPEAT", "true,LEAVE", "false,LEAVE"})
    void aCardInDoubtIsThereOnceWhateverThePolicy(boolean hadEffect, InterruptedCalls policy) {
        fixture.weCom.failNext(hadEffect ? new WeComFault.LostAnswer() : new WeComFault.LostCall());
        SendReplica replica = fixture.replica(policy);
        DeliveredRun run = fixture.store(person(), question(2), DeliveredRun.completed());

        replica.wake();
        fixture.awaitInDoubt();
        fixture.sendAgain(fixture.replica(policy));

        assertThat(fixture.receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).extracting(WeComMessage::type).containsExactly(WeComMessage.CARD);
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 502})
    void anAnswerOfAServerInBetweenIsInDoubt(int status) {
        fixture.weCom.failNext(new WeComFault.Page(status));

        assertThat(fixture.send(fixture.replica(InterruptedCalls.LEAVE), person(), DeliveredRun.message("x"))
                        .status())
                .isEqualTo(ReceiptStatus.UNKNOWN);
    }

    /** A replica dies before or after any record of a call, another one continues: nothing is there twice, and what is missing is unknown. */
    @ParameterizedTest
    @EnumSource(CrashPoint.class)
    void aTakeoverWithThePolicyToLeaveShowsNothingTwice(CrashPoint point) {
        String paragraph = "字".repeat(600);
        for (int record = 0; record < 6; record++) {
            newPerson();
            fixture.database.empty();
            CrashingRecords crash = new CrashingRecords(record, point);
            SendReplica one =
                    fixture.replica(InterruptedCalls.LEAVE, WeComFixture.SECRET, List.of("127.0.0.0/8"), crash::on);
            SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
            DeliveredRun run = fixture.store(
                    person(), DeliveredRun.message("1" + paragraph + "\n\n2" + paragraph + "\n\n3" + paragraph));
            one.wake();
            await().atMost(LIMIT).until(crash::hasHappened);
            one.isMarkedDead(two);
            two.inherit();

            DeliveryReceipt receipt = fixture.receipt(run);
            List<String> firsts = shown().stream()
                    .map(message -> message.text().substring(0, 1))
                    .toList();
            assertThat(firsts).as("record " + record).doesNotHaveDuplicates().isSubsetOf("1", "2", "3");
            assertThat(receipt.status())
                    .as("record " + record)
                    .isIn(
                            firsts.size() == 3
                                    ? List.of(ReceiptStatus.DELIVERED, ReceiptStatus.UNKNOWN)
                                    : List.of(ReceiptStatus.UNKNOWN));
        }
    }

    @ParameterizedTest
    @CsvSource({"45009,50,60", "45033,0,2"})
    void tooManyCallsWaitAndAreNotCounted(int code, long least, long most) {
        fixture.weCom.failNext(new WeComFault.Refusal(code, "api freq out of limit"));
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        DeliveredRun run = fixture.store(person(), DeliveredRun.message("x"));

        replica.wake();
        fixture.awaitPending();
        assertThat(fixture.waitingSeconds()).isBetween(least, most);
        fixture.sendAgain(replica);

        assertThat(fixture.receipt(run).attempts()).isEqualTo(1);
        assertThat(shown()).hasSize(1);
    }

    /** WeCom drops what is more than 30 in a minute, without a word: the host sends no more, also over two replicas. */
    @Test
    void noMoreMessagesThanWeComShowsArriveInAMinute() {
        fixture.limitRates();
        SendReplica one = fixture.replica(InterruptedCalls.REPEAT);
        SendReplica two = fixture.replica(InterruptedCalls.REPEAT);
        String text = "字".repeat(600) + "\n\n";
        fixture.store(person(), DeliveredRun.message(text.repeat(40)));

        one.wake();
        two.wake();
        fixture.awaitPending();

        await().atMost(LIMIT).until(() -> shown().size() >= 12);
        assertThat(shown()).hasSizeBetween(12, 14);
        assertThat(fixture.waitingSeconds()).isLessThanOrEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({
        "81013,bot.forbidden",
        "60111,bot.forbidden",
        "60020,bot.forbidden",
        "301002,bot.forbidden",
        "48002,bot.forbidden",
        "40014,bot.unauthorized",
        "93008,bot.refused"
    })
    void aRefusalEndsThePartWithTheWordsOfThePlatform(int code, String expected) {
        fixture.weCom.failNext(new WeComFault.Refusal(code, "no, " + WeComFixture.SECRET));
        fixture.weCom.failNext(new WeComFault.Refusal(code, "no, " + WeComFixture.SECRET));

        DeliveryReceipt receipt = send(DeliveredRun.message("x"));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.REJECTED);
        assertThat(receipt.errorCode()).isEqualTo(expected);
        assertThat(receipt.detail()).contains(code + " no, ").doesNotContain(WeComFixture.SECRET);
        assertThat(shown()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"invaliduser", "unlicenseduser"})
    void aPersonWhoDoesNotReceiveMessagesIsForbidden(String list) {
        fixture.weCom.failNext(new WeComFault.Unreceived(list, user));

        assertThat(send(DeliveredRun.message("x")).errorCode()).isEqualTo("bot.forbidden");
    }

    @Test
    void aPersonWhoLeftTheCompanyIsForbidden() {
        fixture.weCom.leave(user);

        assertThat(send(DeliveredRun.message("x")).errorCode()).isEqualTo("bot.forbidden");
        assertThat(send(question(2), DeliveredRun.completed()).errorCode()).isEqualTo("bot.forbidden");
    }

    @Test
    void aTokenThatExpiredIsReplaced() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        fixture.send(replica, person(), DeliveredRun.message("one"));
        fixture.weCom.expireToken();

        assertThat(fixture.send(replica, person(), DeliveredRun.message("two")).status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).hasSize(2);
    }

    @Test
    void anotherSecretIsUnauthorizedAndNoSecretIsMissing() {
        assertThat(errorOf("other", List.of("127.0.0.0/8"))).isEqualTo("bot.unauthorized");
        assertThat(errorOf("", List.of("127.0.0.0/8"))).isEqualTo("bot.token_missing");
        assertThat(errorOf(WeComFixture.SECRET, List.of())).isEqualTo("bot.address_forbidden");
        assertThat(shown()).isEmpty();
    }

    @Test
    void aTargetWithoutAPersonIsRejected() {
        assertThat(fixture.send(
                                fixture.replica(InterruptedCalls.REPEAT),
                                JsonNodeFactory.instance.objectNode().put("user_id", "@all"),
                                DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.no_chat");
    }

    @Test
    void aMessageThatIsTooLongIsDividedUntilItIsAccepted() {
        String text = "**b** " + "word ".repeat(300).strip();
        fixture.weCom.limitMessages(600);
        try {
            assertThat(send(DeliveredRun.message(text)).status()).isEqualTo(ReceiptStatus.DELIVERED);
        } finally {
            fixture.weCom.limitMessages(2048);
        }
        assertThat(shown()).hasSizeGreaterThan(2);
        assertThat(shown().stream().map(WeComMessage::text).collect(Collectors.joining(" ")))
                .isEqualTo(text);
    }

    @Test
    void aRefusedDialectIsShownWithoutMarkup() {
        fixture.weCom.failNext(new WeComFault.Refusal(40058, "invalid Request Parameter"));

        assertThat(send(DeliveredRun.message("**x**")).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).extracting(WeComMessage::type).containsExactly("text");
        assertThat(shown()).extracting(WeComMessage::text).containsExactly("x");
    }

    @Test
    void aQuestionIsACardWithButtonsAndInWordsIfTheCardIsRefused() {
        send(question(2), DeliveredRun.completed());
        fixture.weCom.failNext(new WeComFault.Refusal(40058, "no"));
        send(question(2), DeliveredRun.completed());
        send(question(7), DeliveredRun.completed());

        assertThat(shown())
                .extracting(WeComMessage::text)
                .containsExactly("Ship it?", "Ship it? yes or no", "Ship it? yes or no");
        assertThat(shown().getFirst().buttons()).hasSize(2).allMatch(key -> key.startsWith("q."));
    }

    private static ActionRequested question(int buttons) {
        JsonNode target = JsonNodeFactory.instance.objectNode().put("token", "t1");
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
        return new ActionRequested("interaction.requested", target, payload);
    }

    private String errorOf(String secret, List<String> allowed) {
        return String.valueOf(fixture.send(
                        fixture.replica(InterruptedCalls.REPEAT, secret, allowed, sends -> sends),
                        person(),
                        DeliveredRun.message("x"))
                .errorCode());
    }

    private DeliveryReceipt send(ResultPayload... said) {
        return fixture.send(fixture.replica(InterruptedCalls.REPEAT), person(), said);
    }

    private ObjectNode person() {
        return JsonNodeFactory.instance.objectNode().put("user_id", user);
    }

    private List<WeComMessage> shown() {
        return fixture.shown(user);
    }
}
