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
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.discord.DiscordFault;
import dev.agenthost.testkit.discord.DiscordMessage;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers at Discord from the stored part to the channel and the receipt, with the scripted API. */
class DiscordAnswersTest {
    @RegisterExtension
    static final DiscordFixture fixture = new DiscordFixture();

    private static int next = 1000;

    private String channel = "";
    private String asked = "";

    @BeforeEach
    void newChannel() {
        channel = Integer.toString(next++);
        asked = fixture.discord.write(channel);
        fixture.discord.clearFaults();
    }

    @Test
    void aPartRepliesToTheQuestionAndItsReceiptHasTheMessage() {
        DeliveryReceipt receipt = send(channelTarget(), DeliveredRun.message("**hello** @everyone <@1> & _you_"));

        DiscordMessage shown = shown().getFirst();
        assertThat(shown.content()).startsWith("**hello** ");
        assertThat(shown.mentionsAnybody()).isFalse();
        assertThat(shown.repliesTo()).isEqualTo(asked);
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.surface()).isEqualTo("discord");
        assertThat(receipt.platformMessageId()).isEqualTo(shown.id());
    }

    @Test
    void aLongAnswerIsSeveralMessagesInOrderOfWhichTheFirstReplies() {
        String paragraph = " word".repeat(300);

        send(channelTarget(), DeliveredRun.message("1" + paragraph + "\n\n2" + paragraph + "\n\n3" + paragraph));

        assertThat(shown())
                .extracting(message -> message.content().substring(0, 1))
                .containsExactly("1", "2", "3");
        assertThat(shown()).extracting(DiscordMessage::repliesTo).containsExactly(asked, null, null);
    }

    /** The nonce answers with the message that is there, whatever the policy. */
    @ParameterizedTest
    @CsvSource({"true,REPEAT", "false,REPEAT", "true,LEAVE", "false,LEAVE"})
    void aMessageInDoubtIsRepeatedUnderItsNonceAndThereOnce(boolean hadEffect, InterruptedCalls policy) {
        DeliveredRun run = sendInDoubt(policy, hadEffect);

        fixture.sendAgain(fixture.replica(policy));

        assertThat(fixture.receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).hasSize(1);
        assertThat(fixture.receipt(run).platformMessageId())
                .isEqualTo(shown().getFirst().id());
    }

    /** Discord may have forgotten the nonce. */
    @ParameterizedTest
    @CsvSource({"REPEAT,DELIVERED,2", "LEAVE,UNKNOWN,1"})
    void aMessageInDoubtThatIsOlderThanItsNonceFollowsThePolicy(
            InterruptedCalls policy, ReceiptStatus status, int messages) {
        DeliveredRun run = sendInDoubt(policy, true);
        fixture.discord.pass(Duration.ofMinutes(4));
        fixture.database.sql("UPDATE delivery.sends SET created_at = created_at - interval '4 minutes'");

        fixture.sendAgain(fixture.replica(policy));

        assertThat(fixture.receipt(run).status()).isEqualTo(status);
        assertThat(shown()).hasSize(messages);
    }

    /** https://github.com/discord/discord-api-docs/pull/6647 */
    @Test
    void aMessageInDoubtThatAPersonRemovedIsNotSentAgain() {
        DeliveredRun run = sendInDoubt(InterruptedCalls.REPEAT, true);
        fixture.discord.remove(channel, shown().getFirst().id());

        fixture.sendAgain(fixture.replica(InterruptedCalls.REPEAT));

        assertThat(fixture.receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).isEmpty();
    }

    /** A replica dies before or after any record of a call, another one continues: nothing is lost or there twice, although the policy is to leave. */
    @ParameterizedTest
    @EnumSource(CrashPoint.class)
    void aTakeoverShowsEachMessageOnce(CrashPoint point) {
        String paragraph = " word".repeat(300);
        for (int record = 0; record < 6; record++) {
            newChannel();
            fixture.database.empty();
            CrashingRecords crash = new CrashingRecords(record, point);
            SendReplica one =
                    fixture.replica(InterruptedCalls.LEAVE, DiscordFixture.TOKEN, List.of("127.0.0.0/8"), crash::on);
            SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
            DeliveredRun run = fixture.store(
                    channelTarget(), DeliveredRun.message("1" + paragraph + "\n\n2" + paragraph + "\n\n3" + paragraph));
            one.wake();
            await().atMost(ChatFixture.LIMIT).until(crash::hasHappened);
            one.isMarkedDead(two);
            two.inherit();

            assertThat(fixture.receipt(run).status()).as("record " + record).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(shown())
                    .as("record " + record)
                    .extracting(message -> message.content().substring(0, 1))
                    .containsExactly("1", "2", "3");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "shared", "global", ""})
    void tooManyCallsWaitForTheRequestedTimeAndAreNotCounted(String scope) {
        boolean isOfBot = scope.isEmpty() || scope.equals("global");
        fixture.limitRates();
        fixture.discord.failNext(new DiscordFault.TooManyRequests(300, scope));
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        DeliveredRun run = fixture.store(person(), DeliveredRun.message("x"));

        replica.wake();
        fixture.awaitPending();
        assertThat(fixture.waitingSeconds()).isBetween(280L, 300L);
        assertThat(waitingRates("chat_id = 0")).as("all calls of the bot wait").isEqualTo(isOfBot ? 1 : 0);
        assertThat(waitingRates("chat_id <> 0")).isEqualTo(isOfBot ? 0 : 1);
        assertThat(fixture.database.number("SELECT attempts FROM delivery.sends"))
                .isZero();
        fixture.database.sql("UPDATE delivery.call_rates SET used_until = 'epoch'");
        fixture.sendAgain(replica);

        assertThat(fixture.receipt(run).attempts()).isEqualTo(1);
        assertThat(shown()).hasSize(1);
    }

    /** https://docs.discord.com/developers/topics/rate-limits */
    @Test
    void anExhaustedBucketWaitsForItsResetWithoutACallTooMany() {
        fixture.limitRates();
        fixture.discord.limitCalls(2, 60);
        try {
            String paragraph = " word".repeat(300);
            SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
            fixture.store(person(), DeliveredRun.message("1" + paragraph + "\n\n2" + paragraph + "\n\n3" + paragraph));

            replica.wake();
            fixture.awaitPending();
            assertThat(shown()).hasSize(2);
            assertThat(fixture.discord.calls("POST /channels/" + channel)).hasSize(2);
            assertThat(fixture.waitingSeconds()).isBetween(50L, 65L);
        } finally {
            fixture.discord.limitCalls(1_000_000, 5);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "403,50001,Missing Access,bot.forbidden",
        "403,50013,Missing Permissions,bot.forbidden",
        "403,50007,Cannot send messages to this user,bot.forbidden",
        "404,10003,Unknown Channel,bot.forbidden",
        "400,50006,Cannot send an empty message,bot.refused",
        "400,99999,A new error,bot.refused"
    })
    void aRefusalEndsThePartWithTheWordsOfThePlatform(int status, int code, String message, String expected) {
        fixture.discord.failNext(new DiscordFault.Refusal(status, code, message));

        DeliveryReceipt receipt = send(person(), DeliveredRun.message("x"));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.REJECTED);
        assertThat(receipt.errorCode()).isEqualTo(expected);
        assertThat(receipt.detail()).startsWith("call 1 of 1: ").endsWith(message);
        assertThat(shown()).isEmpty();
    }

    @Test
    void aTokenThatIsRefusedIsUsedOnceAndAnotherOneAtOnce() {
        SendReplica replica = fixture.replica(InterruptedCalls.REPEAT, "other", List.of("127.0.0.0/8"), sends -> sends);
        int before = fixture.discord.calls("POST /channels/").size();

        for (int part = 0; part < 3; part++) {
            assertThat(fixture.send(replica, person(), DeliveredRun.message("x"))
                            .errorCode())
                    .isEqualTo("bot.unauthorized");
        }

        assertThat(fixture.discord.calls("POST /channels/")).hasSize(before + 1);
        assertThat(send(person(), DeliveredRun.message("x")).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(fixture.send(
                                fixture.replica(InterruptedCalls.REPEAT, "", List.of("127.0.0.0/8"), sends -> sends),
                                person(),
                                DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.token_missing");
    }

    @Test
    void aPrivateAddressIsNotCalledAndATargetWithoutAChannelIsRejected() {
        DeliveryReceipt receipt = fixture.send(
                fixture.replica(InterruptedCalls.REPEAT, DiscordFixture.TOKEN, List.of(), sends -> sends),
                person(),
                DeliveredRun.message("x"));

        assertThat(receipt.errorCode()).isEqualTo("bot.address_forbidden");
        assertThat(shown()).isEmpty();
        assertThat(send(JsonNodeFactory.instance.objectNode(), DeliveredRun.message("x"))
                        .errorCode())
                .isEqualTo("bot.no_chat");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 65_536, 200_001})
    void aFileIsSentWithItsMessage(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        fixture.artifacts.put("a1", content);

        assertThat(send(channelTarget(), file("a1", size), DeliveredRun.message("Here."))
                        .status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).hasSize(2);
        DiscordMessage shown = shown().getLast();
        assertThat(shown.body().at("/attachments/0/filename").asText()).isEqualTo("chart.bin");
        assertThat(shown.files().getFirst()).isEqualTo(content);
    }

    /** A message with a file has its nonce, too. */
    @Test
    void aFileInDoubtIsThereOnce() {
        fixture.artifacts.put("a1", new byte[100]);
        fixture.discord.failNext(new DiscordFault.LostAnswer());
        DeliveredRun run = fixture.store(person(), file("a1", 100), DeliveredRun.completed());
        fixture.replica(InterruptedCalls.LEAVE).wake();
        fixture.awaitInDoubt();

        fixture.sendAgain(fixture.replica(InterruptedCalls.LEAVE));

        assertThat(fixture.receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).singleElement().satisfies(message -> assertThat(message.files())
                .hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gone", "refused", "too large there", "named"})
    void aFileThatCannotBeSentIsNamed(String why) {
        if (!why.equals("gone")) {
            fixture.artifacts.put("a2", new byte[100]);
        }
        fixture.namesFiles = why.equals("named");
        if (why.equals("refused")) {
            fixture.discord.failNext(new DiscordFault.Pass());
            fixture.discord.failNext(new DiscordFault.Refusal(403, 50013, "Missing Permissions"));
        }
        fixture.discord.limitFiles(why.equals("too large there") ? 99 : 1_000_000);

        DeliveryReceipt receipt = send(person(), file("a2", 100), DeliveredRun.message("Here."));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).hasSize(2);
        assertThat(shown().getLast().content()).contains("is ready, but it cannot be sent to this channel.");
        fixture.discord.limitFiles(20 * 1024 * 1024);
    }

    @Test
    void aQuestionHasButtonsAndSentencesOfTheHostAreNoMarkdown() {
        ObjectNode question = JsonNodeFactory.instance.objectNode().put("title", "Ship *it*?");
        question.put("interaction_id", "i1").put("kind", "choice").put("fallback_text", "Ship it?");
        question.putArray("actions")
                .addObject()
                .put("id", "yes")
                .put("label", "Yes")
                .put("style", "primary");

        send(
                channelTarget(),
                new ActionRequested(
                        InteractionRequest.ACTION,
                        JsonNodeFactory.instance.objectNode().put("token", "t1"),
                        question),
                DeliveredRun.completed());

        DiscordMessage shown = shown().getLast();
        assertThat(shown.components().at("/0/components/0/label").asText()).isEqualTo("Yes");
        assertThat(shown.components().at("/0/components/0/custom_id").asText()).startsWith("agenthost:");
        assertThat(shown.content()).isEqualTo("**Ship \\*it\\*?**");
    }

    @Test
    void aMessageIsEditedAndAReactionIsAddedAndRemoved() {
        String id = send(person(), DeliveredRun.message("draft")).platformMessageId();
        ObjectNode target = JsonNodeFactory.instance.objectNode().put("message_id", id);

        send(
                person(),
                new ActionRequested(
                        "message.edit",
                        target,
                        JsonNodeFactory.instance.objectNode().put("text", "*final*")),
                reaction("reaction.add", target, "👍"),
                reaction("reaction.add", target, "👍"),
                reaction("reaction.add", target, "🎉"),
                reaction("reaction.remove", target, "👍"),
                DeliveredRun.completed());

        assertThat(shown()).singleElement().satisfies(message -> {
            assertThat(message.content()).isIn("*final*", "_final_");
            assertThat(message.reactions()).containsExactly("🎉");
        });
    }

    private static ActionRequested reaction(String action, ObjectNode target, String emoji) {
        return new ActionRequested(
                action, target, JsonNodeFactory.instance.objectNode().put("emoji", emoji));
    }

    private DeliveredRun sendInDoubt(InterruptedCalls policy, boolean hadEffect) {
        fixture.discord.failNext(hadEffect ? new DiscordFault.LostAnswer() : new DiscordFault.LostCall());
        DeliveredRun run = fixture.store(channelTarget(), DeliveredRun.message("x"));
        fixture.replica(policy).wake();
        fixture.awaitInDoubt();
        return run;
    }

    private DeliveryReceipt send(ObjectNode target, ResultPayload... said) {
        return fixture.send(fixture.replica(InterruptedCalls.REPEAT), target, said);
    }

    /** Returns the number of rates that wait for more than a minute. */
    private static long waitingRates(String which) {
        return fixture.database.number("SELECT count(*) FROM delivery.call_rates"
                + " WHERE used_until > now() + interval '1 minute' AND " + which);
    }

    private ObjectNode person() {
        return JsonNodeFactory.instance.objectNode().put("channel_id", channel).put("message_id", asked);
    }

    private ObjectNode channelTarget() {
        return person().put("guild_id", "5");
    }

    private List<DiscordMessage> shown() {
        return fixture.shown(channel);
    }

    private static ArtifactCreated file(String id, long size) {
        return new ArtifactCreated("file", id, "image/png", "chart.bin", size, "0".repeat(64), null, null);
    }
}
