package dev.agenthost.context.artifact.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.artifact.ByteRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RangeHeaderTest {
    @ParameterizedTest
    @CsvSource({
        "bytes=0-3, 0, 4",
        "bytes=4-, 4, 10",
        "bytes=-3, 7, 10",
        "bytes=-99, 0, 10",
        "bytes=8-99, 8, 10",
        "Bytes=9-9, 9, 10",
        "bytes=0-999999999999999999, 0, 10"
    })
    void oneRangeIsAPart(String header, long from, long to) {
        assertThat(RangeHeader.of(header, 10)).isEqualTo(new RangeHeader.Part(new ByteRange(from, to)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=10-", "bytes=10-12", "bytes=-0", "bytes=999999999999999999-"})
    void beyondTheEndIsUnsatisfiable(String header) {
        assertThat(RangeHeader.of(header, 10)).isEqualTo(new RangeHeader.Unsatisfiable());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes",
                "bytes=",
                "bytes=-",
                "bytes=3-1",
                "bytes=0-1,4-5",
                "bytes=a-b",
                "bytes=--1",
                "lines=0-1",
                "bytes=99999999999999999999999-"
            })
    void otherHeadersRequestAllBytes(String header) {
        assertThat(RangeHeader.of(header, 10)).isEqualTo(new RangeHeader.All());
    }

    @Test
    void withoutAHeaderAllBytesAreRequested() {
        assertThat(RangeHeader.of(null, 10)).isEqualTo(new RangeHeader.All());
        assertThat(RangeHeader.of("bytes=0-", 0)).isEqualTo(new RangeHeader.Unsatisfiable());
        assertThat(RangeHeader.of("bytes=-1", 0)).isEqualTo(new RangeHeader.Unsatisfiable());
    }

    @Test
    void aNameCannotLeaveItsHeader() {
        assertThat(Disposition.attachment(null)).isEqualTo("attachment");
        assertThat(Disposition.attachment("a\"; b\\ü%.txt"))
                .isEqualTo("attachment; filename=\"a_; b___.txt\"; filename*=UTF-8''a%22%3B%20b%5C%C3%BC%25.txt");
    }
}
