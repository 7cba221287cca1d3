package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.PreviewRepository;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.result.ArtifactCreated;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers at Slack that grow in a message, on two replicas that share a database, with the scripted Web API. */
class SlackPreviewsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final List<String> LOCAL = List.of("127.0.0.0/8");

    @RegisterExtension
    static final SlackFixture fixture = new SlackFixture();

    private static int next = 50_000;

    private DeliveredRun run = DeliveredRun.toEventSurface();
    private ObjectNode target = JsonNodeFactory.instance.objectNode();
    private String chat = "";

    @BeforeEach
    void newChat() {
        chat = "C" + next++;
        fixture.slack.write(chat);
        run = DeliveredRun.toEventSurface();
        target = JsonNodeFactory.instance.objectNode().put("channel", chat).put("channel_type", "im");
        fixture.slack.clearFaults();
    }

    @Test
    void anAnswerIsOneMessageThatGrowsAndIsComplete() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("**he");
        assertThat(texts()).containsExactly("**he");
        answer.write("ll");
        answer.write("o** wor");
        assertThat(texts()).containsExactly("hello wor");
        String preview = shown().getFirst().ts();

        DeliveryReceipt receipt = finish(replica, answer, "**hello** world");

        assertThat(texts()).containsExactly("hello world");
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.platformMessageId()).isEqualTo(preview);
    }

    @Test
    void inAChannelTheMessageIsInTheThreadAndSoIsItsRest() {
        String asked = fixture.slack.write(chat);
        target.put("channel_type", "channel").put("ts", asked);
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("half");
        String whole = "half and whole" + " word".repeat(1_500);

        finish(replica, answer, whole);

        assertThat(shown()).hasSize(2).allSatisfy(message -> assertThat(message.threadTs())
                .isEqualTo(asked));
        assertThat(String.join(" ", texts())).isEqualTo(whole);
    }

    @Test
    void eachPartAfterAToolBreakIsAMessageOfItsOwn() {
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
    void anyAnswerEndsAsItsFinalTextWhateverFails() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        Random random = new Random(7);
        for (int i = 0; i < 30; i++) {
            newChat();
            String text = text(random, random.nextInt(4) == 0 ? 9_000 : 600);
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
            assertThat(texts()).as("answer " + i).hasSizeBetween(1, end.length() / 3_000 + 1);
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
            PreviewedAnswer answer = interrupted(one, record, point);
            one.isMarkedDead(two);

            DeliveryReceipt receipt = finish(two, answer, "half and whole");

            assertThat(receipt.status()).as("record " + record).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(texts()).as("record " + record).containsExactly("half and whole");
            assertThat(receipt.platformMessageId())
                    .as("record " + record)
                    .isEqualTo(shown().getFirst().ts());
        }
    }

    /** Without the right to read, the policy decides about a message in doubt. */
    @ParameterizedTest
    @CsvSource({"REPEAT,DELIVERED,2", "LEAVE,UNKNOWN,1"})
    void aMessageInDoubtThatCannotBeReadFollowsThePolicy(InterruptedCalls policy, ReceiptStatus status, int messages) {
        SendReplica one = fixture.replica(policy);
        SendReplica two = fixture.replica(policy);
        PreviewedAnswer answer = interrupted(one, 1, CrashPoint.BEFORE);
        one.isMarkedDead(two);
        fixture.slack.hideHistory(true);
        try {
            assertThat(finish(two, answer, "half and whole").status()).isEqualTo(status);
        } finally {
            fixture.slack.hideHistory(false);
        }
        assertThat(texts()).hasSize(messages).startsWith("half");
    }

    /** A refused edit, or a message that a person has deleted: the complete answer is there once. */
    @ParameterizedTest
    @ValueSource(strings = {"edit_window_closed", "cant_update_message", "message_not_found", "some_new_error", ""})
    void aPreviewThatCannotBeEditedIsFollowedByTheAnswer(String error) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("half");
        if (error.isEmpty()) {
            fixture.slack.delete(chat, shown().getFirst().ts());
        } else {
            fixture.slack.failNext(new SlackFault.Refusal(error));
        }

        DeliveryReceipt receipt = finish(replica, answer, "half and whole");

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(texts()).endsWith("half and whole").hasSize(error.isEmpty() ? 1 : 2);
        assertThat(receipt.platformMessageId()).isEqualTo(shown().getLast().ts());
    }

    /** The message in the place of a refused edit is looked for by its key. */
    @Test
    void theMessageInThePlaceOfARefusedEditIsThereOnce() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("half");
        fixture.slack.delete(chat, shown().getFirst().ts());
        fixture.slack.failNext(new SlackFault.Pass());
        fixture.slack.failNext(new SlackFault.LostAnswer());

        assertThat(finish(replica, answer, "half and whole").status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(texts()).containsExactly("half and whole");
    }

    /** An answer that ends without words removes its preview. */
    @Test
    void aPreviewThatNoMessageReplacesIsRemoved() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = answer(replica, fixture.previews);
        answer.write("half");
        fixture.artifacts.put("a1", new byte[10]);
        answer.ended();
        fixture.store(
                run,
                target,
                new ArtifactCreated("file", "a1", "image/png", "x.png", 10L, "0".repeat(64), null, null),
                DeliveredRun.completed());
        replica.wake();
        await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 1).isPresent());

        assertThat(shown()).singleElement().satisfies(message -> assertThat(message.files())
                .hasSize(1));
    }

    private PreviewedAnswer interrupted(SendReplica replica, int record, CrashPoint point) {
        CrashingPreviews crash = new CrashingPreviews(fixture.previews, record, point);
        PreviewedAnswer answer = answer(replica, crash);
        if (record < 2) {
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
        return new PreviewedAnswer(BotPlatform.SLACK, fixture.previews(replica, store), run, target);
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
            case 0 -> fixture.slack.failNext(new SlackFault.LostAnswer());
            case 1 -> fixture.slack.failNext(new SlackFault.LostCall());
            case 2 -> fixture.slack.failNext(new SlackFault.ServerError());
            case 3 -> fixture.slack.failNext(new SlackFault.TooManyRequests(1));
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

    private List<SlackMessage> shown() {
        return fixture.shown(chat);
    }

    private List<String> texts() {
        return shown().stream().map(SlackMessage::text).toList();
    }
}
