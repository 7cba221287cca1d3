package dev.agenthost.delivery.wiring.cdi;

import static dev.agenthost.delivery.DeliveryDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.PreviewMessage;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.send.PreviewRepository.BeginOutcome;
import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.testkit.telegram.TelegramFault;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests previews in groups and the parts that replace them, on two replicas that share a database. */
class GroupPreviewsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final TelegramFixture fixture = TelegramFixture.withoutRate();

    private static long chat = -60_000;

    private final DeliveredRun run = DeliveredRun.toEventSurface();
    private final SendKey key = new SendKey("demo", run.runId(), 1);

    @BeforeEach
    void newChat() {
        chat--;
    }

    @Test
    void aPreviewIsOneMessageThatGrowsAndBecomesTheAnswer() {
        SendReplica replica = fixture.replica(InterruptedCalls.REPEAT);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("**he");
        assertThat(texts()).containsExactly("**he");
        answer.write("ll");
        answer.write("o** wor");
        assertThat(texts()).containsExactly("hello wor");
        long preview = shown().getFirst().path("message_id").asLong();

        DeliveryReceipt receipt = finish(replica, answer, "**hello** world");

        assertThat(texts()).containsExactly("hello world");
        assertThat(shown().getFirst().path("entities").path(0).path("type").asText())
                .isEqualTo("bold");
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.platformMessageId()).isEqualTo(Long.toString(preview));
        assertThat(calls("sendMessage")).isEqualTo(1);
    }

    @Test
    void anyAnswerEndsAsItsFinalText() {
        SendReplica one = fixture.replica(InterruptedCalls.REPEAT);
        SendReplica two = fixture.replica(InterruptedCalls.REPEAT);
        Random random = new Random(7);
        for (int i = 0; i < 40; i++, chat--) {
            DeliveredRun next = DeliveredRun.toEventSurface();
            String text = text(random, random.nextInt(4) == 0 ? 9_000 : 600);
            PreviewedAnswer answer = answer(one, fixture.previews, next);
            for (int from = 0; from < text.length(); from = answer.length()) {
                int to = Math.min(text.length(), from + 1 + random.nextInt(text.length() / 3 + 1));
                if (!answer.write(text.substring(from, to))) {
                    break;
                }
            }
            String end = random.nextInt(5) == 0 ? text(random, 300) : text;

            finish(random.nextBoolean() ? one : two, answer, next, end);

            assertThat(texts())
                    .as("answer " + i)
                    .isEqualTo(TelegramRenderer.messages(MarkdownReader.read(end)).stream()
                            .map(FormattedText::text)
                            .toList());
        }
    }

    @Test
    void eachPartAfterAToolBreakIsAMessageOfItsOwn() {
        SendReplica replica = fixture.replica(InterruptedCalls.REPEAT);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("looking");
        answer.nextPart();
        fixture.database.store(
                run,
                run.startedOn(TelegramFixture.context(group())),
                DeliveredRun.message("looking it up"),
                DeliveredRun.message("found"));
        assertThat(get(fixture.previews.begin(
                        new SendKey("demo", run.runId(), 2), replica.lease().incarnation())))
                .as("the first part is not sent yet")
                .isEqualTo(new BeginOutcome.TooEarly());
        replica.wake();

        await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 2).isPresent());
        assertThat(texts()).containsExactly("looking it up", "found");
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aPreviewThatCannotBeEditedIsReplacedByAMessage(boolean isRemoved) {
        SendReplica replica = fixture.replica(InterruptedCalls.REPEAT);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("half");
        if (isRemoved) {
            fixture.telegram.remove(chat, shown().getFirst().path("message_id").asLong());
        } else {
            fixture.telegram.failNext(
                    "editMessageText", new TelegramFault.Refusal(400, "Bad Request: message can't be edited"));
        }

        assertThat(finish(replica, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(texts()).containsExactly("half and whole");
    }

    @Test
    void anotherReplicaEditsThePreviewOfADeadOne() {
        SendReplica one = fixture.replica(InterruptedCalls.REPEAT);
        SendReplica two = fixture.replica(InterruptedCalls.REPEAT);
        PreviewedAnswer answer = answer(one, fixture.previews);
        answer.write("half");
        one.isMarkedDead(two);

        assertThat(finish(two, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(texts()).containsExactly("half and whole");
    }

    @ParameterizedTest
    @EnumSource(InterruptedCalls.class)
    void aPreviewInDoubtFollowsThePolicy(InterruptedCalls policy) {
        SendReplica one = fixture.replica(policy);
        SendReplica two = fixture.replica(policy);
        PreviewedAnswer answer = answer(one, new UnrecordedPreviews(fixture.previews));
        answer.writeWithoutEnd("half");
        await().atMost(LIMIT).until(() -> texts().contains("half"));
        one.isMarkedDead(two);

        DeliveryReceipt receipt = finish(two, answer, "half and whole");

        if (policy == InterruptedCalls.REPEAT) {
            assertThat(texts()).containsExactly("half", "half and whole");
            assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        } else {
            assertThat(texts()).containsExactly("half");
            assertThat(receipt.status()).isEqualTo(ReceiptStatus.UNKNOWN);
            assertThat(receipt.errorCode()).isEqualTo("bot.call_unknown");
        }
    }

    @Test
    void aPartWaitsForACallUnderWayOfALiveReplica() {
        SendReplica one = fixture.replica(InterruptedCalls.REPEAT);
        SendReplica two = fixture.replica(InterruptedCalls.REPEAT);
        PreviewedAnswer answer = answer(one, fixture.previews);
        answer.write("half");
        long preview = shown().getFirst().path("message_id").asLong();
        assertThat(get(fixture.previews.begin(key, one.lease().incarnation())))
                .isEqualTo(new BeginOutcome.Begun(new PreviewMessage(Long.toString(preview), null), 2));
        store(answer, run, "half and whole");
        two.wake();
        await().atMost(LIMIT)
                .until(() -> fixture.database.number(
                                "SELECT count(*) FROM delivery.sends WHERE status = 'pending' AND epoch > 0")
                        == 1);
        assertThat(texts()).containsExactly("half");

        get(fixture.previews.end(key, one.lease().incarnation(), PreviewMessage.NONE));
        fixture.database.sql("UPDATE delivery.lanes SET next_at = now()");
        two.wake();

        await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 1).isPresent());
        assertThat(texts()).containsExactly("half and whole");
    }

    @Test
    void noCallOfAPreviewBeginsOnceItsPartIsSent() {
        SendReplica replica = fixture.replica(InterruptedCalls.REPEAT);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("half");
        store(answer, run, "whole");
        replica.wake();
        await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 1).isPresent());

        assertThat(get(fixture.previews.begin(key, replica.lease().incarnation())))
                .isEqualTo(new BeginOutcome.Refused());
        assertThat(texts()).containsExactly("whole");
    }

    @Test
    void alateEndOfACallThatWasGivenUpChangesNothing() {
        SendReplica one = fixture.replica(InterruptedCalls.REPEAT);
        SendReplica two = fixture.replica(InterruptedCalls.REPEAT);
        get(fixture.previews.begin(key, one.lease().incarnation()));
        one.isMarkedDead(two);
        assertThat(get(fixture.previews.close(key))).isInstanceOf(PreviewRepository.Closed.InDoubt.class);

        get(fixture.previews.end(key, one.lease().incarnation(), PreviewMessage.NONE.withId("4711")));

        assertThat(get(fixture.previews.close(key))).isInstanceOf(PreviewRepository.Closed.InDoubt.class);
    }

    @Test
    void aHigherAttemptGoesOnInTheSameMessage() {
        SendReplica one = fixture.replica(InterruptedCalls.REPEAT);
        SendReplica two = fixture.replica(InterruptedCalls.REPEAT);
        answer(one, fixture.previews).write("first try");
        PreviewedAnswer second = answer(two, fixture.previews);
        second.attempt(2);
        second.write("second");
        assertThat(texts()).containsExactly("second");

        finish(two, second, "second try");
        assertThat(texts()).containsExactly("second try");
    }

    @Test
    void aPartThatIsInterruptedAfterItsPreviewIsCompleteOnce() {
        for (int record = 0; record < 4; record++) {
            for (CrashPoint point : CrashPoint.values()) {
                chat--;
                fixture.database.empty();
                CrashingRecords crash = new CrashingRecords(record, point);
                SendReplica one = fixture.replica(InterruptedCalls.REPEAT, crash::on);
                SendReplica two = fixture.replica(InterruptedCalls.REPEAT);
                DeliveredRun next = DeliveredRun.toEventSurface();
                PreviewedAnswer answer = answer(one, fixture.previews, next);
                answer.write("half");
                store(answer, next, "half and whole " + "x".repeat(5_000));
                one.wake();
                await().atMost(LIMIT).until(crash::hasHappened);
                one.isMarkedDead(two);
                two.inherit();
                await().atMost(LIMIT)
                        .until(() -> fixture.database.receipt(next, 1).isPresent());

                assertThat(texts().stream().filter(text -> text.startsWith("half")))
                        .as(point + " record " + record)
                        .hasSize(1)
                        .allMatch(text -> text.startsWith("half and whole"));
                assertThat(shown()).hasSizeBetween(2, 3);
            }
        }
    }

    private PreviewedAnswer answer(SendReplica replica, PreviewRepository previews) {
        return answer(replica, previews, run);
    }

    private static PreviewedAnswer answer(SendReplica replica, PreviewRepository previews, DeliveredRun of) {
        return new PreviewedAnswer(BotPlatform.TELEGRAM, fixture.previews(replica, previews), of, group());
    }

    private DeliveryReceipt finish(SendReplica replica, PreviewedAnswer answer, String text) {
        return finish(replica, answer, run, text);
    }

    private static DeliveryReceipt finish(SendReplica replica, PreviewedAnswer answer, DeliveredRun of, String text) {
        store(answer, of, text);
        replica.wake();
        await().atMost(LIMIT).until(() -> {
            fixture.database.sql(
                    "UPDATE delivery.lanes SET next_at = now() WHERE open > 0 AND next_at < now() + interval '1 second'");
            replica.wake();
            return fixture.database.receipt(of, 1).isPresent();
        });
        return fixture.database.receipt(of, 1).orElseThrow();
    }

    private static void store(PreviewedAnswer answer, DeliveredRun of, String text) {
        answer.ended();
        fixture.database.store(of, of.startedOn(TelegramFixture.context(group())), DeliveredRun.message(text));
    }

    private static ObjectNode group() {
        return JsonNodeFactory.instance.objectNode().put("chat_id", chat).put("chat_type", "supergroup");
    }

    private static String text(Random random, int length) {
        List<String> words =
                List.of("*soft*", "**bold**", "plain", "`code`", "ü𝄞", "- item\n", "\n\n", "[a](https://a.example)");
        StringBuilder text = new StringBuilder("Answer ");
        while (text.length() < length) {
            text.append(words.get(random.nextInt(words.size()))).append(' ');
        }
        return text.toString();
    }

    private static List<ObjectNode> shown() {
        return fixture.telegram.messages(chat);
    }

    private static List<String> texts() {
        return shown().stream().map(message -> message.path("text").asText()).toList();
    }

    private static long calls(String method) {
        return fixture.telegram.calls(method).stream()
                .filter(call -> call.parameters().path("chat_id").asLong() == chat)
                .count();
    }
}
