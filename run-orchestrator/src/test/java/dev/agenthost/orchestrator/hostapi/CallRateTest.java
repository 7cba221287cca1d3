package dev.agenthost.orchestrator.hostapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.error.FailureCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests calls that wait for their rate, while their run ends or its owner is overdue. */
class CallRateTest extends HostCallFixture {
    @ParameterizedTest
    @ValueSource(strings = {"history_page", "state_get", "state_set"})
    void doesNotServeARunCancelledDuringTheRateQuery(String action) throws Exception {
        waiting(action);
        session.cancel(FailureCode.CANCELLED);

        assertThat(error(answered())).isEqualTo("unauthorized");
        assertThat(queried).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"history_page", "state_get", "state_set"})
    void doesNotServeARunEndedDuringTheRateQuery(String action) throws Exception {
        waiting(action);
        sessions.close(session);

        assertThat(error(answered())).isEqualTo("not_found");
        assertThat(queried).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"history_page", "state_get", "state_set"})
    void doesNotServeARunPastItsDeadlineAfterTheRateQuery(String action) throws Exception {
        waiting(action);
        now.addAndGet(Duration.ofMinutes(6).toNanos());

        assertThat(error(answered())).isEqualTo("deadline_exceeded");
        assertThat(queried).isEmpty();
    }

    @Test
    void doesNotServeWithAnOverdueLeaseAfterTheRateQuery() throws Exception {
        waiting("history_page");
        mayAct = false;

        assertThat(error(answered())).isEqualTo("runtime_error");
        assertThat(queried).isEmpty();
    }

    @Test
    void limitsTheCallRateOfARun() throws Exception {
        List<String> codes = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            codes.add(error(ask("state_get", "{}")));
        }
        assertThat(codes.subList(0, 400)).containsOnly("invalid_argument");
        assertThat(codes.subList(400, 1000)).containsOnly("rate_limited");

        now.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(error(ask("state_get", "{}"))).isEqualTo("invalid_argument");
    }
}
