package dev.agenthost.im.lark.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.RandomMarkdown;
import dev.agenthost.im.lark.calls.LarkCall;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Answers whose preview is a card, with any refusals and with calls that have their effect and no answer: the chat shows the final text. */
class CardUpdatePropertyTest {
    private static final int SEQUENCE = 9;

    @Property(tries = 10_000)
    void inTheEndTheChatShowsTheFinalTextOnce(@ForAll long seed) {
        Random random = new Random(seed);
        String document = new RandomMarkdown(seed).document();
        String text = random.nextInt(20) == 0 ? (document + "\n\n").repeat(1 + random.nextInt(150)) : document;
        ObjectNode target = List.of(LarkParts.person(), LarkParts.group(), LarkParts.thread())
                .get(random.nextInt(3));
        Chat chat = new Chat(random);

        LarkRenderer.replacing("om_1", "7", SEQUENCE, LarkParts.calls(target, text))
                .forEach(chat::part);

        if (!chat.keepsPreview) {
            assertThat(chat.text())
                    .isEqualTo(CardBlocks.withoutSpace(
                            MarkdownReader.readWithoutColumns(text).text()));
        }
    }

    /** A chat with the message of a preview, and the calls as a part makes them. */
    private static final class Chat {
        private static final List<Integer> OF_CARD =
                List.of(10002, 200740, 200750, 200770, 200860, 200220, 300302, 300311, 300317, 99991672);
        private static final List<Integer> OF_REPLY = List.of(230011, 230019, 230071, 230099, 230025);
        private static final List<Integer> OF_MESSAGE = List.of(230099, 230025);

        private final Random random;
        private final Map<String, ObjectNode> shown = new LinkedHashMap<>();
        private final Map<String, String> keys = new HashMap<>();
        private final Set<String> cardKeys = new HashSet<>();
        private int sequence = SEQUENCE - 1;
        private boolean keepsPreview;

        Chat(Random random) {
            this.random = random;
            shown.put("om_1", LarkCards.markdown("half"));
        }

        void part(LarkCall call) {
            int division = 0;
            int piece = 0;
            while (piece < LongCard.pieces(call, division).size()) {
                boolean isDivided =
                        !make(call, division, LongCard.pieces(call, division).get(piece), piece);
                division += isDivided ? 1 : 0;
                piece += isDivided ? 0 : 1;
            }
        }

        /** Returns false if the call is to be divided. */
        private boolean make(LarkCall whole, int division, LarkCall call, int piece) {
            boolean canDivide = piece == 0 && LongCard.canDivide(whole, division);
            while (random.nextInt(8) == 0) {
                perform(call, canDivide);
            }
            CallOutcome.@Nullable Refused refusal = perform(call, canDivide);
            if (refusal == null) {
                return true;
            }
            if (canDivide && LarkFallback.isTooLong(refusal)) {
                return false;
            }
            for (LarkCall instead : LarkFallback.of(call, refusal).orElseThrow()) {
                if (!make(whole, division, instead, piece)) {
                    return false;
                }
            }
            return true;
        }

        private CallOutcome.@Nullable Refused perform(LarkCall unkeyed, boolean canDivide) {
            LarkCall call = unkeyed.keyed("r/1");
            String key = call.body().path("uuid").asText();
            if (call.isRemoval()) {
                keepsPreview |= shown.containsKey("om_1") && random.nextInt(6) == 0;
                return keepsPreview || shown.remove("om_1") == null ? refused(230011) : null;
            }
            if (call.isCardUpdate()) {
                return update(call, key);
            }
            if (keys.containsKey(key)) {
                return null;
            }
            ObjectNode card = LarkCards.read(call.content());
            List<Integer> codes = call.isReply() ? OF_REPLY : OF_MESSAGE;
            int code = codes.get(random.nextInt(codes.size()));
            if (random.nextInt(5) == 0 && isPossible(card, code, canDivide)) {
                return refused(code);
            }
            keys.put(key, "om_" + (shown.size() + 10));
            shown.put(keys.get(key), card);
            return null;
        }

        private CallOutcome.@Nullable Refused update(LarkCall call, String key) {
            if (random.nextInt(3) == 0) {
                return refused(OF_CARD.get(random.nextInt(OF_CARD.size())));
            }
            if (call.body().path("sequence").asInt() <= sequence) {
                return refused(300317);
            }
            assertThat(cardKeys.add(key)).isTrue();
            sequence = call.body().path("sequence").asInt();
            shown.put("om_1", LarkCards.read(call.content()));
            return null;
        }

        /** A card without markup is never refused for its markup, nor one that cannot be divided for its length. */
        private static boolean isPossible(ObjectNode card, int code, boolean canDivide) {
            return switch (code) {
                case 230099 -> LarkCards.isMarkdown(card);
                case 230025 -> canDivide;
                default -> true;
            };
        }

        private static CallOutcome.Refused refused(int code) {
            return new CallOutcome.Refused(code, "why");
        }

        String text() {
            return shown.values().stream()
                    .map(card -> LarkCards.isMarkdown(card)
                            ? CardMarkdown.plainText(LarkCards.text(card))
                            : LarkCards.text(card))
                    .map(CardBlocks::withoutSpace)
                    .collect(Collectors.joining());
        }
    }
}
