package dev.agenthost.im.chat.text;

import java.util.Comparator;
import java.util.List;

/** Writes Markdown as plain text, for platforms without markup: an address follows the text of its link, and a table is a list of its rows. */
public final class PlainTextRenderer {

    private PlainTextRenderer() {}

    /** Returns the text of Markdown, without entities. */
    public static FormattedText ofMarkdown(String markdown) {
        FormattedText formatted = MarkdownReader.readWithoutColumns(markdown);
        StringBuilder text = new StringBuilder(formatted.text());
        List<TextEntity> links = formatted.entities().stream()
                .filter(entity -> entity.type() == TextEntity.Type.TEXT_LINK && entity.value() != null)
                .sorted(Comparator.comparingInt(TextEntity::end).reversed())
                .toList();
        for (TextEntity link : links) {
            String words = formatted.text().substring(link.offset(), link.end());
            String address = String.valueOf(link.value());
            // An address that stands for itself may be without its scheme.
            if (!address.replaceFirst("(?i)^https?://", "").equals(words) && !address.equals(words)) {
                text.insert(link.end(), " (" + address + ")");
            }
        }
        return FormattedText.plain(text.toString());
    }
}
