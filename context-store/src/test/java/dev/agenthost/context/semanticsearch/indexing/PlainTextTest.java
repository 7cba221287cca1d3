package dev.agenthost.context.semanticsearch.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.semanticsearch.knowledge.DocumentKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PlainTextTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    @Test
    void aTextHasOneKindOfLineEnd() {
        byte[] text = "\ufeffone\r\ntwo\rthree\n四\0𠮷".getBytes(StandardCharsets.UTF_8);

        assertThat(new PlainText().extract(text)).isEqualTo(new ExtractionOutcome.Text("one\ntwo\nthree\n四 𠮷"));
    }

    @Test
    void invalidUtf8IsUnreadable() {
        assertThat(new PlainText().extract(new byte[] {'a', (byte) 0xc3}))
                .isEqualTo(new ExtractionOutcome.Unreadable("The document is not UTF-8 text."));
    }

    @Test
    void aLongTextIsCheckedToItsEnd() {
        String text = "四".repeat(100_000);
        byte[] broken = (text + "x").getBytes(StandardCharsets.UTF_8);
        broken[broken.length - 1] = (byte) 0xff;

        assertThat(new PlainText().extract(text.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new ExtractionOutcome.Text(text));
        assertThat(new PlainText().extract(broken)).isInstanceOf(ExtractionOutcome.Unreadable.class);
    }

    @Test
    void unpairedSurrogatesAreReplaced() {
        assertThat(TextNormalizer.lines("a\ud842b\udfb7")).isEqualTo("a\ufffdb\ufffd");
    }

    @Test
    void aSlowReaderIsInterruptedAndNotAwaited() throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        TextExtractorRegistry readers = new TextExtractorRegistry(
                Map.of(DocumentKind.PDF, bytes -> {
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        stopped.countDown();
                    }
                    return new ExtractionOutcome.Text("late");
                }),
                SHORT);

        assertThat(readers.read(new byte[1], DocumentKind.PDF))
                .isEqualTo(new ExtractionOutcome.Unreadable("Reading the document takes too long."));
        assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aFailingReaderQuotesNothingOfTheDocument() {
        TextExtractorRegistry readers = new TextExtractorRegistry(
                Map.of(DocumentKind.HTML, bytes -> {
                    throw new IllegalStateException("secret");
                }),
                Duration.ofSeconds(20));

        assertThat(readers.read(new byte[1], DocumentKind.HTML))
                .isEqualTo(new ExtractionOutcome.Unreadable("It is broken, or no text/html."));
        assertThat(readers.read(new byte[1], DocumentKind.PDF)).isInstanceOf(ExtractionOutcome.Unreadable.class);
    }
}
