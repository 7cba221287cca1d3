package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.dingtalk.rendering.StreamedCard;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.testkit.dingtalk.DingTalkFault;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests answers at DingTalk whose preview or part is interrupted at any record: a card is there once, whatever the policy. */
class DingTalkPreviewInterruptionsTest {
    private static final List<String> LOCAL = List.of("127.0.0.0/8");

    @RegisterExtension
    static final DingTalkFixture fixture = new DingTalkFixture();

    private PreviewedDingTalkChat chat = new PreviewedDingTalkChat(fixture);

    @ParameterizedTest
    @CsvSource({"BEFORE,LEAVE", "AFTER,LEAVE", "BEFORE,REPEAT", "AFTER,REPEAT"})
    void anAnswerWhosePreviewIsInterruptedIsThereOnce(CrashPoint point, InterruptedCalls policy) {
        for (int record = 0; record < 4; record++) {
            chat = new PreviewedDingTalkChat(fixture);
            SendReplica one = fixture.replica(policy);
            SendReplica two = fixture.replica(policy);
            PreviewedAnswer answer = chat.interrupted(one, record, point);
            one.isMarkedDead(two);

            DeliveryReceipt receipt = chat.finish(two, answer, "half and whole");

            assertThat(receipt.status())
                    .as("record " + record + ": " + receipt.detail())
                    .isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(chat.texts()).as("record " + record).containsExactly("half and whole");
            assertThat(receipt.platformMessageId())
                    .as("record " + record)
                    .isEqualTo(chat.shown().getFirst().id());
        }
    }

    /** The calls on the card are repeated, although the policy is to leave. */
    @ParameterizedTest
    @CsvSource({"0,BEFORE", "0,AFTER", "1,BEFORE", "1,AFTER", "2,BEFORE", "2,AFTER", "3,BEFORE", "3,AFTER"})
    void aPartThatIsInterruptedAfterItsPreviewIsCompleteOnce(int record, CrashPoint point) {
        CrashingRecords crash = new CrashingRecords(record, point);
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE, DingTalkFixture.SECRET, LOCAL, crash::on);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(one, fixture.previews);
        answer.write("half");
        chat.store(answer, "half and whole");
        one.wake();
        await().atMost(PreviewedDingTalkChat.LIMIT).until(crash::hasHappened);
        one.isMarkedDead(two);
        two.inherit();

        assertThat(fixture.receipt(chat.run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).containsExactly("half and whole");
        assertThat(chat.shown().getFirst().isFinished()).isTrue();
    }

    /** The message in the place of a refused card has no key: it is there at most once, and missing only with the outcome unknown. */
    @ParameterizedTest
    @EnumSource(CrashPoint.class)
    void theMessageInThePlaceOfARefusedCardIsNotThereTwice(CrashPoint point) {
        fixture.dingTalk.limitCards(8);
        try {
            for (int record = 0; record < 8; record++) {
                chat = new PreviewedDingTalkChat(fixture);
                CrashingRecords crash = new CrashingRecords(record, point);
                SendReplica one = fixture.replica(InterruptedCalls.LEAVE, DingTalkFixture.SECRET, LOCAL, crash::on);
                SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
                PreviewedAnswer answer = chat.answer(one, fixture.previews);
                answer.write("half");
                chat.store(answer, "half and whole");
                one.wake();
                await().atMost(PreviewedDingTalkChat.LIMIT).until(crash::hasHappened);
                one.isMarkedDead(two);
                two.inherit();

                DeliveryReceipt receipt = fixture.receipt(chat.run);
                boolean isMessageInDoubt = record == (point == CrashPoint.AFTER ? 4 : 5);
                assertThat(receipt.status())
                        .as("record " + record)
                        .isEqualTo(isMessageInDoubt ? ReceiptStatus.UNKNOWN : ReceiptStatus.DELIVERED);
                assertThat(chat.texts())
                        .as("record " + record)
                        .containsExactlyElementsOf(
                                isMessageInDoubt && point == CrashPoint.AFTER
                                        ? List.of("The answer follows.")
                                        : List.of("The answer follows.", "half and whole"));
            }
        } finally {
            fixture.dingTalk.limitCards(3 * 1024);
        }
    }

    /** The repeated card of a preview in doubt waits for the rate, and is then refused: the message was never sent. */
    @Test
    void aMessageAfterARefusedPreviewInDoubtIsSentWhateverThePolicy() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.interrupted(one, 0, CrashPoint.AFTER);
        one.isMarkedDead(two);
        fixture.dingTalk.failNext(new DingTalkFault.TooManyCalls());
        fixture.dingTalk.failNext(new DingTalkFault.Refusal("param.templateNotExist", "no"));

        assertThat(chat.finish(two, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).containsExactly("half and whole");
    }

    /** The same with a server error, whose effect is not known. */
    @Test
    void aMessageAfterAPreviewThatStayedInDoubtIsSentWhateverThePolicy() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.interrupted(one, 0, CrashPoint.AFTER);
        one.isMarkedDead(two);
        fixture.dingTalk.failNext(new DingTalkFault.ServerError());
        fixture.dingTalk.failNext(new DingTalkFault.Refusal("param.templateNotExist", "no"));

        assertThat(chat.finish(two, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).containsExactly("half and whole");
    }

    /** A replica that was paused makes its update after the complete text, or makes it twice. */
    @Test
    void noLateUpdateReplacesTheCompleteText() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        chat.finish(replica, answer, "half and whole");

        String cardId = chat.shown().getFirst().id();
        CallOutcome late =
                fixture.call(StreamedCard.replace(cardId, "half and", 2).keyed("part"));

        assertThat(late).isInstanceOf(CallOutcome.Refused.class);
        assertThat(chat.texts()).containsExactly("half and whole");
    }
}
