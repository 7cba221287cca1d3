package dev.agenthost.im.wecom.rendering;

import static dev.agenthost.im.wecom.rendering.WeComParts.artifact;
import static dev.agenthost.im.wecom.rendering.WeComParts.call;
import static dev.agenthost.im.wecom.rendering.WeComParts.calls;
import static dev.agenthost.im.wecom.rendering.WeComParts.part;
import static dev.agenthost.im.wecom.rendering.WeComParts.person;
import static dev.agenthost.im.wecom.rendering.WeComParts.question;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.wecom.calls.WeComCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeComRendererTest {

    @Test
    void aMessageGoesToThePerson() {
        assertThat(calls("hello").getFirst().body().toString())
                .isEqualTo("{\"touser\":\"zhangsan\",\"msgtype\":\"text\",\"text\":{\"content\":\"hello\"}}");
    }

    /** {@code @all} and lists of persons would reach others (https://developer.work.weixin.qq.com/document/path/90236). */
    @ParameterizedTest
    @ValueSource(strings = {"", "@all", "a|b", "a b", "\u5F20\u4E09"})
    void aTargetThatIsNotOnePersonIsNone(String user) {
        ObjectNode target = JsonNodeFactory.instance.objectNode().put("user_id", user);

        assertThat(WeComRenderer.render(part(target, OutboundKind.MESSAGE, "x", List.of(), List.of())))
                .isInstanceOf(WeComRendering.NotSendable.class);
    }

    /** The dialect of https://developer.work.weixin.qq.com/document/path/90236. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    # One¶¶text                  | markdown | # One¶¶text
                    **b** and *i* ***both***     | markdown | **b** and i **both**
                    **b**¶- a¶  - c              | markdown | **b**¶¶• a¶   ◦ c
                    > quoted¶> twice             | markdown | > quoted¶> twice
                    [x](https://e.org/a_b)       | markdown | [x](https://e.org/a%5Fb)
                    ![p](https://e.org/p.png)    | markdown | [p](https://e.org/p.png)
                    `a*b`                        | markdown | `a*b`
                    - a¶- b                      | text     | • a¶• b
                    1. a¶2. b                    | text     | 1. a¶2. b
                    ~~gone~~ *i*                 | text     | gone i
                    **b** \\*\\*no\\*\\*         | text     | b **no**
                    **b**¶¶\\# no                | text     | b¶¶# no
                    [x](https://e.org) \\`no\\`  | text     | <a href="https://e.org">x</a> `no`
                    """)
    void writesTheDialectOrAText(String markdown, String type, String expected) {
        WeComCall call = calls(markdown.replace('¶', '\n')).getFirst();

        assertThat(call.type()).isEqualTo(type);
        assertThat(call.content()).isEqualTo(expected.replace('¶', '\n'));
    }

    @Test
    void linesOfCodeAreCodeEach() {
        assertThat(calls("```java\nif (a * b > 1) {\n    x();\n}\n```")
                        .getFirst()
                        .content())
                .isEqualTo("`if (a * b > 1) {`\n`    x();`\n`}`");
        assertThat(calls("| a | b |\n|---|---|\n| 1 | 2 |").getFirst().content())
                .isEqualTo("**1**\n**b**: 2");
    }

    @Test
    void aSentenceOfTheHostIsNoMarkdown() {
        WeComCall failure = calls(part(person(), OutboundKind.FAILURE, "**failed**", List.of(), List.of()))
                .getFirst();

        assertThat(failure.type()).isEqualTo("text");
        assertThat(failure.content()).isEqualTo("**failed**");
    }

    @Test
    void aCardHasATaskIdThatFollowsFromThePartAndAMessageHasNoKey() {
        WeComCall message = calls("x").getFirst();
        assertThat(message.keyed("part")).isEqualTo(message);

        WeComCall card = calls(question("Ship it?", null, false, 2)).getFirst();
        String taskId = card.keyed("part").taskId();
        assertThat(taskId)
                .matches("[A-Za-z0-9_@-]{1,128}")
                .isEqualTo(card.keyed("part").taskId());
        assertThat(card.keyed("part2").taskId()).isNotEqualTo(taskId);
        assertThat(card.at("9").keyed("part").taskId()).isNotEqualTo(taskId);
    }

    @Test
    void aQuestionIsACardWithButtons() {
        WeComCall call = calls(question("Ship *it*?", "Now.", false, 2)).getFirst();

        assertThat(call.isCard()).isTrue();
        JsonNode card = call.body().path("template_card");
        assertThat(card.path("card_type").asText()).isEqualTo("button_interaction");
        assertThat(card.at("/main_title/title").asText()).isEqualTo("Ship *it*?");
        assertThat(card.path("sub_title_text").asText()).isEqualTo("Now.");
        assertThat(card.path("button_list").toString())
                .contains("\"text\":\"Ship 0\",\"style\":1,\"key\":\"q.", ".0.t1\"", "\"style\":3", ".1.t1\"");
        assertThat(call.instead()).extracting(WeComCall::content).containsExactly("Ship it? yes or no");
    }

    @Test
    void aLongQuestionStandsBeforeItsCard() {
        String title = "Which of the two is it? ".repeat(3).strip();

        List<WeComCall> calls = calls(question(title, "Because.", false, 2));

        assertThat(calls).extracting(WeComCall::type).containsExactly("markdown", "template_card");
        assertThat(calls.getFirst().content()).isEqualTo("**" + title + "**\n\nBecause.");
        JsonNode card = calls.getLast().body().path("template_card");
        assertThat(card.at("/main_title/title").asText()).hasSize(36).endsWith("…");
        assertThat(card.has("sub_title_text")).isFalse();
    }

    /** A card has at most six buttons and no fields (https://developer.work.weixin.qq.com/document/path/90236). */
    @Test
    void aFormAndAQuestionWithManyButtonsAreInWords() {
        assertThat(calls(question("Ship it?", null, false, 6)))
                .extracting(WeComCall::isCard)
                .containsExactly(true);
        assertThat(calls(question("Ship it?", null, false, 7)))
                .extracting(WeComCall::content)
                .containsExactly("Ship it? yes or no");
        assertThat(calls(question("Ship it?", null, true, 2)))
                .extracting(WeComCall::content)
                .containsExactly("Ship it? yes or no");
    }

    @Test
    void editsAndReactionsHaveNoCall() {
        OutboundAction edit = new OutboundAction(
                "message.edit",
                JsonNodeFactory.instance.objectNode().put("message_id", "k1"),
                JsonNodeFactory.instance.objectNode().put("text", "x"));

        assertThat(calls(edit)).isEmpty();
    }

    @Test
    void aRefusedCardIsInWordsAndARefusedDialectIsPlain() {
        WeComCall card = calls(question("Ship it?", null, false, 2)).getFirst();
        assertThat(WeComPieces.canDivide(card, 0, refused(400))).isTrue();
        assertThat(WeComPieces.canDivide(card, 0, refused(401))).isFalse();
        assertThat(WeComPieces.canDivide(card, 0, refused(403))).isFalse();
        assertThat(WeComPieces.canDivide(card, 1, refused(400))).isFalse();
        assertThat(WeComPieces.of(card, 1)).extracting(WeComCall::content).containsExactly("Ship it? yes or no");

        WeComCall markdown = calls("**x**").getFirst();
        WeComCall plain = WeComFallback.of(markdown, refused(415)).orElseThrow().getFirst();
        assertThat(plain.type()).isEqualTo("text");
        assertThat(plain.body().has("markdown")).isFalse();
        assertThat(plain.content()).isEqualTo("x");
        assertThat(WeComFallback.of(plain, refused(415))).isEmpty();
        assertThat(WeComFallback.of(markdown, refused(400))).isEmpty();
    }

    /** The limits of https://developer.work.weixin.qq.com/document/path/90253. */
    @ParameterizedTest
    @CsvSource({
        "image/png,chart.png,10000000,image",
        "image/png,chart.png,10000001,file",
        "image/gif,a.gif,100,file",
        "audio/amr,a.amr,2000000,voice",
        "audio/amr,a.amr,2000001,file",
        "video/mp4,a.mp4,10000000,video",
        "application/pdf,a.pdf,20000000,file",
        "application/pdf,a.pdf,20000001,text",
        "text/plain,a.txt,6,file",
        "text/plain,a.txt,5,text"
    })
    void aFileIsOfTheTypeThatItsLimitPermits(String mimeType, String name, long size, String type) {
        assertThat(call(artifact(mimeType, name, size)).type()).isEqualTo(type);
    }

    @Test
    void anImageIsAFileIfItIsRefusedAndThenNamed() {
        WeComCall image = call(artifact("image/png", "chart.png", 10));

        WeComCall file = WeComFallback.of(image, refused(400)).orElseThrow().getFirst();
        assertThat(file.type()).isEqualTo("file");
        assertThat(WeComFiles.uploaded(file, file.file(), "m1").body().toString())
                .isEqualTo("{\"touser\":\"zhangsan\",\"msgtype\":\"file\",\"file\":{\"media_id\":\"m1\"}}");
        assertThat(WeComFallback.of(image, refused(WeComFallback.TOO_LARGE))
                        .orElseThrow()
                        .getFirst()
                        .type())
                .isEqualTo("file");
        WeComCall notice = WeComFallback.of(file, refused(400)).orElseThrow().getFirst();
        assertThat(notice.content()).isEqualTo("The file chart.png is ready, but files cannot be sent to this chat.");
        assertThat(notice.file()).isNull();
        assertThat(WeComFallback.of(image, refused(WeComFallback.GONE))
                        .orElseThrow()
                        .getFirst()
                        .file())
                .isNull();
        assertThat(WeComFallback.of(image, refused(403))).isEmpty();
    }

    private static CallOutcome.Refused refused(int code) {
        return new CallOutcome.Refused(code, "no");
    }
}
