package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TruncatedTextTest {
    @Test
    void keepsAShortText() {
        assertThat(TruncatedText.name("a".repeat(100))).isEqualTo("a".repeat(100));
        assertThat(TruncatedText.line("a sentence")).isEqualTo("a sentence");
    }

    @Test
    void marksATruncatedText() {
        assertThat(TruncatedText.name("a".repeat(101))).isEqualTo("a".repeat(100) + "…");
        assertThat(TruncatedText.line("b".repeat(301))).isEqualTo("b".repeat(300) + "…");
    }

    @Test
    void neverSplitsACharacter() {
        assertThat(TruncatedText.name("a".repeat(99) + "😀 and more")).isEqualTo("a".repeat(99) + "…");
    }

    @Test
    void replacesInvalidCharacters() {
        assertThat(TruncatedText.name("x\ud800y\u0000")).isEqualTo("x\ufffdy\ufffd");
        assertThat(TruncatedText.name("\udc00".repeat(200))).isEqualTo("\ufffd".repeat(100) + "…");
    }

    @Test
    void aLineIsOneLine() {
        assertThat(TruncatedText.line("  one\n\ttwo\u0000 three \r\n")).isEqualTo("one two three");
    }
}
