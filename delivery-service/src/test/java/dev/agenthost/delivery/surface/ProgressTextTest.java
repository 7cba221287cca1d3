package dev.agenthost.delivery.surface;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTextTest {
    @Test
    void actionsThatDidNotRunAreCountedApart() {
        assertThat(text(UiStatus.RUNNING, new UiProjection.Progress(1, 3))).startsWith("Check · 1/3\n");
        assertThat(text(UiStatus.CANCELED, new UiProjection.Progress(1, 3, 1, 1)))
                .isEqualTo("Check · 1/3 · – 2\n✓ Read: three");
    }

    private static String text(UiStatus status, UiProjection.Progress progress) {
        UiAction read = new UiAction("a", "Read", null, UiStatus.COMPLETED, List.of(), "three", null);
        return ProgressText.of(new UiProjection("g", "Check", null, status, progress, List.of(read), null));
    }
}
