package dev.agenthost.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogLineTest {
    @Test
    void aServicesLineIsReadByPeople() {
        assertThat(
                        LogLine.readable(
                                "{\"timestamp\":\"2026-11-21T10:00:00Z\",\"level\":\"WARN\",\"loggerName\":\"a.B\",\"message\":\"gone\",\"mdc\":{},\"stackTrace\":\"X\\n\\tat y\\n\"}"))
                .isEqualTo("2026-11-21T10:00:00Z WARN a.B gone\nX\n\tat y");
    }

    @Test
    void whatIsNoneStaysAsItIs() {
        assertThat(LogLine.readable("plain text")).isEqualTo("plain text");
        assertThat(LogLine.readable("{\"cut\":")).isEqualTo("{\"cut\":");
    }
}
