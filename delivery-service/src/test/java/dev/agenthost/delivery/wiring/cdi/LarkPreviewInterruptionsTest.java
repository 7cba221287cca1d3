package dev.agenthost.delivery.wiring.cdi;

import static dev.agenthost.delivery.DeliveryDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.lark.rendering.StreamingCard;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.testkit.lark.LarkFault;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests answers at Lark whose preview or part is interrupted at any record: the complete text is there once. */
class LarkPreviewInterruptionsTest {
    private static final List<String> LOCAL = List.of("127.0.0.0/8");

    @RegisterExtension
    static final LarkFixture fixture = new LarkFixture();

    private PreviewedLarkChat chat = new PreviewedLarkChat(fixture);

    /** A replica dies at any record of a preview, before or after it; another one sends the part: it is there once, whatever the policy. */
    @ParameterizedTest
    @CsvSource({"BEFORE,LEAVE", "AFTER,LEAVE", "BEFORE,REPEAT", "AFTER,REPEAT"})
    void anAnswerWhosePreviewIsInterruptedIsThereOnce(CrashPoint point, InterruptedCalls policy) {
        for (int record = 0; record < 6; record++) {
            chat = new PreviewedLarkChat(fixture);
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

    /** The key of its message holds no more: the policy decides. */
    @ParameterizedTest
    @CsvSource({"REPEAT,DELIVERED,2", "LEAVE,UNKNOWN,1"})
    void anOldMessageInDoubtFollowsThePolicy(InterruptedCalls policy, ReceiptStatus status, int messages) {
        SendReplica one = fixture.replica(policy);
        SendReplica two = fixture.replica(policy);
        PreviewedAnswer answer = chat.interrupted(one, 3, CrashPoint.BEFORE);
        one.isMarkedDead(two);
        fixture.lark.pass(Duration.ofHours(2));
        fixture.database.sql("UPDATE delivery.previews SET updated_at = updated_at - interval '2 hours'");

        assertThat(chat.finish(two, answer, "half and whole").status()).isEqualTo(status);
        assertThat(chat.texts()).hasSize(messages).startsWith("half");
    }

    @Test
    void aMessageInDoubtThatIsRefusedIsNotThere() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.interrupted(one, 2, CrashPoint.AFTER);
        one.isMarkedDead(two);
        fixture.lark.failNext(new LarkFault.Refusal(230099, "Failed to create card content"));

        assertThat(chat.finish(two, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).containsExactly("half and whole");
    }

    @ParameterizedTest
    @CsvSource({"0,BEFORE", "0,AFTER", "1,BEFORE", "1,AFTER", "2,BEFORE", "2,AFTER", "3,BEFORE", "3,AFTER"})
    void aPartThatIsInterruptedAfterItsPreviewIsCompleteOnce(int record, CrashPoint point) {
        CrashingRecords crash = new CrashingRecords(record, point);
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE, LarkFixture.SECRET, LOCAL, crash::on);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(one, fixture.previews);
        answer.write("half");
        String whole = "half and whole" + " word".repeat(7_000);
        chat.store(answer, whole);
        one.wake();
        await().atMost(PreviewedLarkChat.LIMIT).until(crash::hasHappened);
        one.isMarkedDead(two);
        two.inherit();
        await().atMost(PreviewedLarkChat.LIMIT)
                .until(() -> fixture.database.receipt(chat.run, 1).isPresent());

        assertThat(chat.texts()).hasSize(2);
        assertThat(String.join(" ", chat.texts())).isEqualTo(whole);
        assertThat(chat.cards()).isEqualTo(1);
    }

    /** A replica that was paused makes its update after the complete text: the number of the update is refused. */
    @Test
    void noLateUpdateReplacesTheCompleteText() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(one, fixture.previews);
        answer.write("half");
        SendKey key = new SendKey("demo", chat.run.runId(), 1);
        var begun = (PreviewRepository.BeginOutcome.Begun)
                get(fixture.previews.begin(key, one.lease().incarnation()));
        one.isMarkedDead(two);
        chat.finish(two, answer, "half and whole");

        String cardId = Objects.requireNonNull(begun.message().cardId());
        CallOutcome late = get(fixture.call(StreamingCard.replace(cardId, "half and", begun.number())));

        assertThat(late).isInstanceOf(CallOutcome.Refused.class);
        assertThat(chat.texts()).containsExactly("half and whole");
    }
}
