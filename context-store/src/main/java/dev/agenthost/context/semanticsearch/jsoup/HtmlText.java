package dev.agenthost.context.semanticsearch.jsoup;

import dev.agenthost.context.semanticsearch.indexing.ExtractionOutcome;
import dev.agenthost.context.semanticsearch.indexing.HeapCapacity;
import dev.agenthost.context.semanticsearch.indexing.TextExtractor;
import dev.agenthost.context.semanticsearch.indexing.TextNormalizer;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeVisitor;

/** Extracts the visible text of an HTML page. Nothing that the page names is fetched. Headings become those of Markdown. */
public final class HtmlText implements TextExtractor {
    /** Largest page in bytes; a page takes many times its size while it is parsed. */
    static final int LARGEST = 4 * 1024 * 1024;

    /** Most tags of a page; each takes some 200 bytes while the page is parsed. */
    static final int MOST_TAGS = 200_000;

    private static final Set<String> UNREAD =
            Set.of("head", "script", "style", "noscript", "template", "svg", "iframe", "object", "select", "textarea");
    private static final Set<String> LINES = Set.of("br", "li", "tr", "dt", "dd", "option");
    private static final Set<String> CELLS = Set.of("td", "th");
    private static final String LEVELS = "h1h2h3h4h5h6";

    private final HeapCapacity heap;

    public HtmlText() {
        this(HeapCapacity.ofThisProcess());
    }

    HtmlText(HeapCapacity heap) {
        this.heap = heap;
    }

    @Override
    public ExtractionOutcome extract(byte[] bytes) {
        if (bytes.length > LARGEST) {
            return new ExtractionOutcome.Unreadable(
                    "A page of more than " + LARGEST / 1024 / 1024 + " MiB is not read.");
        }
        if (tags(bytes) > MOST_TAGS) {
            return new ExtractionOutcome.Unreadable("A page of more than " + MOST_TAGS + " tags is not read.");
        }
        try {
            Document page = Jsoup.parse(new Bounded(bytes), null, "");
            page.select(String.join(",", UNREAD)).remove();
            Writer writer = new Writer();
            page.body().traverse(writer);
            return new ExtractionOutcome.Text(TextNormalizer.lines(writer.text));
        } catch (IOException shortage) {
            return HeapCapacity.shortage();
        }
    }

    /** Streams the page's bytes while the page is parsed. */
    private final class Bounded extends FilterInputStream {
        Bounded(byte[] bytes) {
            super(new ByteArrayInputStream(bytes));
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (!heap.has(heap.ofOne())) {
                throw new IOException("no memory");
            }
            return super.read(into, from, length);
        }
    }

    private static int tags(byte[] bytes) {
        int tags = 0;
        for (byte one : bytes) {
            tags += one == '<' ? 1 : 0;
        }
        return tags;
    }

    private static final class Writer implements NodeVisitor {
        final StringBuilder text = new StringBuilder();
        private int preformatted;

        @Override
        public void head(Node node, int depth) {
            if (node instanceof TextNode content) {
                write(preformatted > 0 ? content.getWholeText() : content.text());
            } else if (node instanceof Element element) {
                begin(element);
            }
        }

        @Override
        public void tail(Node node, int depth) {
            if (node instanceof Element element) {
                if (element.normalName().equals("pre")) {
                    preformatted--;
                }
                String name = element.normalName();
                if (element.isBlock() && !LINES.contains(name) && !CELLS.contains(name)) {
                    lines(2);
                }
            }
        }

        private void begin(Element element) {
            String name = element.normalName();
            int level = name.length() == 2 ? LEVELS.indexOf(name) / 2 + 1 : 0;
            if (level > 0 && LEVELS.contains(name) && !element.text().isBlank()) {
                lines(2);
                text.append("#".repeat(level)).append(' ');
            } else if (LINES.contains(name)) {
                lines(1);
            } else if (CELLS.contains(name)) {
                write(" ");
            } else if (element.isBlock()) {
                lines(2);
            }
            if (name.equals("pre")) {
                preformatted++;
            }
        }

        private void write(String content) {
            boolean fresh = text.isEmpty() || Character.isWhitespace(text.charAt(text.length() - 1));
            text.append(fresh && preformatted == 0 ? content.stripLeading() : content);
        }

        /** Ends the text with at least so many line ends, except at its beginning. */
        private void lines(int lineBreaks) {
            int breaks = 0;
            int end = text.length();
            while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
                if (text.charAt(--end) == '\n') {
                    breaks++;
                }
            }
            if (end > 0 && breaks < lineBreaks) {
                text.setLength(end);
                text.repeat('\n', lineBreaks);
            }
        }
    }
}
