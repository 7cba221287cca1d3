package dev.agenthost.local.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.local.settings.Service;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkloadTest {
    @Test
    void lagIsSummedOverReplicasAndTopicsAndTheDatabasesNumbersAreNot() {
        String one = """
                # HELP agenthost_orchestrator_runs_open open runs
                # TYPE agenthost_orchestrator_runs_open gauge
                agenthost_orchestrator_runs_open{state="queued"} 7.0
                agenthost_orchestrator_runs_open{state="running"} 3.0
                agenthost_orchestrator_queue_age_seconds 1.5
                agenthost_orchestrator_intake_lag{topic="a"} 2.0
                agenthost_orchestrator_intake_lag{topic="b"} 3.0
                agenthost_orchestrator_unpublished 4.0
                """;
        String two = """
                agenthost_orchestrator_runs_open{state="queued"} 6.0
                agenthost_orchestrator_runs_open{state="running"} 4.0
                agenthost_orchestrator_queue_age_seconds 1.25
                agenthost_orchestrator_intake_lag{topic="a"} 10.0
                agenthost_orchestrator_unpublished NaN
                """;

        Workload work = Workload.of(Map.of(Service.RUN_ORCHESTRATOR, List.of(one, two)));

        assertThat(work.lag().get(Service.RUN_ORCHESTRATOR)).hasValue(15);
        assertThat(work.unpublished().get(Service.RUN_ORCHESTRATOR)).hasValue(4);
        assertThat(work.queued()).hasValue(7);
        assertThat(work.running()).hasValue(4);
        assertThat(work.queueAgeSeconds()).hasValue(1.5);
    }

    @Test
    void whatNobodySaysIsUnknownAndNotZero() {
        Workload work = Workload.of(
                Map.of(
                        Service.DELIVERY_SERVICE,
                        List.of(
                                "agenthost_delivery_sends_age_seconds NaN\nagenthost_delivery_intake_lag NaN\nno metric at all\n")));

        assertThat(work.lag().get(Service.DELIVERY_SERVICE)).isEmpty();
        assertThat(work.lag().get(Service.RUN_ORCHESTRATOR)).isEmpty();
        assertThat(work.waiting()).isEmpty();
        assertThat(work.sendsAgeSeconds()).isEmpty();
    }

    @Test
    void aFigureThatAStageDoesNotHaveIsNeitherZeroNorUnknown() {
        Workload work = Workload.of(Map.of(Service.DELIVERY_SERVICE, List.of("agenthost_delivery_intake_lag 3.0\n")));

        assertThat(work.lag().get(Service.DELIVERY_SERVICE)).hasValue(3);
        assertThat(work.unpublished()).doesNotContainKey(Service.DELIVERY_SERVICE);
    }
}
