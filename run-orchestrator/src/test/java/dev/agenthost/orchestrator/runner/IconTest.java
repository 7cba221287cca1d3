package dev.agenthost.orchestrator.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class IconTest {
    @Test
    void detectsTheTypeFromTheBytes() {
        assertThat(Icon.of(Pictures.png(100))).map(Icon::mimeType).contains("image/png");
        assertThat(Icon.of(Pictures.jpeg(100))).map(Icon::mimeType).contains("image/jpeg");
        assertThat(Icon.of(Pictures.gif(100))).map(Icon::mimeType).contains("image/gif");
        assertThat(Icon.of(Pictures.webp(100))).map(Icon::mimeType).contains("image/webp");
    }

    @Test
    void refusesSvg() {
        for (String text : new String[] {
            "",
            "<svg xmlns='http://www.w3.org/2000/svg'/>",
            "<html>",
            " GIF89a",
            "\u0089PNG\r\n\u001a\n<script>..",
            "RIFF....WAVE",
            "GIF89"
        }) {
            assertThat(Icon.of(text.getBytes(StandardCharsets.ISO_8859_1)))
                    .as(text)
                    .isEmpty();
        }
    }

    @Test
    void isSmall() {
        assertThat(Icon.of(Pictures.png(Icon.LARGEST))).isPresent();
        assertThat(Icon.of(Pictures.png(Icon.LARGEST + 1))).isEmpty();
    }

    @Test
    void hasTheDigestOfItsBytes() {
        assertThat(Icon.of(Pictures.png(100)).orElseThrow().sha256())
                .hasSize(64)
                .isEqualTo(Icon.of(Pictures.png(100)).orElseThrow().sha256())
                .isNotEqualTo(Icon.of(Pictures.png(101)).orElseThrow().sha256());
    }
}
