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
import dev.agenthost.testkit.slack.SlackFault;
import dev.agenthost.testkit.slack.SlackMessage;
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

/** Tests answers at Slack from the stored part to the channel and the receipt, with the scripted Web API. */
class SlackAnswersTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final SlackFixture fixture = new SlackFixture();

    private static int next = 1000;

    private String channel = "";
    private String asked = "";

    @BeforeEach
    void newChannel() {
        channel = "C" + next++;
        asked = fixture.slack.write(channel);
    }

    @Test
    void aPartIsShownAndItsReceiptHasTheMessage() {
        DeliveryReceipt receipt = send(person(), DeliveredRun.message("**hello** <!channel> <@U1> & *you*"));

        SlackMessage shown = shown().getFirst();
        assertThat(shown.text()).isEqualTo("hello <!channel> <@U1> & you");
        assertThat(shown.blocks().at("/0/elements/0/elements/0/style/bold").asBoolean())
                .isTrue();
        assertThat(shown.content().path("text").asText()).isEqualTo("hello &lt;!channel&gt; &lt;@U1&gt; &amp; you");
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.surface()).isEqualTo("slack");
        assertThat(receipt.platformMessageId()).isEqualTo(shown.ts());
    }

    @Test
    void aLongAnswerInAChannelIsSeveralMessagesInTheThreadOfTheQuestion() {
        String paragraph = "word ".repeat(700).strip();

        send(channelTarget(), DeliveredRun.message(paragraph + "\n\n" + paragraph));

        assertThat(shown()).extracting(SlackMessage::threadTs).containsExactly(asked, asked);
        assertThat(shown()).extracting(SlackMessage::text).containsExactly(paragraph, paragraph);
    }

    @Test
    void aChannelWithoutThreadsIsAnsweredInTheChannel() {
        fixture.slack.forbidThreads(channel);

        assertThat(send(channelTarget(), DeliveredRun.message("x")).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).singleElement().satisfies(message -> assertThat(message.threadTs())
                .isNull());
    }

    /** The message is looked for, whatever the policy; without the right to read, the policy decides. */
    @ParameterizedTest
    @CsvSource({
        "true,REPEAT,false,DELIVERED,1",
        "false,REPEAT,false,DELIVERED,1",
        "true,LEAVE,false,DELIVERED,1",
        "false,LEAVE,false,DELIVERED,1",
        "true,REPEAT,true,DELIVERED,2",
        "false,REPEAT,true,DELIVERED,1",
        "true,LEAVE,true,UNKNOWN,1",
        "false,LEAVE,true,UNKNOWN,0"
    })
    void aCallInDoubtIsLookedFor(
            boolean hadEffect, InterruptedCalls policy, boolean isHidden, ReceiptStatus status, int messages) {
        fixture.slack.failNext(hadEffect ? new SlackFault.LostAnswer() : new SlackFault.LostCall());
        fixture.slack.hideHistory(isHidden);
        try {
            SendReplica replica = fixture.replica(policy);
            DeliveredRun run = fixture.store(channelTarget(), DeliveredRun.message("x"));
            replica.wake();
            if (!isHidden || policy == InterruptedCalls.REPEAT) {
                awaitInDoubt();
                sendAgain(fixture.replica(policy));
            }

            assertThat(receipt(run).status()).isEqualTo(status);
            assertThat(shown()).hasSize(messages);
            if (status == ReceiptStatus.DELIVERED) {
                assertThat(receipt(run).platformMessageId())
                        .isEqualTo(shown().getLast().ts());
            }
        } finally {
            fixture.slack.hideHistory(false);
        }
    }

    /** A message that left its thread is found in the channel. */
    @Test
    void aCallInDoubtIsLookedForInTheChannelToo() {
        fixture.slack.forbidThreads(channel);
        fixture.slack.failNext(new SlackFault.Pass());
        fixture.slack.failNext(new SlackFault.LostAnswer());
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        DeliveredRun run = fixture.store(channelTarget(), DeliveredRun.message("x"));

        replica.wake();
        awaitInDoubt();
        sendAgain(replica);

        assertThat(receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).hasSize(1);
    }

    @Test
    void aLookThatIsRateLimitedIsRepeatedLater() {
        fixture.slack.failNext(new SlackFault.LostAnswer());
        fixture.slack.failNext(new SlackFault.TooManyRequests(30));
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        DeliveredRun run = fixture.store(person(), DeliveredRun.message("x"));

        replica.wake();
        awaitInDoubt();
        sendAgain(replica);
        await().atMost(LIMIT)
                .until(() -> fixture.slack.calls("conversations.history").size() >= 1);
        sendAgain(replica);

        assertThat(receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).hasSize(1);
    }

    /** A replica dies before or after any record of a call, another one continues: nothing is lost or there twice, although the policy is to leave. */
    @ParameterizedTest
    @EnumSource(CrashPoint.class)
    void aTakeoverShowsEachMessageOnce(CrashPoint point) {
        String paragraph = " word".repeat(700);
        for (int record = 0; record < 6; record++) {
            newChannel();
            fixture.database.empty();
            CrashingRecords crash = new CrashingRecords(record, point);
            SendReplica one =
                    fixture.replica(InterruptedCalls.LEAVE, SlackFixture.TOKEN, List.of("127.0.0.0/8"), crash::on);
            SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
            DeliveredRun run = fixture.store(
                    channelTarget(), DeliveredRun.message("1" + paragraph + "\n\n2" + paragraph + "\n\n3" + paragraph));
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
    void tooManyCallsWaitForTheRequestedTimeAndAreNotCounted() {
        fixture.limitRates();
        fixture.slack.failNext(new SlackFault.TooManyRequests(300));
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
        "not_in_channel,bot.forbidden",
        "is_archived,bot.forbidden",
        "missing_scope,bot.forbidden",
        "token_revoked,bot.unauthorized",
        "account_inactive,bot.unauthorized",
        "no_text,bot.refused",
        "some_new_error,bot.refused"
    })
    void aRefusalEndsThePartWithTheWordsOfThePlatform(String error, String expected) {
        fixture.slack.failNext(new SlackFault.Refusal(error));

        DeliveryReceipt receipt = send(person(), DeliveredRun.message("x"));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.REJECTED);
        assertThat(receipt.errorCode()).isEqualTo(expected);
        assertThat(receipt.detail()).startsWith("call 1 of 1: ").endsWith(error);
        assertThat(shown()).isEmpty();
    }

    @Test
    void anotherTokenIsUnauthorizedAndNoTokenIsMissing() {
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
                fixture.replica(InterruptedCalls.REPEAT, SlackFixture.TOKEN, List.of(), sends -> sends),
                person(),
                DeliveredRun.message("x"));

        assertThat(receipt.errorCode()).isEqualTo("bot.address_forbidden");
        assertThat(shown()).isEmpty();
    }

    @Test
    void aTargetWithoutAChannelIsRejected() {
        assertThat(send(JsonNodeFactory.instance.objectNode(), DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.no_chat");
    }

    @Test
    void aMessageThatIsTooLongIsDividedUntilItIsAccepted() {
        String text = "word ".repeat(700).strip();
        fixture.slack.limitBlocks(1500);
        try {
            assertThat(send(person(), DeliveredRun.message(text)).status()).isEqualTo(ReceiptStatus.DELIVERED);
        } finally {
            fixture.slack.limitBlocks(13_000);
        }
        assertThat(shown()).hasSizeGreaterThan(2);
        assertThat(shown().stream().map(SlackMessage::text).collect(Collectors.joining(" ")))
                .isEqualTo(text);
    }

    @Test
    void refusedMarksAreLeftOut() {
        fixture.slack.failNext(new SlackFault.Refusal("invalid_blocks"));

        assertThat(send(person(), DeliveredRun.message("**x** y")).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).extracting(SlackMessage::text).containsExactly("x y");
        assertThat(shown().getFirst().blocks().toString()).doesNotContain("style");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 65_536, 200_001})
    void aFileIsUploadedThenShown(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        fixture.artifacts.put("a1", content);

        assertThat(send(channelTarget(), file(size), DeliveredRun.message("Here."))
                        .status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        SlackMessage shown = shown().getLast();
        assertThat(shown.threadTs()).isEqualTo(asked);
        assertThat(shown.content().at("/files/0/title").asText()).isEqualTo("chart.bin");
        assertThat(fixture.slack.uploaded(shown.files().getFirst())).isEqualTo(content);
    }

    /** A message with a file has no key: the policy decides about it. */
    @ParameterizedTest
    @CsvSource({"REPEAT,DELIVERED,2", "LEAVE,UNKNOWN,1"})
    void aFileInDoubtFollowsThePolicy(InterruptedCalls policy, ReceiptStatus status, int messages) {
        fixture.artifacts.put("a1", new byte[100]);
        fixture.slack.failNext(new SlackFault.Pass());
        fixture.slack.failNext(new SlackFault.LostAnswer());
        SendReplica replica = fixture.replica(policy);
        DeliveredRun run = fixture.store(person(), file(100), DeliveredRun.completed());

        replica.wake();
        if (policy == InterruptedCalls.REPEAT) {
            awaitInDoubt();
            sendAgain(replica);
        }

        assertThat(receipt(run).status()).isEqualTo(status);
        assertThat(shown()).hasSize(messages);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gone", "refused", "named"})
    void aFileThatCannotBeSentIsNamed(String why) {
        if (!why.equals("gone")) {
            fixture.artifacts.put("a2", new byte[100]);
        }
        fixture.namesFiles = why.equals("named");
        if (why.equals("refused")) {
            fixture.slack.failNext(new SlackFault.Pass());
            fixture.slack.failNext(new SlackFault.Refusal("missing_scope"));
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
    void aMessageIsEditedAndAReactionIsAddedAndRemoved() {
        String ts = send(person(), DeliveredRun.message("draft")).platformMessageId();
        ObjectNode target = JsonNodeFactory.instance.objectNode().put("message_id", ts);

        send(
                person(),
                new ActionRequested(
                        "message.edit",
                        target,
                        JsonNodeFactory.instance.objectNode().put("text", "*final*")),
                reaction("reaction.add", target, "👍"),
                reaction("reaction.add", target, "👍"),
                reaction("reaction.add", target, ":eyes:"),
                reaction("reaction.remove", target, "👍"),
                DeliveredRun.completed());

        assertThat(shown()).singleElement().satisfies(message -> {
            assertThat(message.text()).isEqualTo("final");
            assertThat(message.reactions()).containsExactly("eyes");
        });
    }

    private static ActionRequested reaction(String action, ObjectNode target, String emoji) {
        return new ActionRequested(
                action, target, JsonNodeFactory.instance.objectNode().put("emoji", emoji));
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
        return JsonNodeFactory.instance
                .objectNode()
                .put("channel", channel)
                .put("channel_type", "im")
                .put("ts", asked);
    }

    private ObjectNode channelTarget() {
        return person().put("channel_type", "channel");
    }

    private List<SlackMessage> shown() {
        return fixture.shown(channel);
    }

    private static ArtifactCreated file(long size) {
        return new ArtifactCreated("file", "a1", "image/png", "chart.bin", size, "0".repeat(64), null, null);
    }
}
