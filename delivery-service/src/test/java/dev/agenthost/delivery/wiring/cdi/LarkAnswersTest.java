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
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.lark.LarkFault;
import dev.agenthost.testkit.lark.LarkMessage;
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

/** Tests answers at Lark from the stored part to the chat and the receipt, with the scripted Open Platform. */
class LarkAnswersTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final LarkFixture fixture = new LarkFixture();

    private static int next = 1000;

    private String chat = "";

    @BeforeEach
    void newChat() {
        chat = "oc_" + next++;
    }

    @Test
    void aPartIsShownAndItsReceiptHasTheMessage() {
        DeliveryReceipt receipt = send(person(), DeliveredRun.message("**hello** <at id=all></at>"));

        LarkMessage shown = shown().getFirst();
        assertThat(shown.text()).isEqualTo("**hello** &#60;at id=all&#62;&#60;/at&#62;");
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.surface()).isEqualTo("lark");
        assertThat(receipt.platformMessageId()).isEqualTo(shown.id());
    }

    @Test
    void aLongAnswerInAGroupIsSeveralMessagesOfWhichTheFirstReplies() {
        String paragraph = "word ".repeat(4000).strip();

        send(group(), DeliveredRun.message(paragraph + "\n\n" + paragraph));

        assertThat(shown()).extracting(message -> message.parentId() != null).containsExactly(true, false);
        assertThat(shown()).extracting(LarkMessage::text).containsExactly(paragraph, paragraph);
    }

    @Test
    void anAnswerStaysInTheThread() {
        send(group().put("thread_id", "omt_1"), DeliveredRun.message("x"));

        assertThat(shown()).extracting(LarkMessage::isInThread).containsExactly(true);
    }

    @Test
    void aMessageThatIsRecalledIsAnsweredInTheChat() {
        ObjectNode target = group();
        fixture.lark.recall(target.path("message_id").asText());

        assertThat(send(target, DeliveredRun.message("x")).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).singleElement().satisfies(message -> assertThat(message.parentId())
                .isNull());
    }

    /** A lost answer is repeated under its key, whatever the policy; the same one beyond the hour of the key follows the policy. */
    @ParameterizedTest
    @CsvSource({
        "true,REPEAT,0,DELIVERED,1",
        "false,REPEAT,0,DELIVERED,1",
        "true,LEAVE,0,DELIVERED,1",
        "false,LEAVE,0,DELIVERED,1",
        "true,REPEAT,120,DELIVERED,2",
        "true,LEAVE,120,UNKNOWN,1",
        "false,LEAVE,120,UNKNOWN,0"
    })
    void aCallInDoubtIsRepeatedUnderItsKeyAndLaterFollowsThePolicy(
            boolean hadEffect, InterruptedCalls policy, int minutes, ReceiptStatus status, int messages) {
        fixture.lark.failNext(hadEffect ? new LarkFault.LostAnswer() : new LarkFault.LostCall());
        SendReplica replica = fixture.replica(policy);
        DeliveredRun run = fixture.store(person(), DeliveredRun.message("x"));

        replica.wake();
        awaitInDoubt();
        fixture.lark.pass(Duration.ofMinutes(minutes));
        fixture.database.sql("UPDATE delivery.sends SET created_at = created_at - interval '" + minutes + " minutes'");
        sendAgain(fixture.replica(policy));

        assertThat(receipt(run).status()).isEqualTo(status);
        assertThat(shown()).hasSize(messages);
    }

    /** A replica dies before or after any record of a call, another one continues: nothing is lost or there twice, although the policy is to leave. */
    @ParameterizedTest
    @EnumSource(CrashPoint.class)
    void aTakeoverShowsEachMessageOnce(CrashPoint point) {
        String paragraph = " word".repeat(4000);
        for (int record = 0; record < 6; record++) {
            newChat();
            fixture.database.empty();
            CrashingRecords crash = new CrashingRecords(record, point);
            SendReplica one =
                    fixture.replica(InterruptedCalls.LEAVE, LarkFixture.SECRET, List.of("127.0.0.0/8"), crash::on);
            SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
            DeliveredRun run = fixture.store(
                    person(), DeliveredRun.message("1" + paragraph + "\n\n2" + paragraph + "\n\n3" + paragraph));
            one.wake();
            await().atMost(LIMIT).until(crash::hasHappened);
            one.isMarkedDead(two);
            two.inherit();

            assertThat(receipt(run).status()).as("record " + record).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(shown())
                    .as("record " + record)
                    .extracting(message -> message.text().substring(0, 1))
                    .containsExactly("1", "2", "3");
        }
    }

    @Test
    void aCallUnderWayWithTheKeyIsRepeated() {
        fixture.lark.failNext(new LarkFault.Refusal(230049, "The message is being sent."));
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        DeliveredRun run = fixture.store(person(), DeliveredRun.message("x"));

        replica.wake();
        awaitInDoubt();
        sendAgain(replica);

        assertThat(receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
    }

    @Test
    void tooManyCallsWaitForTheRequestedTimeAndAreNotCounted() {
        fixture.limitRates();
        fixture.lark.failNext(new LarkFault.TooManyRequests(300));
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        DeliveredRun run = fixture.store(person(), DeliveredRun.message("x"));

        replica.wake();
        await().atMost(LIMIT)
                .until(() -> fixture.database.number(
                                "SELECT count(*) FROM delivery.sends WHERE status = 'pending' AND epoch > 0")
                        == 1);
        assertThat(fixture.database.number(
                        "SELECT ceil(extract(epoch FROM next_at - now()))::bigint FROM delivery.lanes"))
                .isBetween(280L, 300L);
        assertThat(fixture.database.number("SELECT attempts FROM delivery.sends"))
                .isZero();
        fixture.database.sql("UPDATE delivery.call_rates SET used_until = 'epoch'");
        sendAgain(replica);

        assertThat(receipt(run).attempts()).isEqualTo(1);
        assertThat(shown()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "230002,bot.forbidden",
        "230013,bot.forbidden",
        "230018,bot.forbidden",
        "230027,bot.forbidden",
        "230001,bot.refused",
        "230028,bot.refused"
    })
    void aRefusalEndsThePartWithTheWordsOfThePlatform(int code, String expected) {
        fixture.lark.failNext(new LarkFault.Refusal(code, "no, " + LarkFixture.SECRET));

        DeliveryReceipt receipt = send(person(), DeliveredRun.message("x"));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.REJECTED);
        assertThat(receipt.errorCode()).isEqualTo(expected);
        assertThat(receipt.detail())
                .startsWith("call 1 of 1: " + code + " no, ")
                .doesNotContain(LarkFixture.SECRET);
        assertThat(shown()).isEmpty();
    }

    @Test
    void aTokenThatExpiredIsReplaced() {
        send(person(), DeliveredRun.message("one"));
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        DeliveredRun first = fixture.store(person(), DeliveredRun.message("two"));
        replica.wake();
        receipt(first);
        fixture.lark.expireToken();
        DeliveredRun second = fixture.store(person(), DeliveredRun.message("three"));
        replica.wake();

        assertThat(receipt(second).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).hasSize(3);
    }

    @Test
    void anotherSecretIsUnauthorizedAndNoSecretIsMissing() {
        assertThat(send(
                                fixture.replica(
                                        InterruptedCalls.REPEAT, "other", List.of("127.0.0.0/8"), sends -> sends),
                                person(),
                                DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.unauthorized");
        assertThat(send(
                                fixture.replica(InterruptedCalls.REPEAT, "", List.of("127.0.0.0/8"), sends -> sends),
                                person(),
                                DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.token_missing");
    }

    @Test
    void aPrivateAddressIsNotCalled() {
        DeliveryReceipt receipt = send(
                fixture.replica(InterruptedCalls.REPEAT, LarkFixture.SECRET, List.of(), sends -> sends),
                person(),
                DeliveredRun.message("x"));

        assertThat(receipt.errorCode()).isEqualTo("bot.address_forbidden");
        assertThat(shown()).isEmpty();
    }

    @Test
    void aTargetWithoutAChatIsRejected() {
        assertThat(send(JsonNodeFactory.instance.objectNode(), DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.no_chat");
    }

    @Test
    void aCardThatIsTooLongIsDividedUntilItIsAccepted() {
        String text = "word ".repeat(2000).strip();
        fixture.lark.limitCards(4000);
        try {
            assertThat(send(person(), DeliveredRun.message(text)).status()).isEqualTo(ReceiptStatus.DELIVERED);
        } finally {
            fixture.lark.limitCards(30 * 1024);
        }
        assertThat(shown()).hasSizeGreaterThan(2);
        assertThat(shown().stream().map(LarkMessage::text).collect(Collectors.joining(" ")))
                .isEqualTo(text);
    }

    @Test
    void aRefusedCardIsShownWithoutMarkup() {
        fixture.lark.failNext(new LarkFault.Refusal(230099, "Failed to create card content"));

        assertThat(send(person(), DeliveredRun.message("**x**")).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).extracting(LarkMessage::text).containsExactly("x");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 65_536, 200_001})
    void aPictureIsUploadedThenShown(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        fixture.artifacts.put("a1", content);

        assertThat(send(person(), file("image/png", size), DeliveredRun.message("Here."))
                        .status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        LarkMessage image = shown().getLast();
        assertThat(image.type()).isEqualTo("image");
        assertThat(fixture.lark.uploaded(image.content().path("image_key").asText()))
                .isEqualTo(content);
    }

    @Test
    void aFileWhoseAnswerIsLostIsUploadedAgainAndShownOnce() {
        fixture.artifacts.put("a1", new byte[100]);
        fixture.lark.failNext(new LarkFault.Pass());
        fixture.lark.failNext(new LarkFault.LostAnswer());
        int uploads = fixture.lark.calls("/files").size();
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        DeliveredRun run = fixture.store(person(), file("text/plain", 100), DeliveredRun.completed());

        replica.wake();
        awaitInDoubt();
        sendAgain(fixture.replica(InterruptedCalls.LEAVE));

        assertThat(receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).extracting(LarkMessage::type).containsExactly("file");
        assertThat(fixture.lark.calls("/files")).hasSize(uploads + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gone", "refused", "named"})
    void aFileThatCannotBeSentIsNamed(String why) {
        if (!why.equals("gone")) {
            fixture.artifacts.put("a2", new byte[100]);
        }
        fixture.namesFiles = why.equals("named");
        if (why.equals("refused")) {
            fixture.lark.failNext(new LarkFault.Pass());
            fixture.lark.failNext(new LarkFault.Refusal(234011, "Can't recognize the image format."));
            fixture.lark.failNext(new LarkFault.Refusal(234006, "The file size exceed the max value."));
        }

        DeliveryReceipt receipt = send(
                person(),
                new ArtifactCreated("file", "a2", "image/png", "chart.bin", 100L, "0".repeat(64), null, null),
                DeliveredRun.message("Here."));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown().getLast().text())
                .isEqualTo("The file chart.bin is ready, but files cannot be sent to this chat.");
    }

    @Test
    void aMessageIsEditedAndAReactionIsAdded() {
        String id = send(person(), DeliveredRun.message("draft")).platformMessageId();
        ObjectNode target = JsonNodeFactory.instance.objectNode().put("message_id", id);

        send(
                person(),
                new ActionRequested(
                        "message.edit",
                        target,
                        JsonNodeFactory.instance.objectNode().put("text", "*final*")),
                new ActionRequested(
                        "reaction.add",
                        target,
                        JsonNodeFactory.instance.objectNode().put("emoji", "👍")),
                DeliveredRun.completed());

        assertThat(shown()).singleElement().satisfies(message -> {
            assertThat(message.text()).isEqualTo("*final*");
            assertThat(message.reactions()).containsExactly("THUMBSUP");
        });
    }

    private DeliveryReceipt send(ObjectNode target, ResultPayload... said) {
        return send(fixture.replica(InterruptedCalls.REPEAT), target, said);
    }

    private static DeliveryReceipt send(SendReplica replica, ObjectNode target, ResultPayload... said) {
        DeliveredRun run = fixture.store(target, said);
        replica.wake();
        return receipt(run);
    }

    private static void awaitInDoubt() {
        await().atMost(LIMIT)
                .until(() -> fixture.database.number(
                                "SELECT count(*) FROM delivery.sends WHERE status = 'pending' AND call_begun")
                        == 1);
    }

    /** Lets the delay of a released send pass. */
    private static void sendAgain(SendReplica replica) {
        fixture.database.sql("UPDATE delivery.lanes SET next_at = now()");
        replica.wake();
    }

    private static DeliveryReceipt receipt(DeliveredRun run) {
        await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 1).isPresent());
        return fixture.database.receipt(run, 1).orElseThrow();
    }

    private ObjectNode person() {
        return JsonNodeFactory.instance.objectNode().put("chat_id", chat).put("chat_type", "p2p");
    }

    private ObjectNode group() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("chat_id", chat)
                .put("chat_type", "group")
                .put("message_id", fixture.lark.write(chat));
    }

    private List<LarkMessage> shown() {
        return fixture.shown(chat);
    }

    private static ArtifactCreated file(String type, long size) {
        return new ArtifactCreated("file", "a1", type, "chart.bin", size, "0".repeat(64), null, null);
    }
}
