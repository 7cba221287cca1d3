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
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.dingtalk.DingTalkFault;
import dev.agenthost.testkit.dingtalk.DingTalkMessage;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers at DingTalk from the stored part to the chat and the receipt, with the scripted API. */
class DingTalkAnswersTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final DingTalkFixture fixture = new DingTalkFixture();

    private static int next = 1000;

    private String chat = "";

    @BeforeEach
    void newChat() {
        chat = "cid" + next++;
        fixture.dingTalk.clearFaults();
    }

    @Test
    void aPartIsShownInAGroupAndItsReceiptHasTheMessage() {
        DeliveryReceipt receipt = send(group(), DeliveredRun.message("# Hi\n\n**hello** <font color=red>x</font>"));

        DingTalkMessage shown = shown().getFirst();
        assertThat(shown.msgKey()).isEqualTo("sampleMarkdown");
        assertThat(shown.text()).isEqualTo("# Hi\n\n**hello** \\<font color=red\\>x\\</font\\>");
        assertThat(shown.content().path("title").asText()).isEqualTo("Hi");
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.surface()).isEqualTo("dingtalk");
        assertThat(receipt.platformMessageId()).isEqualTo(shown.id());
    }

    @Test
    void aPartIsShownToAPerson() {
        String person = "manager" + next;

        assertThat(send(person(person), DeliveredRun.message("x")).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(fixture.shown(person)).extracting(DingTalkMessage::text).containsExactly("x");
    }

    @Test
    void aLongAnswerIsSeveralMessages() {
        String paragraph = "word ".repeat(2400).strip();

        send(group(), DeliveredRun.message(paragraph + "\n\n" + paragraph));

        assertThat(shown()).extracting(DingTalkMessage::text).containsExactly(paragraph, paragraph);
    }

    @ParameterizedTest
    @CsvSource({"true,REPEAT,DELIVERED,2", "false,REPEAT,DELIVERED,1", "true,LEAVE,UNKNOWN,1", "false,LEAVE,UNKNOWN,0"})
    void aMessageInDoubtFollowsThePolicy(
            boolean hadEffect, InterruptedCalls policy, ReceiptStatus status, int messages) {
        fixture.dingTalk.failNext(hadEffect ? new DingTalkFault.LostAnswer() : new DingTalkFault.LostCall());
        SendReplica replica = fixture.replica(policy);
        DeliveredRun run = fixture.store(group(), DeliveredRun.message("x"));

        replica.wake();
        if (policy == InterruptedCalls.REPEAT) {
            fixture.awaitInDoubt();
            fixture.sendAgain(fixture.replica(policy));
        }

        assertThat(fixture.receipt(run).status()).isEqualTo(status);
        assertThat(shown()).hasSize(messages);
    }

    /** The code says that the platform does not know the outcome. */
    @Test
    void anUnknownResultIsInDoubt() {
        fixture.dingTalk.failNext(new DingTalkFault.Refusal("unknown.send.result", "unknown"));

        assertThat(fixture.send(fixture.replica(InterruptedCalls.LEAVE), group(), DeliveredRun.message("x"))
                        .status())
                .isEqualTo(ReceiptStatus.UNKNOWN);
    }

    /** A replica dies before or after any record of a call, another one continues: nothing is there twice, and what is missing is unknown. */
    @ParameterizedTest
    @EnumSource(CrashPoint.class)
    void aTakeoverWithThePolicyToLeaveShowsNothingTwice(CrashPoint point) {
        String paragraph = " word".repeat(2400);
        for (int record = 0; record < 6; record++) {
            newChat();
            fixture.database.empty();
            CrashingRecords crash = new CrashingRecords(record, point);
            SendReplica one =
                    fixture.replica(InterruptedCalls.LEAVE, DingTalkFixture.SECRET, List.of("127.0.0.0/8"), crash::on);
            SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
            DeliveredRun run = fixture.store(
                    group(), DeliveredRun.message("1" + paragraph + "\n\n2" + paragraph + "\n\n3" + paragraph));
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
    @ValueSource(strings = {"rate", "send.too.fast", "too.many.group"})
    void tooManyCallsWaitAndAreNotCounted(String code) {
        fixture.dingTalk.failNext(
                code.equals("rate") ? new DingTalkFault.TooManyCalls() : new DingTalkFault.Refusal(code, "slow down"));
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        DeliveredRun run = fixture.store(group(), DeliveredRun.message("x"));

        replica.wake();
        fixture.awaitPending();
        fixture.sendAgain(replica);

        assertThat(fixture.receipt(run).attempts()).isEqualTo(1);
        assertThat(shown()).hasSize(1);
    }

    @Test
    void aBarredAddressWaitsForFiveMinutes() {
        fixture.dingTalk.failNext(new DingTalkFault.Barred());
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        fixture.store(group(), DeliveredRun.message("x"));

        replica.wake();
        fixture.awaitPending();

        assertThat(fixture.waitingSeconds()).isBetween(280L, 300L);
    }

    @ParameterizedTest
    @CsvSource({
        "400,invalid.openConversationId,bot.forbidden",
        "400,group.disbanded,bot.forbidden",
        "400,bot.stopped,bot.forbidden",
        "403,Forbidden.AccessDenied.AccessTokenPermissionDenied,bot.forbidden",
        "403,Forbidden.AccessDenied.ApiCountLimitForOrg,bot.refused",
        "400,contain.notAllowed.text,bot.refused",
        "401,InvalidAuthentication,bot.unauthorized"
    })
    void aRefusalEndsThePartWithTheWordsOfThePlatform(int status, String code, String expected) {
        fixture.dingTalk.failNext(new DingTalkFault.Refusal(status, code, "no, " + DingTalkFixture.SECRET));
        fixture.dingTalk.failNext(new DingTalkFault.Refusal(status, code, "no, " + DingTalkFixture.SECRET));

        DeliveryReceipt receipt = send(group(), DeliveredRun.message("x"));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.REJECTED);
        assertThat(receipt.errorCode()).isEqualTo(expected);
        assertThat(receipt.detail()).contains(code + " no, ").doesNotContain(DingTalkFixture.SECRET);
        assertThat(shown()).isEmpty();
    }

    @Test
    void aGroupThatTheRobotLeftAndAPersonWhoIsGoneAreForbidden() {
        fixture.dingTalk.leave(chat);
        fixture.dingTalk.leave("gone");

        assertThat(send(group(), DeliveredRun.message("x")).errorCode()).isEqualTo("bot.forbidden");
        assertThat(send(person("gone"), DeliveredRun.message("x")).errorCode()).isEqualTo("bot.forbidden");
    }

    @Test
    void aTokenThatExpiredIsReplaced() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        fixture.send(replica, group(), DeliveredRun.message("one"));
        fixture.dingTalk.expireToken();

        assertThat(fixture.send(replica, group(), DeliveredRun.message("two")).status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).hasSize(2);
    }

    @Test
    void anotherSecretIsUnauthorizedAndNoSecretIsMissing() {
        assertThat(fixture.send(with("other", List.of("127.0.0.0/8")), group(), DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.unauthorized");
        assertThat(fixture.send(with("", List.of("127.0.0.0/8")), group(), DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.token_missing");
        assertThat(fixture.send(with(DingTalkFixture.SECRET, List.of()), group(), DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.address_forbidden");
        assertThat(shown()).isEmpty();
    }

    @Test
    void aTargetWithoutAChatIsRejected() {
        assertThat(send(JsonNodeFactory.instance.objectNode(), DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.no_chat");
    }

    @Test
    void aMessageThatIsTooLongIsDividedUntilItIsAccepted() {
        String text = "word ".repeat(2000).strip();
        fixture.dingTalk.limitMessages(3000);
        try {
            assertThat(send(group(), DeliveredRun.message(text)).status()).isEqualTo(ReceiptStatus.DELIVERED);
        } finally {
            fixture.dingTalk.limitMessages(15_000);
        }
        assertThat(shown()).hasSizeGreaterThan(2);
        assertThat(shown().stream().map(DingTalkMessage::text).collect(Collectors.joining(" ")))
                .isEqualTo(text);
    }

    @Test
    void aRefusedTemplateIsShownWithoutMarkup() {
        fixture.dingTalk.failNext(new DingTalkFault.Refusal("invalidParameter.msg.unsupport", "no"));

        assertThat(send(group(), DeliveredRun.message("**x**")).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).extracting(DingTalkMessage::msgKey).containsExactly("sampleText");
        assertThat(shown()).extracting(DingTalkMessage::text).containsExactly("x");
    }

    @ParameterizedTest
    @CsvSource({"image/png,chart.png,sampleImageMsg,photoURL,65536", "application/pdf,report.pdf,sampleFile,mediaId,1"})
    void aFileIsUploadedThenShown(String type, String name, String msgKey, String member, int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        fixture.artifacts.put("a1", content);

        assertThat(send(
                                group(),
                                new ArtifactCreated("file", "a1", type, name, (long) size, "0".repeat(64), null, null),
                                DeliveredRun.message("Here."))
                        .status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        DingTalkMessage file = shown().getLast();
        assertThat(file.msgKey()).isEqualTo(msgKey);
        assertThat(fixture.dingTalk.uploaded(file.content().path(member).asText()))
                .isEqualTo(content);
    }

    @Test
    void aFileThatIsTooLargeIsNamed() {
        send(group(), picture("a1", 21_000_000), DeliveredRun.message("Here."));

        assertThat(shown().getLast().text())
                .isEqualTo("The file chart.png has 21 MB. DingTalk accepts files of at most 20 MB.");
    }

    /** Refused as an image and as a file, or not there any more. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileThatCannotBeShownIsNamed(boolean exists) {
        if (exists) {
            fixture.artifacts.put("a2", new byte[100]);
            fixture.dingTalk.failNext(new DingTalkFault.Pass());
            fixture.dingTalk.failNext(new DingTalkFault.Refusal("40004", "invalid media type"));
            fixture.dingTalk.failNext(new DingTalkFault.Refusal("40004", "invalid media type"));
        }

        DeliveryReceipt receipt = send(group(), picture(exists ? "a2" : "gone", 100), DeliveredRun.message("Here."));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown().getLast().text())
                .isEqualTo("The file chart.png is ready, but files cannot be sent to this chat.");
    }

    /** The server of uploads may accept no token of the API: the file is named after a new token. */
    @ParameterizedTest
    @CsvSource({"1,sampleImageMsg", "2,sampleText"})
    void anUploadWhoseTokenIsRefusedIsRepeatedOnceThenNamed(int refusals, String msgKey) {
        fixture.artifacts.put("a3", new byte[100]);
        fixture.dingTalk.failNext(new DingTalkFault.Pass());
        for (int i = 0; i < refusals; i++) {
            fixture.dingTalk.failNext(new DingTalkFault.Refusal("40014", "invalid access_token"));
        }

        assertThat(send(group(), picture("a3", 100), DeliveredRun.message("Here."))
                        .status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).extracting(DingTalkMessage::msgKey).containsExactly("sampleMarkdown", msgKey);
    }

    private static ArtifactCreated picture(String id, long size) {
        return new ArtifactCreated("file", id, "image/png", "chart.png", size, "0".repeat(64), null, null);
    }

    @Test
    void aQuestionIsACardWithButtonsAndInWordsIfTheCardIsRefused() {
        send(group(), question(), DeliveredRun.completed());
        fixture.dingTalk.failNext(new DingTalkFault.Refusal("param.templateNotExist", "no"));
        send(group(), question(), DeliveredRun.completed());

        assertThat(shown()).hasSize(2);
        DingTalkMessage card = shown().getFirst();
        assertThat(card.text()).isEqualTo("**Ship it?**");
        assertThat(card.isFinished()).isTrue();
        assertThat(card.content().path("sys_full_json_obj").asText())
                .contains("\"text\":\"Ship\"", "\"request\":true", "\"id\":\"q.");
        assertThat(shown().getLast().text()).isEqualTo("Ship it? yes or no");
    }

    private static ActionRequested question() {
        JsonNode target = JsonNodeFactory.instance.objectNode().put("token", "t1");
        ObjectNode payload = JsonNodeFactory.instance
                .objectNode()
                .put("interaction_id", "i1")
                .put("kind", "confirmation")
                .put("title", "Ship it?")
                .put("fallback_text", "Ship it? yes or no");
        payload.putArray("fields");
        payload.putArray("actions")
                .addObject()
                .put("id", "ship")
                .put("label", "Ship")
                .put("style", "primary");
        return new ActionRequested("interaction.requested", target, payload);
    }

    private SendReplica with(String secret, List<String> allowed) {
        return fixture.replica(InterruptedCalls.REPEAT, secret, allowed, sends -> sends);
    }

    private DeliveryReceipt send(ObjectNode target, ResultPayload... said) {
        return fixture.send(fixture.replica(InterruptedCalls.REPEAT), target, said);
    }

    private ObjectNode group() {
        return JsonNodeFactory.instance.objectNode().put("open_conversation_id", chat);
    }

    private static ObjectNode person(String userId) {
        return JsonNodeFactory.instance.objectNode().put("user_id", userId);
    }

    private List<DingTalkMessage> shown() {
        return fixture.shown(chat);
    }
}
