package dev.agenthost.im.telegram.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.RandomMarkdown;
import dev.agenthost.im.telegram.calls.BotApiCall;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LongTextTest {
    private static final TelegramTarget GROUP = new TelegramTarget(-7, 3L, null, 41L, false);

    @Property(tries = 10_000)
    void noCharacterIsLostAndEachPieceIsShorter(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int division) {
        for (FormattedText text : TelegramRenderer.messages(MarkdownReader.read(new RandomMarkdown(seed).document()))) {
            BotApiCall call = TelegramRenderer.send(GROUP, text, true);

            List<BotApiCall> pieces = LongText.pieces(call, division);

            assertThat(LongText.pieces(call, division)).isEqualTo(pieces);
            assertThat(visible(pieces)).isEqualTo(visible(List.of(call)));
            int longest = pieces.stream()
                    .mapToInt(piece -> piece.parameters().path("text").asText().length())
                    .max()
                    .orElseThrow();
            assertThat(pieces.size() == 1 || longest <= (text.text().length() >> division) + 1)
                    .isTrue();
        }
    }

    @Test
    void theFirstPieceRepliesAndTheLastHasTheButtons() {
        BotApiCall call = TelegramRenderer.send(GROUP, FormattedText.plain("word ".repeat(40)), true);
        call.parameters().putObject("reply_markup").putArray("inline_keyboard");

        List<BotApiCall> pieces = LongText.pieces(call, 1);

        assertThat(pieces)
                .extracting(piece -> piece.parameters().has("reply_parameters"))
                .startsWith(true)
                .endsWith(false);
        assertThat(pieces)
                .extracting(piece -> piece.parameters().has("reply_markup"))
                .startsWith(false)
                .endsWith(true);
        assertThat(pieces).allSatisfy(piece -> assertThat(
                        piece.parameters().path("message_thread_id").asInt())
                .isEqualTo(3));
    }

    @Test
    void aShortTextIsNotDivided() {
        BotApiCall call = TelegramRenderer.send(GROUP, FormattedText.plain("x".repeat(60)), true);

        assertThat(LongText.canDivide(call, 0)).isFalse();
        assertThat(LongText.pieces(call, 40)).containsExactly(call);
    }

    @ParameterizedTest
    @CsvSource({
        "Bad Request: message is too long,true",
        "Bad Request: MESSAGE_TOO_LONG,true",
        "Bad Request: text is too long,true",
        "Bad Request: message text is empty,false"
    })
    void theReasonIsKnownByItsWords(String words, boolean isReason) {
        assertThat(LongText.isReason(new CallOutcome.Refused(400, words))).isEqualTo(isReason);
    }

    private static String visible(List<BotApiCall> calls) {
        StringBuilder text = new StringBuilder();
        calls.forEach(call -> {
            ObjectNode parameters = call.parameters();
            text.append(parameters.path("text").asText().replaceAll("\\s", ""));
        });
        return text.toString();
    }
}
