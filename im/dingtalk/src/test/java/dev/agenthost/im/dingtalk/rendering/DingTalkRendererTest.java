package dev.agenthost.im.dingtalk.rendering;

import static dev.agenthost.im.dingtalk.rendering.DingTalkParts.calls;
import static dev.agenthost.im.dingtalk.rendering.DingTalkParts.group;
import static dev.agenthost.im.dingtalk.rendering.DingTalkParts.parameters;
import static dev.agenthost.im.dingtalk.rendering.DingTalkParts.part;
import static dev.agenthost.im.dingtalk.rendering.DingTalkParts.person;
import static dev.agenthost.im.dingtalk.rendering.DingTalkParts.written;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import dev.agenthost.im.dingtalk.calls.DingTalkRobot;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DingTalkRendererTest {

    @Test
    void aMessageGoesToTheGroupOrToThePerson() {
        DingTalkCall toGroup = calls(group(), "hello").getFirst();
        assertThat(toGroup.kind()).isEqualTo(DingTalkCall.Kind.GROUP_MESSAGE);
        assertThat(toGroup.body().path("openConversationId").asText()).isEqualTo("cid1==");
        assertThat(toGroup.body().path("robotCode").asText()).isEqualTo("ding1");
        assertThat(toGroup.body().path("msgKey").asText()).isEqualTo("sampleMarkdown");
        assertThat(parameters(toGroup).path("title").asText()).isEqualTo("hello");

        DingTalkCall toPerson = calls(person(), "hello").getFirst();
        assertThat(toPerson.kind()).isEqualTo(DingTalkCall.Kind.PRIVATE_MESSAGE);
        assertThat(toPerson.body().path("userIds").toString()).isEqualTo("[\"manager1\"]");
    }

    @Test
    void aTargetThatCannotStandInAnAddressIsNone() {
        ObjectNode target = JsonNodeFactory.instance.objectNode().put("open_conversation_id", "cid1;IM_ROBOT.x");

        assertThat(DingTalkRenderer.render(
                        part(target, OutboundKind.MESSAGE, "x", List.of(), List.of()), DingTalkParts.ROBOT))
                .isInstanceOf(DingTalkRendering.NotSendable.class);
    }

    /** The dialect of https://open.dingtalk.com/document/development/robot-message-type. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    # One¶¶text                   | # One¶¶text
                    **b** and *i* and ***both***  | **b** and *i* and ***both***
                    - a¶- b¶  - c                 | - a¶- b¶   - c
                    1. a¶2. b                     | 1. a¶2. b
                    > quoted¶> twice              | > quoted  ¶> twice
                    one¶two                       | one  ¶two
                    [x](https://e.org/a_b)        | [x](https://e.org/a%5Fb)
                    ![p](https://e.org/p.png)     | [p](https://e.org/p.png)
                    [x](javascript:alert)         | x (javascript:alert)
                    `a*b`                         | a\\*b
                    ~~gone~~                      | gone
                    <b>x</b> &lt;                 | \\<b\\>x\\</b\\> \\<
                    snake_case _x                 | snake_case \\_x
                    https://e.org/a_b             | https://e.org/a_b
                    1\\) no list                  | 1\\) no list
                    """)
    void writesTheDialect(String markdown, String expected) {
        assertThat(written(calls(group(), markdown.replace('¶', '\n')).getFirst()))
                .isEqualTo(expected.replace('¶', '\n'));
    }

    @Test
    void codeAndTablesArePlainLines() {
        assertThat(written(calls(group(), "```java\nif (a * b > 1) {\n    x();\n}\n```")
                        .getFirst()))
                .isEqualTo("if (a \\* b \\> 1) {  \n\u00A0\u00A0\u00A0\u00A0x();  \n}");
        assertThat(written(calls(group(), "| a | b |\n|---|---|\n| 1 | 2 |").getFirst()))
                .isEqualTo("**1**  \n**b**: 2");
    }

    @Test
    void aSentenceOfTheHostIsNoMarkdown() {
        OutboundReply failure = part(group(), OutboundKind.FAILURE, "*failed*", List.of(), List.of());

        assertThat(written(calls(failure).getFirst())).isEqualTo("\\*failed\\*");
    }

    @Test
    void equalPartsHaveEqualKeysAndMessagesHaveNone() {
        DingTalkCall message = calls(group(), "x").getFirst();
        assertThat(message.keyed("part")).isEqualTo(message);

        DingTalkTarget target = new DingTalkTarget("cid1==", true);
        DingTalkCall card = StreamedCard.show(target, DingTalkParts.ROBOT, "x").keyed("part");
        assertThat(card.cardId()).hasSizeLessThanOrEqualTo(100).startsWith("agenthost-");
        assertThat(StreamedCard.show(target, DingTalkParts.ROBOT, "other")
                        .keyed("part")
                        .cardId())
                .isEqualTo(card.cardId());
        assertThat(StreamedCard.show(target, DingTalkParts.ROBOT, "x")
                        .keyed("part2")
                        .cardId())
                .isNotEqualTo(card.cardId());

        String guid = guid(StreamedCard.replace("c", "x", 2));
        assertThat(guid(StreamedCard.replace("c", "x", 2))).isEqualTo(guid);
        assertThat(guid(StreamedCard.replace("c", "x", 3))).isNotEqualTo(guid);
        assertThat(guid(StreamedCard.replace("c", "y", 2))).isNotEqualTo(guid);
    }

    private static String guid(DingTalkCall call) {
        return call.keyed("part").body().path("guid").asText();
    }

    /** The first words have at most 1 KB (https://open.dingtalk.com/document/development/create-and-deliver-cards). */
    @Test
    void aCardBeginsWithWordsThatAVariableHolds() {
        DingTalkCall card = StreamedCard.show(new DingTalkTarget("m1", false), DingTalkParts.ROBOT, "汉字 ".repeat(800));

        assertThat(DingTalkMessages.bytes(written(card))).isBetween(1, 1000);
        assertThat(card.body().path("openSpaceId").asText()).isEqualTo("dtv1.card//IM_ROBOT.m1");
        assertThat(card.body().at("/imRobotOpenDeliverModel/spaceType").asText())
                .isEqualTo("IM_ROBOT");
    }

    @Test
    void aQuestionHasButtonsIfPressesArriveAndIsInWordsElsewhere() {
        OutboundReply part = part(group(), OutboundKind.MESSAGE, "", List.of(), List.of(question(false)));

        DingTalkCall card = calls(part).getFirst();
        assertThat(card.kind()).isEqualTo(DingTalkCall.Kind.CARD);
        assertThat(written(card)).isEqualTo("**Ship \\*it\\*?**");
        assertThat(card.body().at("/cardData/cardParamMap/sys_full_json_obj").asText())
                .contains("\"color\":\"blue\"", "\"color\":\"red\"", ".0.t1\"", ".1.t1\"");
        assertThat(card.instead()).extracting(DingTalkParts::written).containsExactly("Ship it? yes or no");

        DingTalkRobot webhook = new DingTalkRobot("ding1", "a.schema", false);
        assertThat(((DingTalkRendering.Calls) DingTalkRenderer.render(part, webhook)).calls())
                .extracting(DingTalkParts::written)
                .containsExactly("Ship it? yes or no");
        assertThat(calls(part(group(), OutboundKind.MESSAGE, "", List.of(), List.of(question(true)))))
                .extracting(DingTalkParts::written)
                .containsExactly("Ship it? yes or no");
    }

    /** A variable has at most 1 KB (https://open.dingtalk.com/document/development/create-and-deliver-cards), that of the buttons, too. */
    @Test
    void aQuestionWithMoreButtonsThanAVariableHoldsIsInWords() {
        for (int buttons = 1; buttons <= 20; buttons++) {
            DingTalkCall shown = calls(part(group(), OutboundKind.MESSAGE, "", List.of(), List.of(choice(buttons))))
                    .getLast();
            assertThat(shown.body().at("/cardData/cardParamMap").valueStream())
                    .as(buttons + " buttons")
                    .allMatch(value -> DingTalkMessages.bytes(value.asText()) <= 1024);
            if (buttons == 1 || buttons == 20) {
                assertThat(shown.kind() == DingTalkCall.Kind.CARD).isEqualTo(buttons == 1);
            }
        }
    }

    private static OutboundAction choice(int buttons) {
        OutboundAction question = question(false);
        ObjectNode payload = question.payload().deepCopy();
        ArrayNode actions = payload.putArray("actions");
        for (int i = 0; i < buttons; i++) {
            actions.addObject().put("id", "a" + i).put("label", "发布".repeat(10)).put("style", "primary");
        }
        return new OutboundAction(question.action(), question.target(), payload);
    }

    @Test
    void editsAndReactionsHaveNoCall() {
        OutboundAction edit = new OutboundAction(
                "message.edit",
                JsonNodeFactory.instance.objectNode().put("message_id", "k1"),
                JsonNodeFactory.instance.objectNode().put("text", "x"));

        assertThat(calls(part(group(), OutboundKind.MESSAGE, "", List.of(), List.of(edit))))
                .isEmpty();
    }

    @Test
    void eachRefusedCallHasAPlainerOneUntilThereIsNone() {
        DingTalkCall markdown = calls(group(), "**x**").getFirst();
        DingTalkCall plain =
                DingTalkFallback.of(markdown, refused(415)).orElseThrow().getFirst();
        assertThat(plain.body().path("msgKey").asText()).isEqualTo("sampleText");
        assertThat(written(plain)).isEqualTo("x");
        assertThat(DingTalkFallback.of(plain, refused(415))).isEmpty();
        assertThat(DingTalkFallback.of(markdown, refused(400))).isEmpty();

        DingTalkCall last = StreamedCard.replace("c1", "x", 2).orElse(List.of(markdown));
        assertThat(DingTalkFallback.of(last, refused(400))).isEmpty();
        assertThat(DingTalkPieces.canDivide(last, 0, refused(400))).isTrue();
        assertThat(DingTalkPieces.canDivide(last, 0, refused(401))).isFalse();
        assertThat(DingTalkPieces.canDivide(last, 1, refused(400))).isFalse();
        List<DingTalkCall> instead = DingTalkPieces.of(last, 1);
        assertThat(instead)
                .extracting(DingTalkCall::kind)
                .containsExactly(DingTalkCall.Kind.CARD_DATA, DingTalkCall.Kind.GROUP_MESSAGE);
        assertThat(instead.getFirst().cardId()).isEqualTo("c1");
        assertThat(DingTalkFallback.of(instead.getFirst(), refused(400)).orElseThrow())
                .isEmpty();
    }

    @Test
    void anImageIsAFileIfItIsRefusedAndThenNamed() {
        DingTalkCall image = calls(part(
                        group(),
                        OutboundKind.MESSAGE,
                        "",
                        List.of(DingTalkParts.artifact("image/png", "chart.png", 10)),
                        List.of()))
                .getFirst();
        assertThat(image.body().path("msgKey").asText()).isEqualTo("sampleImageMsg");

        DingTalkCall file =
                DingTalkFallback.of(image, refused(400)).orElseThrow().getFirst();
        assertThat(file.body().path("msgKey").asText()).isEqualTo("sampleFile");
        assertThat(file.file().msgParam("@1").toString())
                .isEqualTo("{\"mediaId\":\"@1\",\"fileName\":\"chart.png\",\"fileType\":\"png\"}");
        assertThat(written(DingTalkFallback.of(file, refused(400)).orElseThrow().getFirst()))
                .isEqualTo("The file chart.png is ready, but files cannot be sent to this chat.");
        assertThat(DingTalkFallback.of(image, refused(DingTalkFallback.GONE))
                        .orElseThrow()
                        .getFirst()
                        .file())
                .isNull();
    }

    private static OutboundAction question(boolean hasFields) {
        ObjectNode payload = JsonNodeFactory.instance
                .objectNode()
                .put("interaction_id", "i1")
                .put("kind", hasFields ? "form" : "confirmation")
                .put("title", "Ship *it*?")
                .put("fallback_text", "Ship it? yes or no");
        ArrayNode fields = payload.putArray("fields");
        if (hasFields) {
            fields.addObject().put("id", "f").put("label", "Why").put("type", "text");
        }
        ArrayNode actions = payload.putArray("actions");
        actions.addObject().put("id", "yes").put("label", "Ship").put("style", "primary");
        actions.addObject().put("id", "no").put("label", "Stop").put("style", "danger");
        return new OutboundAction(
                "interaction.requested", JsonNodeFactory.instance.objectNode().put("token", "t1"), payload);
    }

    private static CallOutcome.Refused refused(int code) {
        return new CallOutcome.Refused(code, "no");
    }
}
