package dev.agenthost.im.chat.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.id.RunId;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ButtonKeyTest {

    @Property
    void isReadAsItWasWritten(
            @ForAll long high,
            @ForAll long low,
            @ForAll @IntRange(max = 19) int action,
            @ForAll @AlphaChars @StringLength(min = 1, max = 36) String token) {
        ButtonKey key = new ButtonKey(new RunId(new UUID(high, low)), action, token);

        String text = key.text().orElseThrow();

        assertThat(text.length()).isLessThanOrEqualTo(64);
        assertThat(ButtonKey.read(text)).contains(key);
    }

    @Property
    void readsAnyTextWithoutAnException(@ForAll String data, @ForAll boolean isPrefixed) {
        assertThat(ButtonKey.read(isPrefixed ? "q." + data : data)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "q.",
                "x.AAAAAAAAAAAAAAAAAAAAAA.0.t",
                "q.AAAA.0.t",
                "q.AAAAAAAAAAAAAAAAAAAAAA.x.t",
                "q.AAAAAAAAAAAAAAAAAAAAAA.0."
            })
    void aTextOfAnotherFormIsNoKey(String data) {
        assertThat(ButtonKey.read(data)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0123456789012345678901234567890123456789"})
    void aTokenThatDoesNotFitHasNoKey(String token) {
        assertThat(new ButtonKey(new RunId(new UUID(1, 2)), 0, token).text()).isEmpty();
    }
}
