package dev.agenthost.protocol.store.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateGrammarTest {
    @ParameterizedTest
    @ValueSource(strings = {"n", "external.session_id", " a b ", "检查点", "👩‍💻", "a/b:c"})
    void anyTextIsAName(String name) {
        assertThat(StateGrammar.faultOfName(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a\0",
                "a\nb",
                "\t",
                "\u007f",
                "\u0085",
                "\u2028",
                "a\u202eb",
                "\u2066a",
                "\u200fa",
                "\u061ca"
            })
    void whatIsNoTextIsNoName(String name) {
        assertThat(StateGrammar.faultOfName(name)).isPresent();
    }

    /** These cannot stand in an annotation. */
    @Test
    void halvesOfCharactersAreNoName() {
        assertThat(StateGrammar.faultOfName("a\ud83d")).isPresent();
        assertThat(StateGrammar.faultOfName("\ude00a")).isPresent();
    }

    @Test
    void aNameHasItsLengthAndNoMore() {
        assertThat(StateGrammar.faultOfName("n".repeat(StateGrammar.NAME_LENGTH)))
                .isEmpty();
        assertThat(StateGrammar.faultOfName("n".repeat(StateGrammar.NAME_LENGTH + 1)))
                .isPresent();
    }
}
