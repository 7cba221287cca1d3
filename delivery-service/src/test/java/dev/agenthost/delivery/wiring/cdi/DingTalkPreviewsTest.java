package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.testkit.dingtalk.DingTalkFault;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers at DingTalk that grow in a card, on two replicas that share a database, with the scripted API. */
class DingTalkPreviewsTest {
    @RegisterExtension
    static final DingTalkFixture fixture = new DingTalkFixture();

    private PreviewedDingTalkChat chat = new PreviewedDingTalkChat(fixture);

    @Test
    void anAnswerIsOneCardThatGrowsAndIsComplete() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("**he");
        assertThat(chat.texts()).containsExactly("\\*\\*he");
        assertThat(chat.shown().getFirst().isFinished()).isFalse();
        answer.write("ll");
        answer.write("o** wor");
        assertThat(chat.texts()).containsExactly("**hello** wor");
        String preview = chat.shown().getFirst().id();

        DeliveryReceipt receipt = chat.finish(replica, answer, "**hello** world");

        assertThat(chat.texts()).containsExactly("**hello** world");
        assertThat(chat.shown().getFirst().isFinished()).isTrue();
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.platformMessageId()).isEqualTo(preview);
        assertThat(chat.cards()).isEqualTo(1);
    }

    @Test
    void aPersonSeesTheCardToo() {
        chat.target.removeAll();
        chat.target.put("user_id", chat.chat);
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");

        chat.finish(replica, answer, "half and whole");

        assertThat(chat.texts()).containsExactly("half and whole");
        assertThat(chat.cards()).isEqualTo(1);
    }

    @Test
    void eachPartAfterAToolBreakIsACardOfItsOwn() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("looking");
        answer.nextPart();
        fixture.store(chat.run, chat.target, DeliveredRun.message("looking it up"), DeliveredRun.message("found"));
        assertThat(answer.write("fou")).isTrue();
        assertThat(chat.texts()).as("the first part is not sent yet").containsExactly("looking");
        answer.ended();
        replica.wake();

        await().atMost(PreviewedDingTalkChat.LIMIT)
                .until(() -> fixture.database.receipt(chat.run, 2).isPresent());
        assertThat(chat.texts()).containsExactly("looking it up", "found");
    }

    @Test
    void aHigherAttemptOnAnotherReplicaGoesOnInTheSameCard() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer first = chat.answer(one, fixture.previews);
        first.write("first");
        first.write(" try");
        PreviewedAnswer second = chat.answer(two, fixture.previews);
        second.attempt(2);
        second.write("second");
        assertThat(chat.texts()).containsExactly("second");

        chat.finish(two, second, "second try");

        assertThat(chat.texts()).containsExactly("second try");
        assertThat(chat.cards()).isEqualTo(1);
    }

    @Test
    void aLongAnswerIsACardAndMessages() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        String paragraph = "word ".repeat(400).strip();

        chat.finish(replica, answer, paragraph + "\n\n" + paragraph + "\n\n" + paragraph);

        assertThat(chat.texts()).containsExactly(paragraph, paragraph + "\n\n" + paragraph);
        assertThat(chat.cards()).isEqualTo(1);
    }

    @Test
    void anyAnswerEndsAsItsFinalTextWhateverFails() {
        SendReplica one = fixture.replica(InterruptedCalls.REPEAT);
        SendReplica two = fixture.replica(InterruptedCalls.REPEAT);
        Random random = new Random(7);
        for (int i = 0; i < 30; i++) {
            chat = new PreviewedDingTalkChat(fixture);
            String text = PreviewedChat.text(random, random.nextInt(4) == 0 ? 2_500 : 600);
            PreviewedAnswer answer = chat.answer(one, fixture.previews);
            for (int from = 0; from < text.length(); from = answer.length()) {
                fault(random);
                int to = Math.min(text.length(), from + 1 + random.nextInt(text.length() / 3 + 1));
                if (!answer.write(text.substring(from, to))) {
                    break;
                }
            }
            String end = random.nextInt(5) == 0 ? PreviewedChat.text(random, 300) : text;

            DeliveryReceipt receipt = chat.finish(random.nextBoolean() ? one : two, answer, end);

            assertThat(receipt.status()).as("answer " + i).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(chat.texts().stream().collect(Collectors.joining(" ")))
                    .as("answer " + i)
                    .isEqualToIgnoringWhitespace(end);
        }
    }

    /** https://open.dingtalk.com/document/development/create-and-deliver-cards has the codes; the page of the text of a card has none. */
    @ParameterizedTest
    @ValueSource(strings = {"param.cardNotExist", "param.invalid", "param.contentUnsafe", "unknown"})
    void aRefusedLastTextIsFollowedByTheCompleteAnswer(String code) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        fixture.dingTalk.failNext(new DingTalkFault.Refusal(code, "no"));

        DeliveryReceipt receipt = chat.finish(replica, answer, "half and whole");

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).containsExactly("The answer follows.", "half and whole");
    }

    /** Without the right to cards, or without the template, the answer appears when it is complete. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Forbidden.AccessDenied.AccessTokenPermissionDenied",
                "param.templateNotExist",
                "param.templateUnpublished"
            })
    void aRefusedCardIsNoPreview(String code) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        fixture.dingTalk.failNext(new DingTalkFault.Refusal(code, "no"));
        assertThat(answer.write("half")).isFalse();
        assertThat(chat.shown()).isEmpty();

        assertThat(chat.finish(replica, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).containsExactly("half and whole");
        assertThat(chat.cards()).isZero();
    }

    private static void fault(Random random) {
        switch (random.nextInt(10)) {
            case 0 -> fixture.dingTalk.failNext(new DingTalkFault.LostAnswer());
            case 1 -> fixture.dingTalk.failNext(new DingTalkFault.LostCall());
            case 2 -> fixture.dingTalk.failNext(new DingTalkFault.ServerError());
            case 3 -> fixture.dingTalk.failNext(new DingTalkFault.TooManyCalls());
            default -> {}
        }
    }
}
