package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.testkit.slack.SlackFault;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers at Slack that grow in a message, on two replicas that share a database, with the scripted Web API. */
class SlackPreviewsTest {

    @RegisterExtension
    static final SlackFixture fixture = new SlackFixture();

    private PreviewedSlackChat chat = new PreviewedSlackChat(fixture);

    @BeforeEach
    void newChat() {
        chat = new PreviewedSlackChat(fixture);
    }

    @Test
    void anAnswerIsOneMessageThatGrowsAndIsComplete() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("**he");
        assertThat(chat.texts()).containsExactly("**he");
        answer.write("ll");
        answer.write("o** wor");
        assertThat(chat.texts()).containsExactly("hello wor");
        String preview = chat.shown().getFirst().ts();

        DeliveryReceipt receipt = chat.finish(replica, answer, "**hello** world");

        assertThat(chat.texts()).containsExactly("hello world");
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.platformMessageId()).isEqualTo(preview);
    }

    @Test
    void inAChannelTheMessageIsInTheThreadAndSoIsItsRest() {
        String asked = fixture.slack.write(chat.channel);
        chat.target.put("channel_type", "channel").put("ts", asked);
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        String whole = "half and whole" + " word".repeat(1_500);

        chat.finish(replica, answer, whole);

        assertThat(chat.shown()).hasSize(2).allSatisfy(message -> assertThat(message.threadTs())
                .isEqualTo(asked));
        assertThat(String.join(" ", chat.texts())).isEqualTo(whole);
    }

    @Test
    void eachPartAfterAToolBreakIsAMessageOfItsOwn() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("looking");
        answer.nextPart();
        fixture.store(chat.run, chat.target, DeliveredRun.message("looking it up"), DeliveredRun.message("found"));
        assertThat(answer.write("fou")).isTrue();
        assertThat(chat.texts()).as("the first part is not sent yet").containsExactly("looking");
        answer.ended();
        replica.wake();

        await().atMost(PreviewedSlackChat.LIMIT)
                .until(() -> fixture.database.receipt(chat.run, 2).isPresent());
        assertThat(chat.texts()).containsExactly("looking it up", "found");
    }

    @Test
    void anyAnswerEndsAsItsFinalTextWhateverFails() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        Random random = new Random(7);
        for (int i = 0; i < 30; i++) {
            newChat();
            String text = PreviewedSlackChat.text(random, random.nextInt(4) == 0 ? 9_000 : 600);
            PreviewedAnswer answer = chat.answer(one, fixture.previews);
            for (int from = 0; from < text.length(); from = answer.length()) {
                chat.fault(random);
                int to = Math.min(text.length(), from + 1 + random.nextInt(text.length() / 3 + 1));
                if (!answer.write(text.substring(from, to))) {
                    break;
                }
            }
            String end = random.nextInt(5) == 0 ? PreviewedSlackChat.text(random, 300) : text;

            DeliveryReceipt receipt = chat.finish(random.nextBoolean() ? one : two, answer, end);

            assertThat(receipt.status()).as("answer " + i).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(chat.texts().stream().collect(Collectors.joining(" ")))
                    .as("answer " + i)
                    .isEqualToIgnoringWhitespace(end);
            assertThat(chat.texts()).as("answer " + i).hasSizeBetween(1, end.length() / 3_000 + 1);
        }
    }

    /** A replica dies at any record of a preview, before or after it; another one sends the part: it is there once, whatever the policy. */
    @ParameterizedTest
    @CsvSource({"BEFORE,LEAVE", "AFTER,LEAVE", "BEFORE,REPEAT", "AFTER,REPEAT"})
    void anAnswerWhosePreviewIsInterruptedIsThereOnce(CrashPoint point, InterruptedCalls policy) {
        for (int record = 0; record < 4; record++) {
            newChat();
            SendReplica one = fixture.replica(policy);
            SendReplica two = fixture.replica(policy);
            PreviewedAnswer answer = chat.interrupted(one, record, point);
            one.isMarkedDead(two);

            DeliveryReceipt receipt = chat.finish(two, answer, "half and whole");

            assertThat(receipt.status()).as("record " + record).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(chat.texts()).as("record " + record).containsExactly("half and whole");
            assertThat(receipt.platformMessageId())
                    .as("record " + record)
                    .isEqualTo(chat.shown().getFirst().ts());
        }
    }

    /** Without the right to read, the policy decides about a message in doubt. */
    @ParameterizedTest
    @CsvSource({"REPEAT,DELIVERED,2", "LEAVE,UNKNOWN,1"})
    void aMessageInDoubtThatCannotBeReadFollowsThePolicy(InterruptedCalls policy, ReceiptStatus status, int messages) {
        SendReplica one = fixture.replica(policy);
        SendReplica two = fixture.replica(policy);
        PreviewedAnswer answer = chat.interrupted(one, 1, CrashPoint.BEFORE);
        one.isMarkedDead(two);
        fixture.slack.hideHistory(true);
        try {
            assertThat(chat.finish(two, answer, "half and whole").status()).isEqualTo(status);
        } finally {
            fixture.slack.hideHistory(false);
        }
        assertThat(chat.texts()).hasSize(messages).startsWith("half");
    }

    /** A refused edit, or a message that a person has deleted: the complete answer is there once. */
    @ParameterizedTest
    @ValueSource(strings = {"edit_window_closed", "cant_update_message", "message_not_found", "some_new_error", ""})
    void aPreviewThatCannotBeEditedIsFollowedByTheAnswer(String error) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        if (error.isEmpty()) {
            fixture.slack.delete(chat.channel, chat.shown().getFirst().ts());
        } else {
            fixture.slack.failNext(new SlackFault.Refusal(error));
        }

        DeliveryReceipt receipt = chat.finish(replica, answer, "half and whole");

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).endsWith("half and whole").hasSize(error.isEmpty() ? 1 : 2);
        assertThat(receipt.platformMessageId()).isEqualTo(chat.shown().getLast().ts());
    }

    /** The message in the place of a refused edit is looked for by its key. */
    @Test
    void theMessageInThePlaceOfARefusedEditIsThereOnce() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        fixture.slack.delete(chat.channel, chat.shown().getFirst().ts());
        fixture.slack.failNext(new SlackFault.Pass());
        fixture.slack.failNext(new SlackFault.LostAnswer());

        assertThat(chat.finish(replica, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).containsExactly("half and whole");
    }

    /** An answer that ends without words removes its preview. */
    @Test
    void aPreviewThatNoMessageReplacesIsRemoved() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        fixture.artifacts.put("a1", new byte[10]);
        answer.ended();
        fixture.store(
                chat.run,
                chat.target,
                new ArtifactCreated("file", "a1", "image/png", "x.png", 10L, "0".repeat(64), null, null),
                DeliveredRun.completed());
        replica.wake();
        await().atMost(PreviewedSlackChat.LIMIT)
                .until(() -> fixture.database.receipt(chat.run, 1).isPresent());

        assertThat(chat.shown()).singleElement().satisfies(message -> assertThat(message.files())
                .hasSize(1));
    }
}
