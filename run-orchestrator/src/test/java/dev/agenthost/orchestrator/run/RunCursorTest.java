package dev.agenthost.orchestrator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.id.RunId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunCursorTest {
    @Test
    void aCursorLeadsBackToItsPlace() {
        RunCursor place = new RunCursor(Instant.parse("2026-11-21T10:00:00.123456Z"), new RunId(UUID.randomUUID()));

        assertThat(RunCursor.read(place.cursor())).contains(place);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "2026-11-21T10:00:00Z",
                "2026-11-21T10:00:00Z/x",
                "-0100-11-21T10:00:00Z/1b4e28ba-2fa1-11d2-883f-0016d3cca427",
                "+999999999-11-21T10:00:00Z/1b4e28ba-2fa1-11d2-883f-0016d3cca427",
                "soon/1b4e28ba-2fa1-11d2-883f-0016d3cca427"
            })
    void whatWasNeverGivenLeadsNowhere(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(RunCursor.read(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)))
                .isEmpty();
        assertThat(RunCursor.read("\u0000" + text)).isEmpty();
    }
}
