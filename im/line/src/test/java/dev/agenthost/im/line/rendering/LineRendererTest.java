package dev.agenthost.im.line.rendering;

import static dev.agenthost.im.line.rendering.LineParts.PERSON;
import static dev.agenthost.im.line.rendering.LineParts.artifact;
import static dev.agenthost.im.line.rendering.LineParts.calls;
import static dev.agenthost.im.line.rendering.LineParts.part;
import static dev.agenthost.im.line.rendering.LineParts.person;
import static dev.agenthost.im.line.rendering.LineParts.question;
import static dev.agenthost.im.line.rendering.LineParts.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.line.calls.LineCall;
import dev.agenthost.im.line.calls.LineMessageObject;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundKind;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineRendererTest {

    @Test
    void aMessageIsAPushToThePerson() {
        assertThat(calls("hello").getFirst().body().toString())
                .isEqualTo("{\"to\":\"" + PERSON + "\",\"messages\":[{\"type\":\"text\",\"text\":\"hello\"}]}");
    }

    /** In a group, the person who wrote is no receiver. */
    @ParameterizedTest
    @CsvSource({"group_id,C", "room_id,R"})
    void aMessageInAGroupGoesToTheGroup(String member, String kind) {
        String chat = kind + "b".repeat(32);
        ObjectNode target = person().put(member, chat);

        assertThat(calls(part(target, OutboundKind.MESSAGE, "x", List.of(), List.of())))
                .extracting(LineCall::to)
                .containsExactly(chat);
    }

    /** https://developers.line.biz/en/docs/messaging-api/get-quote-tokens/ */
    @Test
    void theFirstTextInAGroupQuotesTheMessageOfThePersonAndWithoutItIfItIsRefused() {
        ObjectNode group = person().put("group_id", "C" + "b".repeat(32)).put("quote", "q1");
        String text = ("a".repeat(4_000) + "\n\n").repeat(2);

        LineCall call = calls(part(group, OutboundKind.MESSAGE, text, List.of(), List.of()))
                .getFirst();

        assertThat(call.messages())
                .extracting(message -> message.body().path("quoteToken").asText())
                .containsExactly("q1", "");
        assertThat(LinePushes.canDivide(call, 0, refused(400))).isTrue();
        assertThat(LinePushes.of(call, 1).getFirst().body().toString()).doesNotContain("quoteToken");
        assertThat(texts(LinePushes.of(call, 1))).isEqualTo(texts(List.of(call)));
        assertThat(calls(part(person().put("quote", "q1"), OutboundKind.MESSAGE, "x", List.of(), List.of()))
                        .getFirst()
                        .body()
                        .toString())
                .doesNotContain("quoteToken");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "@all", "U123", "Uaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,Ub", "Cbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"})
    void aTargetThatIsNoChatIsNone(String user) {
        ObjectNode target = JsonNodeFactory.instance.objectNode().put("user_id", user);

        assertThat(LineRenderer.render(part(target, OutboundKind.MESSAGE, "x", List.of(), List.of())))
                .isInstanceOf(LineRendering.NotSendable.class);
        assertThat(LineRenderer.render(part(null, OutboundKind.MESSAGE, "x", List.of(), List.of())))
                .isInstanceOf(LineRendering.NotSendable.class);
    }

    @Test
    void markdownIsPlainTextAndASentenceOfTheHostIsNoMarkdown() {
        assertThat(texts(calls("# Hi\n\n**b** `c` [docs](https://e.org/a)")))
                .containsExactly("Hi\n\nb c docs (https://e.org/a)");
        assertThat(texts(calls(part(person(), OutboundKind.FAILURE, "**failed**", List.of(), List.of()))))
                .containsExactly("**failed**");
    }

    /** A push counts once for the month, whatever the number of its messages. */
    @Test
    void fiveMessagesAreOnePush() {
        String paragraph = "a".repeat(4_000) + "\n\n";

        List<LineCall> calls = calls(paragraph.repeat(7));

        assertThat(calls).extracting(call -> call.messages().size()).containsExactly(5, 2);
        assertThat(calls).extracting(LineCall::place).containsExactly("0", "1");
    }

    @Test
    void theKeyFollowsFromThePartAndThePlace() {
        LineCall call = calls("x").getFirst();

        assertThat(call.key("part")).isEqualTo(calls("x").getFirst().key("part"));
        assertThat(call.key("part2")).isNotEqualTo(call.key("part"));
        assertThat(new LineCall(call.to(), "1", call.messages()).key("part")).isNotEqualTo(call.key("part"));
    }

    @Test
    void aQuestionIsABubbleWithButtonsThatPostTheirKeys() {
        LineCall call = calls(question("Ship *it*?", "Now.", false, "Yes", "No", "Later"))
                .getFirst();

        ObjectNode message = call.messages().getFirst().body();
        assertThat(message.path("altText").asText()).isEqualTo("Ship *it*?");
        JsonNode bubble = message.path("contents");
        assertThat(bubble.at("/body/contents/0/text").asText()).isEqualTo("Ship *it*?");
        assertThat(bubble.at("/body/contents/1/text").asText()).isEqualTo("Now.");
        JsonNode buttons = bubble.at("/footer/contents");
        assertThat(buttons.findValuesAsText("style")).containsExactly("primary", "primary", "secondary");
        assertThat(buttons.findValuesAsText("label")).containsExactly("Yes", "No", "Later");
        assertThat(buttons.findValuesAsText("displayText")).containsExactly("Yes", "No", "Later");
        assertThat(buttons.findValuesAsText("data")).allMatch(key -> key.matches("q\\..*\\.[012]\\.t1"));
    }

    /** The text, the question and the names of files are one push. */
    @Test
    void allMessagesOfAPartAreOnePush() {
        List<LineCall> calls = calls(part(
                person(),
                OutboundKind.MESSAGE,
                "Look.",
                List.of(artifact("chart.png"), artifact(null)),
                List.of(question("Ship it?", null, false, "Yes"))));

        assertThat(calls).hasSize(1);
        assertThat(texts(calls))
                .containsExactly(
                        "Look.",
                        "[Ship it?]",
                        "The file chart.png is ready, but files cannot be sent to this chat.",
                        "The file file is ready, but files cannot be sent to this chat.");
    }

    @Test
    void aLongQuestionStandsBeforeItsBubble() {
        String title = "Which of the two is it? ".repeat(20).strip();

        List<LineCall> calls = calls(question(title, "Because.", false, "Yes"));

        assertThat(texts(calls)).hasSize(2).first().isEqualTo(title + "\n\nBecause.");
        assertThat(texts(calls).getLast()).hasSize(LineQuestion.TITLE + 2).endsWith("…]");
    }

    /** The limits of https://developers.line.biz/en/reference/messaging-api/#bubble and .../#action-object-label-spec. */
    @Test
    void theLargestBubbleIsWithinTheLimits() {
        String[] labels = Collections.nCopies(20, "汉".repeat(500)).toArray(String[]::new);

        JsonNode message = calls(
                        question("\"".repeat(LineQuestion.TITLE), "汉".repeat(LineQuestion.DESCRIPTION), false, labels))
                .getFirst()
                .messages()
                .getFirst()
                .body();

        JsonNode bubble = message.path("contents");
        assertThat(bubble.toString().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(30_000);
        assertThat(bubble.at("/footer/contents")).hasSize(20);
        assertThat(bubble.findValuesAsText("label")).allMatch(label -> label.length() == 40);
        assertThat(message.path("altText").asText()).hasSizeLessThanOrEqualTo(400);
    }

    @Test
    void aFormIsInWords() {
        assertThat(texts(calls(question("Ship it?", null, true, "Yes")))).containsExactly("Ship it? yes or no");
    }

    @Test
    void aRefusedBubbleIsInWordsAndTheOtherMessagesStay() {
        LineCall call = calls(part(
                        person(),
                        OutboundKind.MESSAGE,
                        "Look.",
                        List.of(),
                        List.of(question("Ship it?", null, false, "Yes"))))
                .getFirst();

        assertThat(LinePushes.canDivide(call, 0, refused(400))).isTrue();
        assertThat(LinePushes.canDivide(call, 0, refused(401))).isFalse();
        assertThat(LinePushes.canDivide(call, 0, refused(403))).isFalse();
        assertThat(LinePushes.canDivide(call, 0, refused(429))).isFalse();
        assertThat(LinePushes.canDivide(call, 1, refused(400))).isFalse();
        assertThat(LinePushes.canDivide(calls("x").getFirst(), 0, refused(400))).isFalse();
        assertThat(LinePushes.of(call, 0)).containsExactly(call);
        List<LineCall> words = LinePushes.of(call, 1);
        assertThat(texts(words)).containsExactly("Look.", "Ship it? yes or no");
        assertThat(words.getFirst().key("part")).isNotEqualTo(call.key("part"));
    }

    @Test
    void editsReactionsAndABlankTextHaveNoCall() {
        OutboundAction edit = new OutboundAction(
                "message.edit",
                JsonNodeFactory.instance.objectNode().put("message_id", "k1"),
                JsonNodeFactory.instance.objectNode().put("text", "x"));

        assertThat(calls(edit)).isEmpty();
        assertThat(calls(" \n ")).isEmpty();
    }

    @Test
    void aTextHasNoAlternative() {
        assertThat(calls("x").getFirst().messages())
                .extracting(LineMessageObject::instead)
                .containsExactly(List.of());
    }

    private static CallOutcome.Refused refused(int code) {
        return new CallOutcome.Refused(code, "no");
    }
}
