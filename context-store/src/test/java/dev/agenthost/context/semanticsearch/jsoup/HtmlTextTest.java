package dev.agenthost.context.semanticsearch.jsoup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.semanticsearch.indexing.ExtractionOutcome;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HtmlTextTest {
    private final HtmlText reader = new HtmlText();

    @Test
    void headingsAndParagraphsAreThoseOfMarkdown() {
        assertThat(read(
                        "<html><head><title>T</title><style>p{}</style></head><body><h1>Guide</h1><p>One\n  two <b>three</b>.</p>"
                                + "<h2>Below</h2><ul><li>a</li><li>b</li></ul><table><tr><td>x</td><td>y</td></tr></table>"
                                + "<script>alert(1)</script><pre>  kept\n    so</pre>after</body></html>"))
                .isEqualTo("# Guide\n\nOne two three.\n\n## Below\n\na\nb\n\nx y\n\n  kept\n    so\n\nafter");
    }

    @Test
    void linksAreNotFetchedAndInvisibleTextIsNotRead() {
        assertThat(
                        read(
                                "<!DOCTYPE html [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><body><iframe src=\"http://127.0.0.1:1/\">"
                                        + "in</iframe><img src=\"http://127.0.0.1:1/x\">&e; text<template>no</template><noscript>no</noscript></body>"))
                .endsWith("text")
                .doesNotContain("root:")
                .doesNotContain("no");
    }

    @Test
    void theEncodingThatThePageNamesIsRead() {
        byte[] page = "<html><head><meta charset=\"gb18030\"></head><body>中文</body></html>"
                .getBytes(Charset.forName("gb18030"));

        assertThat(((ExtractionOutcome.Text) reader.extract(page)).text().strip())
                .isEqualTo("中文");
    }

    @Test
    void deepAndUnclosedPagesAreRead() {
        assertThat(read("<div>".repeat(50_000) + "deep")).contains("deep");
        assertThat(read("<p>a<p>b<!-- ")).isEqualTo("a\n\nb");
        assertThat(read("")).isEmpty();
    }

    @Test
    void aPageThatIsTooLargeIsUnreadable() {
        assertThat(reader.extract(new byte[HtmlText.LARGEST + 1]))
                .isEqualTo(new ExtractionOutcome.Unreadable("A page of more than 4 MiB is not read."));
    }

    @Test
    void aPageOfTooManyTagsIsUnreadable() {
        assertThat(reader.extract("<b>".repeat(HtmlText.MOST_TAGS + 1).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new ExtractionOutcome.Unreadable("A page of more than 200000 tags is not read."));
    }

    private String read(String html) {
        return ((ExtractionOutcome.Text) reader.extract(html.getBytes(StandardCharsets.UTF_8)))
                .text()
                .strip();
    }
}
