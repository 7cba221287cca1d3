package dev.agenthost.orchestrator.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LivenessTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test
    void endsWhoIsSilent() {
        assertThat(Liveness.USUAL.verdict(true, 0, 0, 8 * SECOND)).isEmpty();
        assertThat(Liveness.USUAL.verdict(true, 0, 0, 8 * SECOND + 1)).contains(CloseReason.SILENT);
    }

    @Test
    void endsWhoDoesNotIntroduceItself() {
        assertThat(Liveness.USUAL.verdict(false, 0, 10 * SECOND, 10 * SECOND + 1))
                .contains(CloseReason.HANDSHAKE_TIMEOUT);
        assertThat(Liveness.USUAL.verdict(true, 0, 10 * SECOND, 10 * SECOND + 1))
                .isEmpty();
    }

    @Test
    void doesNotBlameAPeerForItsOwnAbsence() {
        assertThat(Liveness.USUAL.wasAway(0, 4 * SECOND)).isFalse();
        assertThat(Liveness.USUAL.wasAway(0, 4 * SECOND + 1)).isTrue();
    }
}
