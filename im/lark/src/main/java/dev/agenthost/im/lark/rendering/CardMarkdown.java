package dev.agenthost.im.lark.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.TextSplitter;
import java.util.ArrayList;
import java.util.List;

/** Divides Markdown into the texts of cards: after a block, and within one that is larger than a card. */
public final class CardMarkdown {
    /**
     * Most bytes of the text of a card. A card has at most 30 KB
     * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message/create.md); the rest is for its frame.
     */
    public static final int CARD_BYTES = 28_000;

    /** Most tables of one component (https://open.feishu.cn/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/card-json-v2-components/content-components/rich-text). */
    private static final int MOST_TABLES = 4;
    /** Fewest bytes of a division. */
    private static final int FEWEST_BYTES = 256;

    private CardMarkdown() {}

    /**
     * Returns the texts of the cards, in order; none for a blank text.
     *
     * @param division how often the size of the text is halved, because the platform refused it
     */
    static List<String> texts(String markdown, int division) {
        int mostBytes = bytes(markdown, division);
        List<String> texts = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        int tables = 0;
        for (CardBlocks.Block block : CardBlocks.of(markdown, mostBytes)) {
            String joined = current + "\n\n" + block.text();
            boolean isFull = !current.isEmpty()
                    && (block.continues()
                            || LarkCards.sizeOf(joined) > mostBytes
                            || block.isTable() && tables == MOST_TABLES);
            if (isFull) {
                texts.add(current.toString());
                current.setLength(0);
                tables = 0;
            }
            current.append(current.isEmpty() ? "" : "\n\n").append(block.text());
            tables += block.isTable() ? 1 : 0;
        }
        if (!current.isEmpty()) {
            texts.add(current.toString());
        }
        return texts;
    }

    /** Returns the pieces of a text without markup, as {@link #texts} divides Markdown. */
    static List<String> plainTexts(String text, int division) {
        // A UTF-16 unit has at most four bytes in the JSON of a card without entities.
        return TextSplitter.split(FormattedText.plain(text), bytes(text, division) / 4).stream()
                .map(FormattedText::text)
                .toList();
    }

    /** Returns the text of a card without markup. */
    static String plainText(String markdown) {
        return MarkdownReader.readWithoutColumns(markdown).text();
    }

    /** Returns true if another division has smaller pieces. */
    static boolean canDivide(String text, int division) {
        return bytes(text, division + 1) < bytes(text, division);
    }

    private static int bytes(String text, int division) {
        int whole = division == 0 ? CARD_BYTES : Math.min(CARD_BYTES, LarkCards.sizeOf(text));
        return Math.max(FEWEST_BYTES, whole >> Math.min(division, 16));
    }
}
