package dev.agenthost.platform.egress.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MultipartBodyTest {

    static Stream<Arguments> names() {
        return Stream.of(
                Arguments.of("report.pdf", "report.pdf"),
                Arguments.of("Übersicht 2026.pdf", "Übersicht 2026.pdf"),
                Arguments.of("a\"; name=\"chat_id\r\n\r\n1", "a_; name=_chat_id____1"),
                Arguments.of("../etc/passwd", ".._etc_passwd"),
                Arguments.of(null, "document"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void aFileNameStaysWithinItsHeader(@Nullable String name, String expected) {
        assertThat(body(name, "text/plain")).contains("name=\"document\"; filename=\"" + expected + "\"\r\n");
    }

    @Test
    void aTypeThatIsNoneIsAnyBytes() {
        assertThat(body("a", "text/plain\r\nX: y")).contains("Content-Type: application/octet-stream\r\n\r\n");
        assertThat(body("a", "image/svg+xml")).contains("Content-Type: image/svg+xml\r\n\r\n");
    }

    private static String body(@Nullable String name, String type) {
        MultipartBody body = MultipartBody.of(Map.of("chat_id", "7"), "document", name, type, "boundary");
        return new String(body.head(), StandardCharsets.UTF_8);
    }
}
