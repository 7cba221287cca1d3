package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.testkit.slack.SlackFault;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests answers in threads at Slack, which are streamed: whatever happens to the stream, the complete text is there once. */
class SlackStreamsTest {
    @RegisterExtension
    static final SlackFixture fixture = new SlackFixture();

    private PreviewedSlackChat chat = new PreviewedSlackChat(fixture);

    @BeforeEach
    void newChat() {
        chat = PreviewedSlackChat.inThread(fixture);
    }

    @Test
    void anAnswerInAThreadIsAStreamThatEndsAsItsText() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("**he");
        answer.write("llo** <");
        answer.write("@U2> and");
        assertThat(chat.texts()).containsExactly("**hello** <@U2> and");
        String stream = chat.shown().getFirst().ts();

        DeliveryReceipt receipt = chat.finish(replica, answer, "**hello** <@U2> and you");

        assertThat(chat.calls("chat.startStream")).singleElement().satisfies(start -> assertThat(start)
                .isEqualTo(JsonNodeFactory.instance
                        .objectNode()
                        .put("channel", chat.channel)
                        .put("thread_ts", chat.asked)
                        .put("recipient_user_id", "U5")
                        .put("recipient_team_id", "T1")
                        .put("markdown_text", "**he")));
        assertThat(chat.calls("chat.appendStream"))
                .extracting(append -> append.path("markdown_text").asText())
                .as("nobody is mentioned")
                .containsExactly("llo** <\u200B", "@U2> and");
        assertThat(chat.calls("chat.stopStream")).hasSize(1);
        assertThat(chat.calls("chat.update")).hasSize(1);
        assertThat(chat.texts()).containsExactly("hello <@U2> and you");
        assertThat(chat.shown()
                        .getFirst()
                        .content()
                        .at("/metadata/event_payload/key")
                        .asText())
                .as("later streams are told from it")
                .isNotEmpty();
        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(receipt.platformMessageId()).isEqualTo(stream);
    }

    /** Without a thread, a person or a workspace Slack takes no stream. */
    @ParameterizedTest
    @ValueSource(strings = {"ts", "user", "team"})
    void anAnswerThatCannotBeStreamedIsAMessageThatIsEdited(String missing) {
        chat.target.remove(missing);
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");

        chat.finish(replica, answer, "half and whole");

        assertThat(chat.texts()).containsExactly("half and whole");
        assertThat(chat.calls("chat.startStream")).isEmpty();
        assertThat(chat.calls("chat.stopStream")).isEmpty();
    }

    /** The first words do not wait: they are a message. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "channel_type_not_supported",
                "missing_recipient_team_id",
                "unknown_method",
                "msg_too_long",
                "429"
            })
    void aStreamThatIsRefusedIsAMessageThatIsEdited(String error) {
        fixture.slack.failNext(
                error.equals("429") ? new SlackFault.TooManyRequests(30) : new SlackFault.Refusal(error));
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        assertThat(chat.texts()).containsExactly("half");
        answer.write(" and");
        assertThat(chat.texts()).containsExactly("half and");

        chat.finish(replica, answer, "half and whole");

        assertThat(chat.texts()).containsExactly("half and whole");
        assertThat(chat.calls("chat.appendStream")).isEmpty();
    }

    /** The rate of starts is used up, or its store does not answer: the first words do not wait. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStreamThatMayNotBeStartedNowIsAMessage(boolean isUsedUp) {
        fixture.limitRates(new UnlimitedRate() {
            @Override
            public Uni<Duration> take(String endpoint, long place, CallRate ofChat, CallRate ofBot) {
                if (!endpoint.endsWith("/streams")) {
                    return super.take(endpoint, place, ofChat, ofBot);
                }
                return isUsedUp
                        ? Uni.createFrom().item(Duration.ofSeconds(4))
                        : Uni.createFrom().failure(new IllegalStateException("no store"));
            }
        });
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        assertThat(chat.texts()).containsExactly("half");

        chat.finish(replica, answer, "half and whole");

        assertThat(chat.texts()).containsExactly("half and whole");
        assertThat(chat.calls("chat.startStream")).isEmpty();
    }

    /** A fault of a stream between two texts. */
    enum StreamFault {
        ENDED_BY_SLACK,
        DELETED_BY_A_PERSON,
        REFUSED,
        TOO_LONG,
        TOO_MANY_REQUESTS,
        LOST_CALL,
        LOST_ANSWER,
        SERVER_ERROR;

        void inject(PreviewedSlackChat chat) {
            switch (this) {
                case ENDED_BY_SLACK -> fixture.slack.expireStreams(chat.channel);
                case DELETED_BY_A_PERSON ->
                    fixture.slack.delete(chat.channel, chat.shown().getFirst().ts());
                case REFUSED -> fixture.slack.failNext(new SlackFault.Refusal("messaging_processing_failed"));
                case TOO_LONG -> fixture.slack.failNext(new SlackFault.Refusal("msg_too_long"));
                case TOO_MANY_REQUESTS -> fixture.slack.failNext(new SlackFault.TooManyRequests(1));
                case LOST_CALL -> fixture.slack.failNext(new SlackFault.LostCall());
                case LOST_ANSWER -> fixture.slack.failNext(new SlackFault.LostAnswer());
                case SERVER_ERROR -> fixture.slack.failNext(new SlackFault.ServerError());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(StreamFault.class)
    void aTextThatCannotBeAppendedIsShownByEdits(StreamFault fault) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        fault.inject(chat);
        answer.write(" and");
        answer.write(" more");
        if (fault != StreamFault.DELETED_BY_A_PERSON) {
            assertThat(chat.texts()).containsExactly("half and more");
        }

        DeliveryReceipt receipt = chat.finish(replica, answer, "half and more and whole");

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).containsExactly("half and more and whole");
        assertThat(receipt.platformMessageId())
                .isEqualTo(chat.shown().getFirst().ts());
    }

    /** The same at the end of the answer, when the stream is stopped and its text replaced. */
    @ParameterizedTest
    @EnumSource(StreamFault.class)
    void aStreamThatCannotBeStoppedIsTheCompleteAnswer(StreamFault fault) {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");
        // A refused stop of a stream that goes on would leave its message: Slack documents no such refusal.
        if (fault == StreamFault.REFUSED || fault == StreamFault.TOO_LONG) {
            fixture.slack.expireStreams(chat.channel);
        }
        fault.inject(chat);

        DeliveryReceipt receipt = chat.finish(replica, answer, "half and whole");

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(chat.texts()).containsExactly("half and whole");
        assertThat(receipt.platformMessageId())
                .isEqualTo(chat.shown().getFirst().ts());
    }

    /** Another attempt, or the same part on another replica, does not know what the stream shows: it stops it and edits its message. */
    @Test
    void anotherAttemptReplacesTheText() {
        PreviewedAnswer first = chat.answer(fixture.replica(InterruptedCalls.LEAVE), fixture.previews);
        first.write("wrong words");
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer second = chat.answer(replica, fixture.previews);
        second.attempt(2);
        second.write("right");
        assertThat(chat.texts()).containsExactly("right");
        second.write(" words");
        assertThat(chat.texts()).containsExactly("right words");

        chat.finish(replica, second, "right words again");

        assertThat(chat.texts()).containsExactly("right words again");
        assertThat(chat.calls("chat.appendStream")).isEmpty();
    }

    @Test
    void anyStreamedAnswerEndsAsItsTranscriptWhateverFails() {
        SendReplica one = fixture.replica(InterruptedCalls.LEAVE);
        SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
        Random random = new Random(11);
        for (int i = 0; i < 25; i++) {
            newChat();
            String text = PreviewedSlackChat.text(random, random.nextInt(4) == 0 ? 9_000 : 400);
            PreviewedAnswer answer = chat.answer(one, fixture.previews);
            while (answer.length() < text.length()) {
                chat.fault(random);
                if (random.nextInt(8) == 0) {
                    fixture.slack.expireStreams(chat.channel);
                }
                int from = answer.length();
                if (!answer.write(text.substring(from, Math.min(text.length(), from + 1 + random.nextInt(200))))) {
                    break;
                }
            }
            String end = random.nextInt(5) == 0 ? PreviewedSlackChat.text(random, 300) : text;
            List<String> parts = random.nextBoolean() ? List.of(end) : List.of(end, "found", "and more");

            DeliveryReceipt receipt =
                    chat.finish(random.nextBoolean() ? one : two, answer, parts.toArray(String[]::new));

            assertThat(receipt.status()).as("answer " + i).isEqualTo(ReceiptStatus.DELIVERED);
            assertThat(chat.texts().stream().collect(Collectors.joining(" ")))
                    .as("answer " + i)
                    .isEqualToIgnoringWhitespace(String.join(" ", parts));
        }
    }

    /** A replica dies at any record, also between the start of the stream and its record; another one finds the stream and ends it. */
    @ParameterizedTest
    @CsvSource({"BEFORE,LEAVE", "AFTER,LEAVE", "BEFORE,REPEAT", "AFTER,REPEAT"})
    void aStreamOfAReplicaThatDiesIsTheAnswerOfAnother(CrashPoint point, InterruptedCalls policy) {
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

    /** A part is interrupted at any record between the stop of the stream and its last message. */
    @ParameterizedTest
    @EnumSource(CrashPoint.class)
    void aPartThatIsInterruptedAfterItsStreamIsCompleteOnce(CrashPoint point) {
        for (int record = 0; record < 4; record++) {
            newChat();
            fixture.database.empty();
            CrashingRecords crash = new CrashingRecords(record, point);
            SendReplica one =
                    fixture.replica(InterruptedCalls.LEAVE, SlackFixture.TOKEN, List.of("127.0.0.0/8"), crash::on);
            SendReplica two = fixture.replica(InterruptedCalls.LEAVE);
            PreviewedAnswer answer = chat.answer(one, fixture.previews);
            answer.write("half");
            answer.ended();
            String whole = "half and whole" + " word".repeat(1_000);
            fixture.store(chat.run, chat.target, DeliveredRun.message(whole));
            one.wake();
            await().atMost(PreviewedSlackChat.LIMIT).until(crash::hasHappened);
            one.isMarkedDead(two);
            two.inherit();
            await().atMost(PreviewedSlackChat.LIMIT)
                    .until(() -> fixture.database.receipt(chat.run, 1).isPresent());

            assertThat(String.join(" ", chat.texts())).as("record " + record).isEqualTo(whole);
        }
    }

    /** A run beside it streams, too: the stream with the words of the answer is the one, and the other one is not changed. */
    @ParameterizedTest
    @CsvSource({
        "other words,BEFORE,REPEAT,DELIVERED,2",
        "other words,BEFORE,LEAVE,DELIVERED,2",
        "half,BEFORE,REPEAT,DELIVERED,3",
        "half,BEFORE,LEAVE,UNKNOWN,2"
    })
    void aStreamIsToldFromAnotherByItsWords(
            String words, CrashPoint point, InterruptedCalls policy, ReceiptStatus status, int messages) {
        chat.withOtherRun().answer(fixture.replica(policy), fixture.previews).write(words);
        SendReplica one = fixture.replica(policy);
        SendReplica two = fixture.replica(policy);
        PreviewedAnswer answer = chat.interrupted(one, 1, point);
        one.isMarkedDead(two);

        assertThat(chat.finish(two, answer, "half and whole").status()).isEqualTo(status);

        assertThat(chat.texts()).hasSize(messages).startsWith(words);
        if (status == ReceiptStatus.DELIVERED) {
            assertThat(chat.texts()).endsWith("half and whole");
        }
    }

    /** The right to read is missing: the policy decides about the stream in doubt. */
    @ParameterizedTest
    @CsvSource({"REPEAT,DELIVERED,2", "LEAVE,UNKNOWN,1"})
    void aStreamInDoubtThatCannotBeReadFollowsThePolicy(InterruptedCalls policy, ReceiptStatus status, int messages) {
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

    /** An answer that ends without words stops its stream and removes the message. */
    @Test
    void aStreamThatNoMessageReplacesIsRemoved() {
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        PreviewedAnswer answer = chat.answer(replica, fixture.previews);
        answer.write("half");

        chat.finish(replica, answer, " ");

        assertThat(chat.texts()).isEmpty();
    }
}
