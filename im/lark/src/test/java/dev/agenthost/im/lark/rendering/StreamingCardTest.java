package dev.agenthost.im.lark.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.lark.calls.LarkCall;
import dev.agenthost.protocol.delivery.OutboundKind;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * https://open.larkoffice.com/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/streaming-updates-openapi-overview.md,
 * https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/cardkit-v1/card/update.md
 */
class StreamingCardTest {

    @Test
    void aCardIsCreatedShownAndItsTextReplaced() {
        LarkCall create = StreamingCard.create("a **b");
        ObjectNode card = LarkCards.read(create.body().path("data").asText());
        assertThat(create.method() + " " + create.path()).isEqualTo("POST /open-apis/cardkit/v1/cards");
        assertThat(create.body().path("type").asText()).isEqualTo("card_json");
        assertThat(card.at("/config/streaming_mode").asBoolean()).isTrue();
        assertThat(card.at("/config/update_multi").asBoolean()).isTrue();
        assertThat(card.at("/body/elements/0/element_id").asText()).isEqualTo("text");

        LarkCall show = StreamingCard.show(Objects.requireNonNull(LarkTarget.of(LarkParts.group())), "7");
        assertThat(show.isReply()).isTrue();
        assertThat(show.content()).isEqualTo("{\"type\":\"card\",\"data\":{\"card_id\":\"7\"}}");
        assertThat(show.keyed("r/1")).isEqualTo(show.keyed("r/1"));

        LarkCall replace = StreamingCard.replace("7", "a b", 3).keyed("r/1");
        assertThat(replace.method() + " " + replace.path())
                .isEqualTo("PUT /open-apis/cardkit/v1/cards/7/elements/text/content");
        assertThat(replace.body().path("sequence").asInt()).isEqualTo(3);
        assertThat(replace.body().path("uuid").asText())
                .isNotEmpty()
                .isNotEqualTo(StreamingCard.replace("7", "a b", 4)
                        .keyed("r/1")
                        .body()
                        .path("uuid")
                        .asText());
    }

    @Test
    void aCardThatStreamsNoMoreIsReplacedByOneThatDoes() {
        LarkCall renew = StreamingCard.renew("7", "a b", 3);

        assertThat(renew.method() + " " + renew.path()).isEqualTo("PUT /open-apis/cardkit/v1/cards/7");
        assertThat(renew.body().path("sequence").asInt()).isEqualTo(3);
        assertThat(renew.body().path("card"))
                .isEqualTo(StreamingCard.create("a b").body());
        assertThat(StreamingCard.hasEnded(new CallOutcome.Refused(200850, "why")))
                .isTrue();
        assertThat(StreamingCard.hasEnded(new CallOutcome.Refused(300309, "why")))
                .isTrue();
        assertThat(StreamingCard.hasEnded(new CallOutcome.Refused(300317, "why")))
                .isFalse();
    }

    @Test
    void theTextOfAnUnfinishedAnswerIsItsFirstCard() {
        String paragraph = "word ".repeat(4_000).strip();

        assertThat(StreamingCard.text(" \n")).isEmpty();
        assertThat(StreamingCard.text("**a**")).contains(new StreamingCard.Text("**a**", false));
        assertThat(StreamingCard.text(paragraph + "\n\n" + paragraph))
                .contains(new StreamingCard.Text(paragraph, true));
    }

    @Test
    void theFirstMessageReplacesTheCard() {
        String paragraph = "word ".repeat(4_000).strip();
        List<LarkCall> calls = LarkParts.calls(LarkParts.group(), paragraph + "\n\n" + paragraph);

        List<LarkCall> replacing = LarkRenderer.replacing("om_1", "7", 4, calls);

        LarkCall update = replacing.getFirst();
        assertThat(update.method() + " " + update.path()).isEqualTo("PUT /open-apis/cardkit/v1/cards/7");
        assertThat(update.body().path("sequence").asInt()).isEqualTo(4);
        assertThat(update.shownBy()).isEqualTo("om_1");
        assertThat(update.content()).isEqualTo(calls.getFirst().content());
        assertThat(LarkCards.read(update.content()).at("/config/streaming_mode").asBoolean(true))
                .isFalse();
        assertThat(replacing.subList(1, 2)).isEqualTo(calls.subList(1, 2));
    }

    @Test
    void aPreviewThatNoCardReplacesIsRemoved() {
        List<LarkCall> file = LarkParts.calls(
                LarkParts.person(), OutboundKind.MESSAGE, "", List.of(LarkParts.artifact("image/png", 100)), List.of());

        assertThat(LarkRenderer.replacing("om_1", "7", 4, file))
                .extracting(call -> call.method() + " " + call.path())
                .startsWith("DELETE /open-apis/im/v1/messages/om_1")
                .hasSize(2);
        assertThat(LarkRenderer.replacing("om_1", "7", 4, List.of()))
                .extracting(LarkCall::isRemoval)
                .containsExactly(true);
    }

    /** The card does not exist, is too old, is of another app, cannot be divided, or the call is invalid. */
    @ParameterizedTest
    @ValueSource(ints = {10002, 200740, 200750, 200860, 300302, 300303, 300305, 300307, 300311, 99991672})
    void aCardThatCannotBeUpdatedIsRemovedAndTheTextIsSent(int code) {
        List<LarkCall> instead = fallback(update(), code);

        assertThat(instead).extracting(LarkCall::isRemoval).containsExactly(true, false);
        assertThat(instead.getLast().isReply()).isTrue();
        assertThat(instead.getLast().place()).isEqualTo("0");
        assertThat(LarkParts.text(instead.getLast())).isEqualTo("**a**");
        assertThat(fallback(instead.getFirst(), 230011)).isEmpty();
    }

    /** The sequence is used, perhaps by the same call. */
    @ParameterizedTest
    @ValueSource(ints = {300317, 200770})
    void aRefusedSequenceGrowsAFewTimes(int code) {
        LarkCall call = update();
        for (int i = 0; i < 3; i++) {
            List<LarkCall> next = fallback(call, code);
            assertThat(next).hasSize(1);
            assertThat(next.getFirst().body().path("sequence").asInt())
                    .isGreaterThan(call.body().path("sequence").asInt());
            assertThat(next.getFirst().content()).isEqualTo(call.content());
            call = next.getFirst();
        }
        assertThat(fallback(call, code)).extracting(LarkCall::isRemoval).containsExactly(true, false);
    }

    @Test
    void aRefusedContentIsWithoutMarkupThenSent() {
        List<LarkCall> plain = fallback(update(), 200220);

        assertThat(plain).extracting(LarkCall::isCardUpdate).containsExactly(true);
        assertThat(LarkParts.text(plain.getFirst())).isEqualTo("a");
        assertThat(fallback(plain.getFirst(), 200220))
                .extracting(LarkCall::isRemoval)
                .containsExactly(true, false);
    }

    @Test
    void aCardThatIsTooLargeIsDivided() {
        String paragraph = "word ".repeat(2000).strip();
        LarkCall call = LarkRenderer.replacing(
                        "om_1", "7", 4, LarkParts.calls(LarkParts.group(), paragraph + "\n\n" + paragraph))
                .getFirst();

        List<LarkCall> pieces = LongCard.pieces(call, 1);

        assertThat(LarkFallback.isTooLong(new CallOutcome.Refused(200860, "why")))
                .isTrue();
        assertThat(pieces).extracting(LarkParts::text).containsExactly(paragraph, paragraph);
        assertThat(pieces).extracting(LarkCall::isCardUpdate).containsExactly(true, false);
        assertThat(pieces.getLast().isReply()).isFalse();
    }

    @Test
    void anotherTokenIsNoReasonForAMessage() {
        assertThat(LarkFallback.of(update(), new CallOutcome.Refused(99991663, "why")))
                .isEmpty();
    }

    private static LarkCall update() {
        return LarkRenderer.replacing("om_1", "7", 4, LarkParts.calls(LarkParts.group(), "**a**"))
                .getFirst();
    }

    private static List<LarkCall> fallback(LarkCall call, int code) {
        return LarkFallback.of(call, new CallOutcome.Refused(code, "why")).orElseThrow();
    }
}
