package dev.agenthost.context.artifact.tika;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.artifact.MimeTypeValidation;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TikaContentTypesTest {
    private static final byte[] PNG = HexFormat.of()
            .parseHex("89504e470d0a1a0a0000000d4948445200000001000000010806000000"
                    + "1f15c4890000000d49444154789c6300010000000500010d0a2db40000000049454e44ae426082");
    private static final byte[] HTML = "<!DOCTYPE html><html><body>hi</body></html>".getBytes(StandardCharsets.UTF_8);
    private static final byte[] EXECUTABLE =
            HexFormat.of().parseHex("7f454c4602010100000000000000000002003e0001000000");
    private static final byte[] TEXT = "just words".getBytes(StandardCharsets.UTF_8);

    private final TikaContentTypes types = new TikaContentTypes();

    @Test
    void findsWhatNobodySays() {
        assertThat(types.judge(PNG, null, null)).isEqualTo(new MimeTypeValidation.Fits("image/png"));
        assertThat(types.judge(HTML, null, null)).isEqualTo(new MimeTypeValidation.Fits("text/html"));
        assertThat(types.judge(TEXT, null, null)).isEqualTo(new MimeTypeValidation.Fits("text/plain"));
        assertThat(types.judge(new byte[0], null, null))
                .isEqualTo(new MimeTypeValidation.Fits("application/octet-stream"));
    }

    @Test
    void aNameMakesItMoreExactAndNeverAnotherThing() {
        assertThat(types.judge(TEXT, "a.csv", null)).isEqualTo(new MimeTypeValidation.Fits("text/csv"));
        assertThat(types.judge(HTML, "a.png", null)).isEqualTo(new MimeTypeValidation.Fits("text/html"));
    }

    @ParameterizedTest
    @CsvSource({"image/png", "IMAGE/PNG", "application/octet-stream"})
    void takesAnImageForWhatItIs(String declared) {
        assertThat(types.judge(PNG, null, declared)).isEqualTo(new MimeTypeValidation.Fits(declared.toLowerCase()));
    }

    @ParameterizedTest
    @CsvSource({"image/png", "image/jpeg", "application/pdf", "audio/mpeg"})
    void whatIsHtmlOrAProgramIsNothingElse(String declared) {
        assertThat(types.judge(HTML, "a.png", declared)).isInstanceOf(MimeTypeValidation.Contradicts.class);
        assertThat(types.judge(EXECUTABLE, "a.png", declared)).isInstanceOf(MimeTypeValidation.Contradicts.class);
    }

    @Test
    void anImageIsNoOtherImage() {
        assertThat(types.judge(PNG, "a.jpg", "image/jpeg")).isEqualTo(new MimeTypeValidation.Contradicts("image/png"));
    }

    @ParameterizedTest
    @CsvSource({"text/plain", "text/markdown", "application/json", "text/csv;charset=utf-8", "application/x-own"})
    void wordsAreWhatTheyAreSaidToBe(String declared) {
        assertThat(types.judge(TEXT, null, declared)).isInstanceOf(MimeTypeValidation.Fits.class);
    }

    @Test
    void textsAreTexts() {
        assertThat(types.judge(HTML, null, "text/plain")).isEqualTo(new MimeTypeValidation.Fits("text/plain"));
        assertThat(types.judge(HTML, null, "text/markdown")).isEqualTo(new MimeTypeValidation.Fits("text/markdown"));
    }

    @ParameterizedTest
    @CsvSource({"nonsense", "text/", "'a b/c'"})
    void whatIsNoMediaTypeIsSaidToBeNone(String declared) {
        assertThat(types.judge(TEXT, null, declared)).isEqualTo(new MimeTypeValidation.NoType());
    }
}
