package dev.agenthost.orchestrator.tool.networknt;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternSizeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "((a{1000}){1000}){1000}",
                "(?:a{1000}b{1000}){1000}",
                "(((a{2,40}){40}){40}){40}",
                "([abc{]{1000}){1000}",
                "(\\x{61}{1000}){1000}",
                "(\\p{L}{1000}){1000}",
                "(a{999}"
            })
    void detectsGrowingPatterns(String pattern) {
        assertThat(PatternSize.isBeyond(pattern, 500)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
                "^[\\w.+-]+@[\\w-]+\\.[\\w.]+$",
                "^(https?)://[^\\s/$.?#].[^\\s]*$",
                "a{,3}",
                "a{x}",
                "[",
                "\\",
                "",
                "{",
                ")("
            })
    void acceptsUsualPatterns(String pattern) {
        assertThat(PatternSize.isBeyond(pattern, 100)).isFalse();
    }

    /** The compiled program never exceeds the estimate by more than a constant. */
    @ParameterizedTest
    @ValueSource(strings = {"a{50}", "(ab{10}){20}", "([a-z]{3}|x{4}){30}", "(\\x{61}{10}){10}", "(?:(?:a?){10}){10}"})
    void isAtLeastTheSizeOfTheCompiledProgram(String pattern) {
        int size = Pattern.compile(pattern).programSize();

        assertThat(PatternSize.isBeyond(pattern, size / 4)).isTrue();
    }
}
