package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.ConversationGate;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.delivery.surface.discord.DiscordTyping;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.OutboundTyping;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.testkit.discord.DiscordFault;
import dev.agenthost.testkit.discord.DiscordMessage;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers at Discord that grow in a message, on two replicas that share a database, with the scripted API. */
class DiscordPreviewsTest {

    @RegisterExtension
    static final DiscordFixture fixture = new DiscordFixture();

    private PreviewedDiscordChat chat = new PreviewedDiscordChat(fixture);

    @BeforeEach
    void newChat() {
        chat = new PreviewedDiscordChat(fixture);
    }

    @Test
    void anAnswerIsOneMessageThatRepliesAndGrowsAndIsComplete() {
        chat.target.put("guild_id", "5").put("message_id", chat.asked);
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("**he");
        assertThat(chat.texts()).containsExactly("\\*\\*he");
        answer.write("ll");
        answer.write("o** wor");
        assertThat(chat.texts()).containsExactly("**hello** wor");
        String preview = chat.shown().getFirst().id();

        DeliveryReceipt receipt = chat.finish(replica, answer, "**hello** world");

        assertThat(chat.texts()).containsExactly("**hello** world");
        assertThat(chat.shown()).extracting(DiscordMessage::repliesTo).containsExactly(chat.asked);
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.platformMessageId()).isEqualTo(preview);
    }

    @Test
    void aLongAnswerGrowsInItsFirstMessageAndItsRestFollows() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        String whole = "half and whole" + " word".repeat(700);

        chat.finish(replica, answer, whole);

        assertThat(chat.shown()).hasSize(2);
        assertThat(String.join(" ", chat.texts())).isEqualTo(whole);
    }

    @Test
    void anyAnswerEndsAsItsFinalTextWhateverFails() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        Random random = new Random(7);
        for (int i = 0; i < 30; i++) {
            newChat();
            String text = PreviewedDiscordChat.text(random, random.nextInt(4) == 0 ? 5_000 : 600);
            PreviewedAnswer answer = chat.answer(one, fixture.previews);
            for (int from = 0; from < text.length(); from = answer.length()) {
                chat.fault(random);
                int to = Math.min(text.length(), from + 1 + random.nextInt(text.length() / 3 + 1));
                if (!answer.write(text.substring(from, to))) {
                    break;
                }
            }
            String end = random.nextInt(5) == 0 ? PreviewedDiscordChat.text(random, 300) : text;

            DeliveryReceipt receipt = chat.finish(random.nextBoolean() ? one : two, answer, end);

            assertThat(receipt.status()).as("answer " + i).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(chat.texts().stream().collect(Collectors.joining(" ")))
                    .as("answer " + i)
                    .isEqualToIgnoringWhitespace(end);
            assertThat(chat.texts()).as("answer " + i).hasSizeBetween(1, end.length() / 1_500 + 1);
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
                    .isEqualTo(chat.shown().getFirst().id());
        }
    }

    /** Discord may have forgotten the nonce of the preview. */
    @ParameterizedTest
    @CsvSource({"REPEAT,DELIVERED,2", "LEAVE,UNKNOWN,1"})
    void aPreviewInDoubtThatIsOlderThanItsNonceFollowsThePolicy(
            InterruptedCalls policy, ReceiptStatus status, int messages) {
        SendReplica one = fixture.replica(policy);
        SendReplica two = fixture.replica(policy);
        PreviewedAnswer answer = chat.interrupted(one, 1, CrashPoint.BEFORE);
        one.isMarkedDead(two);
        fixture.discord.pass(Duration.ofMinutes(4));
        fixture.database.sql("UPDATE delivery.previews SET updated_at = updated_at - interval '4 minutes'");

        assertThat(chat.finish(two, answer, "half and whole").status()).isEqualTo(status);
        assertThat(chat.texts()).hasSize(messages).startsWith("half");
    }

    /** A message that a person has removed, and a refused edit: the complete answer is there once. */
    @ParameterizedTest
    @ValueSource(ints = {0, 30046, 50021})
    void aPreviewThatCannotBeEditedIsFollowedByTheAnswer(int code) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        if (code == 0) {
            fixture.discord.remove(chat.channel, chat.shown().getFirst().id());
        } else {
            fixture.discord.failNext(new DiscordFault.Refusal(400, code, "no"));
        }

        DeliveryReceipt receipt = chat.finish(replica, answer, "half and whole");

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).endsWith("half and whole").hasSize(code == 0 ? 1 : 2);
        assertThat(receipt.platformMessageId()).isEqualTo(chat.shown().getLast().id());
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
        await().atMost(PreviewedDiscordChat.LIMIT)
                .until(() -> fixture.database.receipt(chat.run, 1).isPresent());

        assertThat(chat.shown()).singleElement().satisfies(message -> assertThat(message.files())
                .hasSize(1));
    }

    @Test
    void theBotTypesOnceInAChannelWithinFiveSeconds() {
        fixture.limitRates();
        int before = fixture.discord.typings();
        DiscordTyping typing = fixture.typing(ConversationGate.OPEN);

        assertThat(types(typing, chat.target)).isTrue();
        assertThat(types(typing, chat.target)).isFalse();
        assertThat(fixture.discord.typings()).isEqualTo(before + 1);
    }

    private boolean types(DiscordTyping typing, ObjectNode target) {
        return typing.publish(
                        "bot",
                        "key",
                        new OutboundTyping(
                                chat.run.runId(), 1, new EventId(UUID.randomUUID()), "demo", "bot", "c", null, target))
                .await()
                .atMost(PreviewedDiscordChat.LIMIT);
    }
}
