package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.testkit.lark.LarkFault;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers at Lark that grow in a card, on two replicas that share a database, with the scripted Open Platform. */
class LarkPreviewsTest {
    @RegisterExtension
    static final LarkFixture fixture = new LarkFixture();

    private PreviewedLarkChat chat = new PreviewedLarkChat(fixture);

    @Test
    void anAnswerIsOneCardThatGrowsAndIsComplete() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("**he");
        assertThat(chat.texts()).containsExactly("&#42;&#42;he");
        assertThat(isStreaming()).isTrue();
        answer.write("ll");
        answer.write("o** wor");
        assertThat(chat.texts()).containsExactly("**hello** wor");
        String preview = chat.shown().getFirst().id();

        DeliveryReceipt receipt = chat.finish(replica, answer, "**hello** world");

        assertThat(chat.texts()).containsExactly("**hello** world");
        assertThat(isStreaming()).isFalse();
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.platformMessageId()).isEqualTo(preview);
        assertThat(chat.cards()).isEqualTo(1);
    }

    /** Deltas while a call is under way are one call; nothing is shown before there is a text. */
    @Test
    void deltasBetweenTwoCallsAreOne() {
        PreviewedAnswer answer = chat.answer(fixture.replica(InterruptedCalls.LEAVE), fixture.previews);
        assertThat(answer.writeWithoutEnd(" \n")).isTrue();
        assertThat(chat.shown()).isEmpty();
        answer.write("a");
        answer.writeWithoutEnd("b");
        answer.writeWithoutEnd("c");
        answer.write("d");

        assertThat(chat.texts()).containsExactly("abcd");
        assertThat(contents()).isEqualTo(1);
    }

    @Test
    void inAGroupTheCardRepliesAndInAThreadItStaysThere() {
        chat.target.put("chat_type", "group").put("message_id", fixture.lark.write(chat.chat));
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        chat.finish(replica, answer, "half and whole");
        assertThat(chat.shown()).singleElement().satisfies(message -> assertThat(message.parentId())
                .isEqualTo(chat.target.path("message_id").asText()));

        chat = new PreviewedLarkChat(fixture);
        chat.target
                .put("chat_type", "group")
                .put("message_id", fixture.lark.write(chat.chat))
                .put("thread_id", "omt_1");
        chat.answer(replica, fixture.previews).write("in the thread");
        assertThat(chat.shown().getLast().isInThread()).isTrue();
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

        await().atMost(PreviewedLarkChat.LIMIT)
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
    void anyAnswerEndsAsItsFinalTextWhateverFails() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        Random random = new Random(7);
        for (int i = 0; i < 30; i++) {
            chat = new PreviewedLarkChat(fixture);
            String text = text(random, random.nextInt(4) == 0 ? 40_000 : 600);
            PreviewedAnswer answer = chat.answer(one, fixture.previews);
            for (int from = 0; from < text.length(); from = answer.length()) {
                fault(random);
                int to = Math.min(text.length(), from + 1 + random.nextInt(text.length() / 3 + 1));
                if (!answer.write(text.substring(from, to))) {
                    break;
                }
            }
            String end = random.nextInt(5) == 0 ? text(random, 300) : text;

            DeliveryReceipt receipt = chat.finish(random.nextBoolean() ? one : two, answer, end);

            assertThat(receipt.status()).as("answer " + i).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(chat.texts().stream().collect(Collectors.joining(" ")))
                    .as("answer " + i)
                    .isEqualToIgnoringWhitespace(end);
            assertThat(chat.texts()).as("answer " + i).hasSizeBetween(1, end.length() > 28_000 ? 3 : 1);
        }
    }

    /** https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/cardkit-v1/card/update.md */
    @ParameterizedTest
    @ValueSource(
            ints = {10002, 200740, 200750, 200770, 200810, 200860, 300120, 300302, 300305, 300311, 300317, 99991672})
    void aRefusedUpdateLeavesTheCompleteAnswerOnce(int code) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        fixture.lark.failNext(new LarkFault.Refusal(code, "no"));

        DeliveryReceipt receipt = chat.finish(replica, answer, "half and whole");

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).containsExactly("half and whole");
        assertThat(receipt.platformMessageId())
                .isEqualTo(chat.shown().getFirst().id());
    }

    /** Streaming ends after 10 minutes, and the host begins it again. */
    @Test
    void anAnswerOfManyMinutesGrowsInOneCard() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("one");
        fixture.lark.pass(Duration.ofMinutes(11));
        assertThat(answer.write(" two")).isTrue();
        assertThat(answer.write(" three")).isTrue();
        fixture.lark.pass(Duration.ofMinutes(11));
        assertThat(answer.write(" four")).isTrue();
        assertThat(chat.texts()).containsExactly("one two three four");
        assertThat(isStreaming()).isTrue();

        chat.finish(replica, answer, "one two three four five");

        assertThat(chat.texts()).containsExactly("one two three four five");
        assertThat(isStreaming()).isFalse();
        assertThat(chat.cards()).isEqualTo(1);
    }

    /** The card is valid for 14 days; a person may have removed its message. */
    @ParameterizedTest
    @CsvSource({"21000,false", "0,true"})
    void aPreviewThatEndedIsFollowedByTheCompleteAnswer(int minutes, boolean isRecalled) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        fixture.lark.pass(Duration.ofMinutes(minutes));
        if (isRecalled) {
            fixture.lark.recall(chat.shown().getFirst().id());
        } else {
            assertThat(answer.write(" and more")).isFalse();
        }

        assertThat(chat.finish(replica, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).hasSize(isRecalled ? 0 : 1).allMatch("half and whole"::equals);
    }

    /** Without the right to cards, or with a card that Lark refuses, the answer appears when it is complete. */
    @ParameterizedTest
    @ValueSource(ints = {99991672, 200220, 10002})
    void aRefusedCardIsNoPreview(int code) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        fixture.lark.failNext(new LarkFault.Refusal(code, "no"));
        assertThat(answer.write("half")).isFalse();
        assertThat(chat.shown()).isEmpty();

        assertThat(chat.finish(replica, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).containsExactly("half and whole");
    }

    private void fault(Random random) {
        switch (random.nextInt(12)) {
            case 0 -> fixture.lark.failNext(new LarkFault.LostAnswer());
            case 1 -> fixture.lark.failNext(new LarkFault.LostCall());
            case 2 -> fixture.lark.failNext(new LarkFault.ServerError());
            case 3 -> fixture.lark.failNext(new LarkFault.TooManyRequests(1));
            case 4 -> fixture.lark.failNext(new LarkFault.Refusal(300317, "sequence number compare failed"));
            default -> {}
        }
    }

    private static String text(Random random, int length) {
        List<String> words = List.of("plain", "ü𝄞", "words", "of", "an", "answer.");
        StringBuilder text = new StringBuilder("Answer");
        while (text.length() < length) {
            text.append(' ').append(words.get(random.nextInt(words.size())));
        }
        return text.toString();
    }

    private boolean isStreaming() {
        return chat.shown().getFirst().content().at("/config/streaming_mode").asBoolean();
    }

    private long contents() {
        return fixture.lark.calls("/content").stream()
                .filter(call -> call.parameters().path("content").asText().equals("abcd"))
                .count();
    }
}
