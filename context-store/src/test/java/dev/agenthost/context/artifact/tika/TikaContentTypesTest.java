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
    void detectsUndeclaredTypes() {
        assertThat(types.check(PNG, null, null)).isEqualTo(new MimeTypeValidation.Accepted("image/png"));
        assertThat(types.check(HTML, null, null)).isEqualTo(new MimeTypeValidation.Accepted("text/html"));
        assertThat(types.check(TEXT, null, null)).isEqualTo(new MimeTypeValidation.Accepted("text/plain"));
        assertThat(types.check(new byte[0], null, null))
                .isEqualTo(new MimeTypeValidation.Accepted("application/octet-stream"));
    }

    @Test
    void aNameRefinesTheDetectedType() {
        assertThat(types.check(TEXT, "a.csv", null)).isEqualTo(new MimeTypeValidation.Accepted("text/csv"));
        assertThat(types.check(HTML, "a.png", null)).isEqualTo(new MimeTypeValidation.Accepted("text/html"));
    }

    @ParameterizedTest
    @CsvSource({"image/png", "IMAGE/PNG", "application/octet-stream"})
    void detectsImages(String declared) {
        assertThat(types.check(PNG, null, declared)).isEqualTo(new MimeTypeValidation.Accepted(declared.toLowerCase()));
    }

    @ParameterizedTest
    @CsvSource({"image/png", "image/jpeg", "application/pdf", "audio/mpeg"})
    void htmlAndProgramsAreNoOtherType(String declared) {
        assertThat(types.check(HTML, "a.png", declared)).isInstanceOf(MimeTypeValidation.Mismatch.class);
        assertThat(types.check(EXECUTABLE, "a.png", declared)).isInstanceOf(MimeTypeValidation.Mismatch.class);
    }

    @Test
    void anImageIsNoOtherImage() {
        assertThat(types.check(PNG, "a.jpg", "image/jpeg")).isEqualTo(new MimeTypeValidation.Mismatch("image/png"));
    }

    @ParameterizedTest
    @CsvSource({"text/plain", "text/markdown", "application/json", "text/csv;charset=utf-8", "application/x-own"})
    void textMayBeDeclaredAsAnyTextType(String declared) {
        assertThat(types.check(TEXT, null, declared)).isInstanceOf(MimeTypeValidation.Accepted.class);
    }

    @Test
    void textsAreTexts() {
        assertThat(types.check(HTML, null, "text/plain")).isEqualTo(new MimeTypeValidation.Accepted("text/plain"));
        assertThat(types.check(HTML, null, "text/markdown"))
                .isEqualTo(new MimeTypeValidation.Accepted("text/markdown"));
    }

    @ParameterizedTest
    @CsvSource({"nonsense", "text/", "'a b/c'"})
    void anInvalidMediaTypeIsReported(String declared) {
        assertThat(types.check(TEXT, null, declared)).isEqualTo(new MimeTypeValidation.NoType());
    }
}
