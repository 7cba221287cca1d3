package dev.agenthost.im.chat.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of buttons and forms, and what persons type into them. */
class TypedTextTest {
    @ParameterizedTest
    @CsvSource({"0,0", "-10,-10", ".25,0.25", "999999999999999999,999999999999999999"})
    void aNumberIsRead(String text, String number) {
        assertThat(NumberReader.read(text).orElseThrow()).hasToString(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", ".", "1e9", "0x1", "1 000", "9999999999999999999"})
    void anotherTextIsNoNumber(String text) {
        assertThat(NumberReader.read(text)).isEmpty();
    }

    @Test
    void aTextIsShortenedBetweenCodePoints() {
        assertThat(TextShortener.shorten("abcd", 4)).isEqualTo("abcd");
        assertThat(TextShortener.shorten("abcde", 4)).isEqualTo("abc…");
        assertThat(TextShortener.shorten("a😀😀", 4)).isEqualTo("a😀…");
        assertThat(TextShortener.shorten("ab😀😀", 4)).isEqualTo("ab…");
    }

    @Test
    void aTextWithChineseCharactersIsChinese() {
        assertThat(ChineseText.is("OK 好")).isTrue();
        assertThat(ChineseText.is("OK, ça va, 1️⃣")).isFalse();
    }
}
