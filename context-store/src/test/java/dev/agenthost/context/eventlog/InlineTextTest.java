package dev.agenthost.context.eventlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class InlineTextTest {
    private static final String BYTES = Base64.getEncoder().encodeToString(new byte[100]);

    @Test
    void inlineBytesAreReplacedByTheirSize() {
        assertThat(InlineText.without("see ![x](data:image/png;base64," + BYTES + ") and <img src=\"DATA:;Base64,"
                        + BYTES + "\"> there"))
                .isEqualTo(
                        "see ![x](data:image/png;base64,[100 bytes]) and <img src=\"DATA:;Base64,[100 bytes]\"> there");
    }

    @Test
    void sixtyFourCharactersAreReplacedAndSixtyThreeAreNot() {
        String head = "x data:image/png;base64,";

        assertThat(InlineText.without(head + "A".repeat(64))).isEqualTo(head + "[48 bytes]");
        assertThat(InlineText.without(head + "A".repeat(63))).isEqualTo(head + "A".repeat(63));
        assertThat(InlineText.without(head + "A".repeat(63) + "=")).isEqualTo(head + "[47 bytes]");
    }

    @Test
    void base64InLinesIsReplacedToItsEnd() {
        String lines = Base64.getMimeEncoder().encodeToString(new byte[130]);
        assertThat(lines).contains("\r\n").endsWith("=");

        assertThat(InlineText.without("(data:image/png;base64," + lines + "\nThe next line"))
                .isEqualTo("(data:image/png;base64,[130 bytes]\nThe next line");
        assertThat(InlineText.without("(data:image/png;base64," + "A".repeat(76) + "\nThe next line"))
                .isEqualTo("(data:image/png;base64,[57 bytes]\nThe next line");
    }

    @Test
    void otherAddressesStay() {
        for (String text : new String[] {
            "",
            "data:",
            "data:text/plain," + BYTES,
            "data: base64," + BYTES,
            "data:image/png;base64 ," + BYTES,
            "mydata;base64," + BYTES,
            "data:" + "x".repeat(InlineText.HEAD) + ";base64," + BYTES,
            "https://x.example/data;base64," + BYTES
        }) {
            assertThat(InlineText.without(text)).as(text).isSameAs(text);
        }
    }

    @Property(tries = 300)
    void theSurroundingTextStaysAndNoByteDoes(
            @ForAll("words") String before,
            @ForAll("words") String after,
            @ForAll @Size(min = 48, max = 500) byte[] bytes) {
        String base64 = Base64.getEncoder().encodeToString(bytes);

        assertThat(InlineText.without(before + "(data:image/png;base64," + base64 + ")" + after))
                .isEqualTo(before + "(data:image/png;base64,[" + bytes.length + " bytes])" + after);
    }

    @Property(tries = 300)
    void replacementIsIdempotent(@ForAll("pieces") String text) {
        String cut = InlineText.without(text);

        assertThat(InlineText.without(cut)).isSameAs(cut);
        assertThat(cut.length()).isLessThanOrEqualTo(text.length());
    }

    /** A quadratic scan would not finish in time. */
    @Test
    void nestedBeginningsAreReadOnce() {
        String heads = "data:;base64".repeat(400_000);
        String shorts = ("data:;base64," + "A".repeat(63) + "\n").repeat(60_000);

        assertThat(InlineText.without(heads)).isSameAs(heads);
        assertThat(InlineText.without(shorts)).isSameAs(shorts);
    }

    @Provide
    Arbitrary<String> words() {
        return Arbitraries.strings()
                .withChars("dat:;,base64 \n=")
                .ofMaxLength(40)
                .map(text -> text + " ");
    }

    @Provide
    Arbitrary<String> pieces() {
        return Arbitraries.of(
                        "data:", "DATA:image/png", ";base64,", ",", BYTES, "AAAA", "==", "\n", "\r\n", " ", "[", "%3D")
                .list()
                .ofMaxSize(40)
                .map(pieces -> String.join("", pieces));
    }
}
