package dev.agenthost.context.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilePositionTest {
    @Test
    void aCursorIsItsPosition() {
        FilePosition place = new FilePosition(Instant.parse("2026-11-22T07:00:00.123456Z"), "abc.png");

        assertThat(FilePosition.parse(place.cursor())).contains(place);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "x/abc", "-1/abc", "1/../abc", "1/", "999999999999999999999/abc", "1/a b"})
    void anInvalidCursorIsEmpty(String written) {
        assertThat(FilePosition.parse(Base64.getUrlEncoder().encodeToString(written.getBytes())))
                .isEmpty();
        assertThat(FilePosition.parse(written + "*")).isEmpty();
    }
}
