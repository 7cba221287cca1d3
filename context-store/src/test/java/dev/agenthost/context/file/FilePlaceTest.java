package dev.agenthost.context.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilePlaceTest {
    @Test
    void aCursorIsItsPlace() {
        FilePlace place = new FilePlace(Instant.parse("2026-11-22T07:00:00.123456Z"), "abc.png");

        assertThat(FilePlace.parse(place.cursor())).contains(place);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "x/abc", "-1/abc", "1/../abc", "1/", "999999999999999999999/abc", "1/a b"})
    void whatIsNoPlaceIsNone(String written) {
        assertThat(FilePlace.parse(Base64.getUrlEncoder().encodeToString(written.getBytes())))
                .isEmpty();
        assertThat(FilePlace.parse(written + "*")).isEmpty();
    }
}
