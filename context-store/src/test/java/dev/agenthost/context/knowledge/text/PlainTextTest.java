package dev.agenthost.context.knowledge.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.knowledge.document.DocumentKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PlainTextTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    @Test
    void aTextIsWhatItSaysWithOneKindOfLineEnd() {
        byte[] text = "\ufeffone\r\ntwo\rthree\n四\0𠮷".getBytes(StandardCharsets.UTF_8);

        assertThat(new PlainText().extract(text)).isEqualTo(new Extracted.Text("one\ntwo\nthree\n四 𠮷"));
    }

    @Test
    void whatIsNoTextIsUnreadable() {
        assertThat(new PlainText().extract(new byte[] {'a', (byte) 0xc3}))
                .isEqualTo(new Extracted.Unreadable("It is no UTF-8 text."));
    }

    @Test
    void aLongTextIsCheckedToItsEnd() {
        String text = "四".repeat(100_000);
        byte[] broken = (text + "x").getBytes(StandardCharsets.UTF_8);
        broken[broken.length - 1] = (byte) 0xff;

        assertThat(new PlainText().extract(text.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new Extracted.Text(text));
        assertThat(new PlainText().extract(broken)).isInstanceOf(Extracted.Unreadable.class);
    }

    @Test
    void halfACharacterIsNeverKept() {
        assertThat(Storable.lines("a\ud842b\udfb7")).isEqualTo("a\ufffdb\ufffd");
    }

    @Test
    void aReaderThatIsTooSlowIsToldToStopAndNotWaitedFor() throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        Readers readers = new Readers(
                Map.of(DocumentKind.PDF, bytes -> {
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        stopped.countDown();
                    }
                    return new Extracted.Text("late");
                }),
                SHORT);

        assertThat(readers.read(new byte[1], DocumentKind.PDF))
                .isEqualTo(new Extracted.Unreadable("It takes too long to read."));
        assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aReaderThatBreaksSaysNothingOfWhy() {
        Readers readers = new Readers(
                Map.of(DocumentKind.HTML, bytes -> {
                    throw new IllegalStateException("secret");
                }),
                Duration.ofSeconds(20));

        assertThat(readers.read(new byte[1], DocumentKind.HTML))
                .isEqualTo(new Extracted.Unreadable("It is broken, or no text/html."));
        assertThat(readers.read(new byte[1], DocumentKind.PDF)).isInstanceOf(Extracted.Unreadable.class);
    }
}
