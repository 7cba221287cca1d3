package dev.agenthost.im.lark.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.im.lark.calls.LarkUpload;
import dev.agenthost.protocol.delivery.OutboundKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/reply.md */
class LarkFallbackTest {

    @ParameterizedTest
    @ValueSource(ints = {230011, 230019, 230050, 230054, 230111})
    void aRefusedReplyIsAMessageInTheChat(int code) {
        LarkCall reply = LarkParts.calls(LarkParts.group(), "text").getFirst();

        LarkCall instead = only(reply, code);

        assertThat(instead.isReply()).isFalse();
        assertThat(instead.body().path("receive_id").asText()).isEqualTo("oc_1");
        assertThat(instead.content()).isEqualTo(reply.content());
        assertThat(instead.place()).isEqualTo("0");
        assertThat(instead.keyed("r/1").body().path("uuid"))
                .isNotEqualTo(reply.keyed("r/1").body().path("uuid"));
    }

    @Test
    void aThreadThatIsNotSupportedIsAReplyThenAMessage() {
        LarkCall inThread = LarkParts.calls(LarkParts.thread(), "text").getFirst();

        LarkCall reply = only(inThread, 230071);

        assertThat(reply.isReply()).isTrue();
        assertThat(reply.body().has("reply_in_thread")).isFalse();
        assertThat(only(reply, 230071).isReply()).isFalse();
    }

    @Test
    void aRefusedCardIsShownWithoutMarkup() {
        LarkCall call = LarkParts.calls(LarkParts.person(), "**a** < b").getFirst();

        LarkCall plain = only(call, 230099);

        assertThat(LarkCards.isMarkdown(LarkCards.read(plain.content()))).isFalse();
        assertThat(LarkParts.text(plain)).isEqualTo("a < b");
        assertThat(of(plain, 230099)).isEmpty();
    }

    @Test
    void aRefusedImageIsAFileThenANotice() {
        LarkCall image = file("image/png");

        LarkCall asFile = only(image, 234011);

        assertThat(asFile.file()).isNotNull().extracting(LarkUpload::type).isEqualTo(LarkUpload.Type.STREAM);
        assertThat(LarkParts.text(only(asFile, 234011)))
                .isEqualTo("The file chart.bin is ready, but files cannot be sent to this chat.");
        assertThat(LarkParts.text(only(image, LarkFallback.GONE))).startsWith("The file chart.bin is ready");
    }

    @ParameterizedTest
    @ValueSource(ints = {230002, 230013, 230027})
    void anotherRefusalStays(int code) {
        assertThat(of(LarkParts.calls(LarkParts.group(), "text").getFirst(), code))
                .isEmpty();
        assertThat(of(file("image/png"), code)).isEmpty();
    }

    @Test
    void aCardThatIsTooLongIsDividedWithItsPlaces() {
        String paragraph = "word ".repeat(2000).strip();
        LarkCall call = LarkParts.calls(LarkParts.group(), paragraph + "\n\n" + paragraph)
                .getFirst();

        List<LarkCall> pieces = LongCard.pieces(call, 1);

        assertThat(LongCard.pieces(call, 0)).containsExactly(call);
        assertThat(LongCard.canDivide(call, 0)).isTrue();
        assertThat(LongCard.canDivide(call, 30)).isFalse();
        assertThat(pieces).extracting(LarkParts::text).containsExactly(paragraph, paragraph);
        assertThat(pieces).extracting(LarkCall::isReply).containsExactly(true, false);
        assertThat(pieces).extracting(LarkCall::place).containsExactly("0.1.0", "0.1.1");
        assertThat(LarkParts.text(only(pieces.getFirst(), 230011))).isEqualTo(paragraph);
    }

    /** The platform may refuse a card that is shorter than its limit states. */
    @Test
    void aShortCardIsDividedToo() {
        LarkCall call = LarkParts.calls(LarkParts.person(), "word ".repeat(200)).getFirst();

        assertThat(LongCard.canDivide(call, 0)).isTrue();
        assertThat(LongCard.pieces(call, 1)).hasSizeBetween(2, 3);
        assertThat(LongCard.canDivide(
                        LarkParts.calls(LarkParts.person(), "word").getFirst(), 0))
                .isFalse();
    }

    @Test
    void theButtonsOfALongQuestionAreInItsLastPiece() {
        ObjectNode card = LarkCards.markdown(("word ".repeat(2000) + "\n\n").repeat(2));
        LarkCards.elements(card).addObject().put("tag", "button");
        LarkCall call = LarkParts.calls(LarkParts.person(), "x").getFirst().withContent(LarkCards.json(card));

        assertThat(LongCard.pieces(call, 1))
                .extracting(piece ->
                        LarkCards.elements(LarkCards.read(piece.content())).size())
                .containsExactly(1, 2);
    }

    private static LarkCall file(String type) {
        return LarkParts.calls(
                        LarkParts.person(), OutboundKind.MESSAGE, "", List.of(LarkParts.artifact(type, 100)), List.of())
                .getFirst();
    }

    private static LarkCall only(LarkCall call, int code) {
        List<LarkCall> calls = of(call, code).orElseThrow();
        assertThat(calls).hasSize(1);
        return calls.getFirst();
    }

    private static Optional<List<LarkCall>> of(LarkCall call, int code) {
        return LarkFallback.of(call, new CallOutcome.Refused(code, "why"));
    }
}
