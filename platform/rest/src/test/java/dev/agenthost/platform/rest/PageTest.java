package dev.agenthost.platform.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageTest {
    @Test
    void oneMoreThanAskedSaysThatThereIsMore() {
        PageRequest asked = PageRequest.of("2", null);
        assertThat(Page.of(List.of("a", "b", "c"), asked, String::toUpperCase, Function.identity()))
                .isEqualTo(new Page<>(List.of("A", "B"), "b"));
        assertThat(Page.of(List.of("a", "b"), asked, String::toUpperCase, Function.identity()))
                .isEqualTo(new Page<>(List.of("A", "B"), null));
    }

    @Test
    void aPageHasFiftyUnlessAsked() {
        assertThat(PageRequest.of(null, "x")).isEqualTo(new PageRequest(50, "x"));
        assertThat(PageRequest.of("100", null).limitAndOne()).isEqualTo(101);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "-1", "", "ten", "9999999999"})
    void refusesALimitThatIsNone(String limit) {
        assertThatThrownBy(() -> PageRequest.of(limit, null))
                .isInstanceOf(InvalidFieldException.class)
                .hasMessageContaining("limit");
    }
}
