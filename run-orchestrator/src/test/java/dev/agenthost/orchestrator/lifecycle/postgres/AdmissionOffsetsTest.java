package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.orchestrator.lifecycle.admission.AdmissionOutcome;
import dev.agenthost.orchestrator.walk.RunRequests;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Applied offsets move with the admissions that they count. */
class AdmissionOffsetsTest extends TwoReplicas {
    private static final Resolution REFUSED = RunRequests.by(new RunnerId("nul\u0000", "in", "it"), 60);

    @BeforeEach
    void assign() {
        done(pool.query("TRUNCATE runs.applied_offsets").execute());
        done(pool.query("INSERT INTO runs.applied_offsets VALUES ('" + Topics.RUN_REQUESTS + "', 3, 'id', 100)")
                .execute());
    }

    @Test
    void anOffsetMovesWithTheRuns() {
        admit(one, List.of(RunRequests.of("x")), 100, 101);
        assertThat(next()).isEqualTo(101);
    }

    @Test
    void noOffsetMovesWhileARunIsRefused() {
        List<AdmissionOutcome> outcomes = admit(one, List.of(RunRequests.of("x"), REFUSED), 100, 102);
        assertThat(outcomes.get(1)).isInstanceOf(AdmissionOutcome.Refused.class);
        assertThat(next()).isEqualTo(100);
    }

    @Test
    void theOffsetOfALargeBatchMovesWithItsLastPartUnlessAnEarlierOneIsRefused() {
        List<Resolution> runs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            runs.add(RunRequests.of("x"));
        }
        admit(one, runs, 100, 300);
        assertThat(next()).isEqualTo(300);

        runs.set(5, REFUSED);
        admit(one, runs, 300, 500);
        assertThat(next()).isEqualTo(300);
    }

    @Test
    void aReplicaThatComesLateTakesNothingBack() {
        List<Resolution> batch = List.of(RunRequests.of("x"), RunRequests.of("x"));
        admit(two, batch, 100, 110);

        assertThat(admit(one, batch, 100, 102)).allMatch(AdmissionOutcome.Repeated.class::isInstance);

        assertThat(next()).isEqualTo(110);
    }

    @Test
    void nothingIsAdmittedByAReplicaThatKnowsMoreThanTheDatabase() {
        Resolution run = RunRequests.of("x");

        assertThatThrownBy(() -> admit(one, List.of(run), 101, 102)).hasMessageContaining("the database was restored");

        assertThat(done(one.runs.find(key(run)))).isEmpty();
        assertThat(next()).isEqualTo(100);
    }

    private static List<AdmissionOutcome> admit(RunsReplica replica, List<Resolution> runs, long expected, long next) {
        return done(replica.admissions.admit(
                runs.stream().map(RunsReplica::admission).toList(),
                replica.incarnation,
                RunsReplica.room(5),
                List.of(new OffsetAdvance(Topics.RUN_REQUESTS, 3, expected, next))));
    }

    private static long next() {
        return done(pool.query("SELECT next_offset FROM runs.applied_offsets").execute())
                .iterator()
                .next()
                .getLong(0);
    }
}
