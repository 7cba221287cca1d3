package dev.agenthost.orchestrator.lifecycle.postgres;

import static dev.agenthost.orchestrator.lifecycle.postgres.RunsReplica.done;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.hostapi.audit.BlockableAuditTrail;
import dev.agenthost.orchestrator.hostapi.audit.CallAudit;
import dev.agenthost.orchestrator.hostevent.HostEventOutbox;
import dev.agenthost.orchestrator.hostevent.postgres.PostgresHostEventRepository;
import dev.agenthost.orchestrator.interaction.Questions;
import dev.agenthost.orchestrator.interaction.Submission;
import dev.agenthost.orchestrator.interaction.SubmissionOutcome;
import dev.agenthost.orchestrator.interaction.SubmissionService;
import dev.agenthost.orchestrator.interaction.postgres.PostgresQuestionRepository;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.timer.TimerService;
import dev.agenthost.orchestrator.timer.postgres.PostgresTimerRepository;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Questions, timers and the outbox of one replica, with the events that it publishes. */
final class HostEventsFixture {
    private final Pool pool;
    private final List<EventEnvelope> published = new CopyOnWriteArrayList<>();
    private final PostgresQuestionRepository questions;
    private final HostEventOutbox outbox;

    HostEventsFixture(Pool pool) {
        this.pool = pool;
        this.questions = new PostgresQuestionRepository(pool);
        this.outbox = new HostEventOutbox(new PostgresHostEventRepository(pool), event -> {
            published.add(event);
            return Uni.createFrom().voidItem();
        });
    }

    /** Returns the token of the question. */
    String ask(ClaimedRun run) {
        return done(questions.ask(Questions.asked(run, List.of(), Instant.now())));
    }

    SubmissionOutcome respond(ClaimedRun run, String token) {
        ObjectNode values = ProtocolCodec.mapper().createObjectNode().put("priority", "normal");
        return done(new SubmissionService(
                        questions, outbox, new CallAudit(new BlockableAuditTrail()), InstantSource.system())
                .submit(run.key(), "deploy-1", new Submission(token, "approve", values, null, "key-1"), Set.of("*")));
    }

    /** Sets a timer that is due now. */
    void fire(ClaimedRun run) {
        ObjectNode arguments =
                ProtocolCodec.mapper().createObjectNode().put("timer_id", "t").put("delay_seconds", 1);
        done(new TimerService(new PostgresTimerRepository(pool), InstantSource.system()).set(run, arguments));
        done(pool.query("UPDATE runs.host_events SET publish_after = clock_timestamp() WHERE timer_of IS NOT NULL")
                .execute());
    }

    /** Sweeps the outbox, and returns what was published since the call before. */
    List<EventEnvelope> swept() {
        done(outbox.sweep());
        List<EventEnvelope> since = List.copyOf(published);
        published.clear();
        return since;
    }
}
