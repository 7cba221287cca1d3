package dev.agenthost.delivery.wiring.cdi;

import static dev.agenthost.delivery.DeliveryDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.lark.rendering.StreamingCard;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.testkit.http.RecordedCall;
import dev.agenthost.testkit.lark.LarkFault;
import dev.agenthost.testkit.lark.LarkMessage;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers at Lark that grow in a card, on two replicas that share a database, with the scripted Open Platform. */
class LarkPreviewsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final List<String> LOCAL = List.of("127.0.0.0/8");

    @RegisterExtension
    static final LarkFixture fixture = new LarkFixture();

    private static int next = 50_000;

    private DeliveredRun run = DeliveredRun.toEventSurface();
    private ObjectNode target = JsonNodeFactory.instance.objectNode();
    private String chat = "";

    @BeforeEach
    void newChat() {
        chat = "oc_" + next++;
        run = DeliveredRun.toEventSurface();
        target = JsonNodeFactory.instance.objectNode().put("chat_id", chat).put("chat_type", "p2p");
        fixture.lark.clearFaults();
    }

    @Test
    void anAnswerIsOneCardThatGrowsAndIsComplete() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("**he");
        assertThat(texts()).containsExactly("&#42;&#42;he");
        assertThat(isStreaming()).isTrue();
        answer.write("ll");
        answer.write("o** wor");
        assertThat(texts()).containsExactly("**hello** wor");
        String preview = shown().getFirst().id();

        DeliveryReceipt receipt = finish(replica, answer, "**hello** world");

        assertThat(texts()).containsExactly("**hello** world");
        assertThat(isStreaming()).isFalse();
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.platformMessageId()).isEqualTo(preview);
        assertThat(cards()).isEqualTo(1);
    }

    /** Deltas while a call is under way are one call; nothing is shown before there is a text. */
    @Test
    void deltasBetweenTwoCallsAreOne() {
        PreviewedAnswer answer = answer(fixture.replica(InterruptedCalls.LEAVE), fixture.previews);
        assertThat(answer.writeWithoutEnd(" \n")).isTrue();
        assertThat(shown()).isEmpty();
        answer.write("a");
        answer.writeWithoutEnd("b");
        answer.writeWithoutEnd("c");
        answer.write("d");

        assertThat(texts()).containsExactly("abcd");
        assertThat(contents()).isEqualTo(1);
    }

    @Test
    void inAGroupTheCardRepliesAndInAThreadItStaysThere() {
        target.put("chat_type", "group").put("message_id", fixture.lark.write(chat));
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("half");
        finish(replica, answer, "half and whole");
        assertThat(shown()).singleElement().satisfies(message -> assertThat(message.parentId())
                .isEqualTo(target.path("message_id").asText()));

        run = DeliveredRun.toEventSurface();
        target.put("thread_id", "omt_1");
        answer(replica, fixture.previews).write("in the thread");
        assertThat(shown().getLast().isInThread()).isTrue();
    }

    @Test
    void eachPartAfterAToolBreakIsACardOfItsOwn() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("looking");
        answer.nextPart();
        fixture.store(run, target, DeliveredRun.message("looking it up"), DeliveredRun.message("found"));
        assertThat(answer.write("fou")).isTrue();
        assertThat(texts()).as("the first part is not sent yet").containsExactly("looking");
        answer.ended();
        replica.wake();

        await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 2).isPresent());
        assertThat(texts()).containsExactly("looking it up", "found");
    }

    @Test
    void aHigherAttemptOnAnotherReplicaGoesOnInTheSameCard() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer first = answer(one, fixture.previews);
        first.write("first");
        first.write(" try");
        PreviewedAnswer second = answer(two, fixture.previews);
        second.attempt(2);
        second.write("second");
        assertThat(texts()).containsExactly("second");

        finish(two, second, "second try");

        assertThat(texts()).containsExactly("second try");
        assertThat(cards()).isEqualTo(1);
    }

    @Test
    void anyAnswerEndsAsItsFinalTextWhateverFails() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        Random random = new Random(7);
        for (int i = 0; i < 30; i++) {
            newChat();
            String text = text(random, random.nextInt(4) == 0 ? 40_000 : 600);
            PreviewedAnswer answer = answer(one, fixture.previews);
            for (int from = 0; from < text.length(); from = answer.length()) {
                fault(random);
                int to = Math.min(text.length(), from + 1 + random.nextInt(text.length() / 3 + 1));
                if (!answer.write(text.substring(from, to))) {
                    break;
                }
            }
            String end = random.nextInt(5) == 0 ? text(random, 300) : text;

            DeliveryReceipt receipt = finish(random.nextBoolean() ? one : two, answer, end);

            assertThat(receipt.status()).as("answer " + i).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(texts().stream().collect(Collectors.joining(" ")))
                    .as("answer " + i)
                    .isEqualToIgnoringWhitespace(end);
            assertThat(texts()).as("answer " + i).hasSizeBetween(1, end.length() > 28_000 ? 3 : 1);
        }
    }

    /** A replica dies at any record of a preview, before or after it; another one sends the part: it is there once, whatever the policy. */
    @ParameterizedTest
    @CsvSource({"BEFORE,LEAVE", "AFTER,LEAVE", "BEFORE,REPEAT", "AFTER,REPEAT"})
    void anAnswerWhosePreviewIsInterruptedIsThereOnce(CrashPoint point, InterruptedCalls policy) {
        for (int record = 0; record < 6; record++) {
            newChat();
            SendReplica one = fixture.replica(policy);
            SendReplica two = fixture.replica(policy);
            PreviewedAnswer answer = interrupted(one, record, point);
            one.isMarkedDead(two);

            DeliveryReceipt receipt = finish(two, answer, "half and whole");

            assertThat(receipt.status()).as("record " + record).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(texts()).as("record " + record).containsExactly("half and whole");
            assertThat(receipt.platformMessageId())
                    .as("record " + record)
                    .isEqualTo(shown().getFirst().id());
        }
    }

    /** The key of its message holds no more: the policy decides. */
    @ParameterizedTest
    @CsvSource({"REPEAT,DELIVERED,2", "LEAVE,UNKNOWN,1"})
    void anOldMessageInDoubtFollowsThePolicy(InterruptedCalls policy, ReceiptStatus status, int messages) {
        SendReplica one = fixture.replica(policy);
        SendReplica two = fixture.replica(policy);
        PreviewedAnswer answer = interrupted(one, 3, CrashPoint.BEFORE);
        one.isMarkedDead(two);
        fixture.lark.pass(Duration.ofHours(2));
        fixture.database.sql("UPDATE delivery.previews SET updated_at = updated_at - interval '2 hours'");

        assertThat(finish(two, answer, "half and whole").status()).isEqualTo(status);
        assertThat(texts()).hasSize(messages).startsWith("half");
    }

    @Test
    void aMessageInDoubtThatIsRefusedIsNotThere() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = interrupted(one, 2, CrashPoint.AFTER);
        one.isMarkedDead(two);
        fixture.lark.failNext(new LarkFault.Refusal(230099, "Failed to create card content"));

        assertThat(finish(two, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(texts()).containsExactly("half and whole");
    }

    @ParameterizedTest
    @CsvSource({"0,BEFORE", "0,AFTER", "1,BEFORE", "1,AFTER", "2,BEFORE", "2,AFTER", "3,BEFORE", "3,AFTER"})
    void aPartThatIsInterruptedAfterItsPreviewIsCompleteOnce(int record, CrashPoint point) {
        CrashingRecords crash = new CrashingRecords(record, point);
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE, LarkFixture.SECRET, LOCAL, crash::on);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(one, fixture.previews);
        answer.write("half");
        String whole = "half and whole" + " word".repeat(7_000);
        store(answer, whole);
        one.wake();
        await().atMost(LIMIT).until(crash::hasHappened);
        one.isMarkedDead(two);
        two.inherit();
        await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 1).isPresent());

        assertThat(texts()).hasSize(2);
        assertThat(String.join(" ", texts())).isEqualTo(whole);
        assertThat(cards()).isEqualTo(1);
    }

    /** https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/cardkit-v1/card/update.md */
    @ParameterizedTest
    @ValueSource(
            ints = {10002, 200740, 200750, 200770, 200810, 200860, 300120, 300302, 300305, 300311, 300317, 99991672})
    void aRefusedUpdateLeavesTheCompleteAnswerOnce(int code) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("half");
        fixture.lark.failNext(new LarkFault.Refusal(code, "no"));

        DeliveryReceipt receipt = finish(replica, answer, "half and whole");

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(texts()).containsExactly("half and whole");
        assertThat(receipt.platformMessageId()).isEqualTo(shown().getFirst().id());
    }

    /** Streaming ends after 10 minutes, the card is valid for 14 days; a person may have removed its message. */
    @ParameterizedTest
    @CsvSource({"11,false", "21000,false", "0,true"})
    void aPreviewThatEndedIsFollowedByTheCompleteAnswer(int minutes, boolean isRecalled) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("half");
        fixture.lark.pass(Duration.ofMinutes(minutes));
        if (isRecalled) {
            fixture.lark.recall(shown().getFirst().id());
        } else {
            assertThat(answer.write(" and more")).isFalse();
        }

        assertThat(finish(replica, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(texts()).hasSize(isRecalled ? 0 : 1).allMatch("half and whole"::equals);
    }

    /** Without the right to cards, or with a card that Lark refuses, the answer appears when it is complete. */
    @ParameterizedTest
    @ValueSource(ints = {99991672, 200220, 10002})
    void aRefusedCardIsNoPreview(int code) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        fixture.lark.failNext(new LarkFault.Refusal(code, "no"));
        assertThat(answer.write("half")).isFalse();
        assertThat(shown()).isEmpty();

        assertThat(finish(replica, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(texts()).containsExactly("half and whole");
    }

    /** A replica that was paused makes its update after the complete text: the number of the update is refused. */
    @Test
    void noLateUpdateReplacesTheCompleteText() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(one, fixture.previews);
        answer.write("half");
        SendKey key = new SendKey("demo", run.runId(), 1);
        var begun = (PreviewRepository.BeginOutcome.Begun)
                get(fixture.previews.begin(key, one.lease().incarnation()));
        one.isMarkedDead(two);
        finish(two, answer, "half and whole");

        String cardId = Objects.requireNonNull(begun.message().cardId());
        CallOutcome late = get(fixture.call(StreamingCard.replace(cardId, "half and", begun.number())));

        assertThat(late).isInstanceOf(CallOutcome.Refused.class);
        assertThat(texts()).containsExactly("half and whole");
    }

    private PreviewedAnswer interrupted(SendReplica replica, int record, CrashPoint point) {
        CrashingPreviews crash = new CrashingPreviews(fixture.previews, record, point);
        PreviewedAnswer answer = answer(replica, crash);
        if (record < 4) {
            answer.writeWithoutEnd("half");
        } else {
            answer.write("half");
            answer.writeWithoutEnd(" and");
            answer.elapse();
        }
        await().atMost(LIMIT).until(crash::hasHappened);
        return answer;
    }

    private PreviewedAnswer answer(SendReplica replica, PreviewRepository store) {
        return new PreviewedAnswer(BotPlatform.LARK, fixture.previews(replica, store), run, target);
    }

    private DeliveryReceipt finish(SendReplica replica, PreviewedAnswer answer, String text) {
        store(answer, text);
        replica.wake();
        await().atMost(LIMIT).until(() -> {
            fixture.database.sql(
                    "UPDATE delivery.lanes SET next_at = now() WHERE open > 0 AND next_at > now() + interval '200 milliseconds'");
            replica.wake();
            return fixture.database.receipt(run, 1).isPresent();
        });
        return fixture.database.receipt(run, 1).orElseThrow();
    }

    private void store(PreviewedAnswer answer, String text) {
        answer.ended();
        fixture.store(run, target, DeliveredRun.message(text));
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

    private List<LarkMessage> shown() {
        return fixture.shown(chat);
    }

    private List<String> texts() {
        return shown().stream().map(LarkMessage::text).toList();
    }

    private boolean isStreaming() {
        return shown().getFirst().content().at("/config/streaming_mode").asBoolean();
    }

    private long cards() {
        return fixture.lark.calls("/messages").stream()
                .map(RecordedCall::parameters)
                .filter(message -> message.path("receive_id").asText().equals(chat))
                .map(message -> message.path("content").asText())
                .filter(content -> content.contains("card_id"))
                .distinct()
                .count();
    }

    private long contents() {
        return fixture.lark.calls("/content").stream()
                .filter(call -> call.parameters().path("content").asText().equals("abcd"))
                .count();
    }
}
