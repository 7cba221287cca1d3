package dev.agenthost.im.telegram.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.RandomMarkdown;
import dev.agenthost.im.telegram.client.TelegramClient;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import dev.agenthost.im.telegram.rendering.TelegramTarget;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import dev.agenthost.testkit.telegram.TelegramFault;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that are streamed by the client to the scripted Bot API, with 429, errors, lost answers of edits and expired drafts. */
class AnswerOverHttpTest {
    private static final String TOKEN = "4000:AAF-secret";
    private static final int ANSWERS = 100;

    private static Vertx vertx;
    private static ScriptedTelegram telegram;
    private static TelegramClient client;

    @BeforeAll
    static void start() throws IOException {
        vertx = Vertx.vertx();
        telegram = new ScriptedTelegram(TOKEN, "shop_bot");
        client = new TelegramClient(
                new EgressClient(vertx, new AddressPolicy(true, AllowList.parse(List.of())), 4, Duration.ofSeconds(5)),
                telegram.baseUrl(),
                Duration.ofSeconds(5));
    }

    @AfterAll
    static void stop() {
        telegram.close();
        vertx.close();
    }

    @ParameterizedTest
    @EnumSource(PreviewMode.class)
    void theChatShowsTheFinalText(PreviewMode mode) {
        for (int seed = 0; seed < ANSWERS; seed++) {
            long person = 10_000L * (1 + mode.ordinal()) + seed;
            long chat = mode == PreviewMode.EDIT ? -person : person;

            List<FormattedText> expected = stream(mode, chat, seed);

            assertThat(telegram.messages(chat).stream().map(AnswerOverHttpTest::shown))
                    .as("seed " + seed)
                    .isEqualTo(expected.stream().map(AnswerOverHttpTest::sent).toList());
            assertThat(expected.isEmpty() || telegram.draft(chat).isEmpty()).isTrue();
        }
    }

    @Test
    void inAGroupOnlyTheFirstMessageReplies() {
        telegram.update("message", message(-5, 41));
        TelegramTarget target = new TelegramTarget(-5, null, null, 41L, false);
        ChatCalls calls = ChatCalls.of(target, new RunId(new UUID(1, 2)), 1);

        assertThat(calls.call(new ChatOperation.Send(FormattedText.plain("a")), true)
                        .parameters()
                        .has("reply_parameters"))
                .isTrue();
        assertThat(calls.call(new ChatOperation.Send(FormattedText.plain("b")), false)
                        .parameters()
                        .has("reply_parameters"))
                .isFalse();
    }

    private static List<FormattedText> stream(PreviewMode mode, long chat, int seed) {
        Random random = new Random(seed);
        String document = new RandomMarkdown(seed).document();
        String markdown = seed % 5 == 0 ? (document + "\n\n").repeat(40) : document;
        ChatCalls calls =
                ChatCalls.of(new TelegramTarget(chat, null, null, 1L, chat > 0), new RunId(new UUID(chat, seed)), 1);
        AnswerPlan plan = AnswerPlan.begin(mode);
        Instant now = Instant.ofEpochSecond(1_795_900_000);
        for (int written = 0; written < markdown.length(); now = now.plusMillis(random.nextInt(4_000))) {
            written = Math.min(markdown.length(), written + 1 + random.nextInt(1 + markdown.length() / 4));
            plan = step(plan.written(markdown.substring(0, written)), calls, now, random);
            if (random.nextInt(10) == 0) {
                telegram.expireDraft(chat);
            }
        }
        List<FormattedText> expected = TelegramRenderer.messages(MarkdownReader.read(markdown));
        plan = plan.finished(expected);
        for (int i = 0; i < 60; i++) {
            now = now.plusSeconds(5);
            plan = step(plan, calls, now, random);
        }
        return expected;
    }

    private static AnswerPlan step(AnswerPlan plan, ChatCalls calls, Instant now, Random random) {
        Optional<ChatOperation> operation = plan.next(now);
        if (operation.isEmpty()) {
            return plan;
        }
        var call = calls.call(operation.get(), plan.shown().isEmpty());
        boolean isSend = operation.get() instanceof ChatOperation.Send;
        switch (random.nextInt(12)) {
            case 0 -> telegram.failNext(call.method(), new TelegramFault.TooManyRequests(2));
            case 1 -> failUnlessSend(isSend, call.method(), new TelegramFault.ServerError());
            case 2 -> failUnlessSend(isSend, call.method(), new TelegramFault.LostAnswer());
            default -> {}
        }
        CallOutcome outcome = client.call(TOKEN, call, () -> true).await().atMost(Duration.ofSeconds(10));
        return plan.answered(operation.get(), outcome, now);
    }

    /** A send without an answer is for the policy of the part, not for the plan. */
    private static void failUnlessSend(boolean isSend, String method, TelegramFault fault) {
        if (!isSend) {
            telegram.failNext(method, fault);
        }
    }

    private static String shown(JsonNode message) {
        return message.path("text").asText() + message.path("entities");
    }

    private static String sent(FormattedText text) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode();
        text.writeTo(parameters);
        return parameters.path("text").asText()
                + Objects.requireNonNullElse(parameters.get("entities"), parameters.path("entities"));
    }

    private static ObjectNode message(long chat, long id) {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("message_id", id);
        message.putObject("chat").put("id", chat).put("type", "supergroup");
        return message;
    }
}
