package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.context.artifact.postgres.ArtifactExpiry;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import org.jboss.logging.Logger;

/**
 * Creates the event log's partitions ahead of time each hour, and deletes rows that only repetitions need once no repetition is
 * possible any more. Every replica may do it concurrently. Messages are never deleted here, and artifacts only once they expired.
 */
@ApplicationScoped
public class DatabaseMaintenance {
    private static final Logger LOG = Logger.getLogger(DatabaseMaintenance.class);
    private static final Duration EVERY = Duration.ofHours(1);
    /** Deletes empty conversations once no record of them can be repeated, because their names may be personal. A concurrent batch wins. */
    public static final String FORGET_CONVERSATIONS = """
            delete from context.conversations c
            where c.erased_at < now() - interval '35 days' and c.last_event_seq <= c.erased_event_seq
                and not exists (select from context.event_log l where l.conversation = c.id)
                and not exists (select from context.transcript t where t.conversation = c.id)
            """;

    private static final List<String> STATEMENTS = List.of(
            "select context.prepare_event_log_v1(2)",
            // 35 days: longer than any topic keeps its records.
            "delete from context.logged where logged_at < now() - interval '35 days'",
            "delete from context.runs where applied_at < now() - interval '35 days'",
            // An ended run's operations are repeated within minutes or never; a run without a fence is refused as an
            // ended one is.
            """
            delete from context.state_operations o using context.fences f
            where f.ended and f.raised_at < now() - interval '3 days'
                and o.workspace_id = f.workspace_id and o.run_id = f.run_id
            """,
            "delete from context.fences where ended and raised_at < now() - interval '35 days'",
            // No record can be repeated by then: the erasure stays known without its target.
            "delete from context.rebuilds where done_at < now() - interval '35 days'",
            "delete from context.erased_events where erased_at < now() - interval '35 days'",
            """
            update context.erasures
            set bot_id = null, conversation_id = null, thread_id = null, actor_id = null, session = null
            where done_at < now() - interval '35 days' and coalesce(conversation_id, actor_id) is not null
            """,
            FORGET_CONVERSATIONS,
            """
            delete from context.delegated_conversations d
            where d.recorded_at < now() - interval '35 days' and d.erasure_id is null and not exists (
                select from context.conversations c
                where c.workspace_id = d.workspace_id and c.bot_id = d.bot_id and c.conversation_id = d.conversation_id)
            """,
            "delete from context.artifact_tombstones where expired_at < now() - interval '30 days'",
            """
            delete from context.artifact_tombstones t where
            """ + ArtifactExpiry.erasedSince("t"),
            // Deletes recalls of dropped months of the log, or recorded during the erasure of their conversation.
            """
            delete from context.recalls r where r.logged_at < now() - interval '1 day'
                and not exists (
                    select from context.event_log l where l.conversation = r.conversation and l.seq = r.seq)
            """,
            // An upload takes minutes at most; older content without a document is never used.
            """
            delete from context.knowledge_contents c where created_at < now() - interval '1 day'
                and not exists (select from context.knowledge_documents d where d.content_id = c.content_id)
            """);

    /** Runs in one transaction. */
    private static final int EXPIRED_AT_ONCE = 200;

    private final Pool pool;
    private final Vertx vertx;
    private final ArtifactExpiry expiry;

    DatabaseMaintenance(Pool pool, Vertx vertx) {
        this.pool = pool;
        this.vertx = vertx;
        this.expiry = new ArtifactExpiry(pool);
    }

    void start(@Observes StartupEvent event) {
        run();
        vertx.setPeriodic(EVERY.toMillis(), timer -> run());
    }

    /** Runs the parts one after another. A failed part is retried the next time and does not stop the others. */
    private void run() {
        Uni<Void> all = Uni.createFrom().voidItem();
        for (String statement : STATEMENTS) {
            all = all.chain(() -> continueOnFailure(
                    pool.query(statement).execute().replaceWithVoid(),
                    statement.strip().lines().findFirst().orElse("")));
        }
        all.chain(this::expire).subscribe().with(done -> {});
    }

    private static Uni<Void> continueOnFailure(Uni<Void> part, String task) {
        return part.onFailure()
                .invoke(why -> LOG.warnf(why, "maintenance failed at \"%s\" and is retried later", task))
                .onFailure()
                .recoverWithNull();
    }

    /** Repeats until nothing is left. */
    Uni<Void> expire() {
        return continueOnFailure(repeatUntilDone(expiry::artifacts), "expired artifacts")
                .chain(() -> continueOnFailure(repeatUntilDone(expiry::uploads), "expired uploads"));
    }

    private static Uni<Void> repeatUntilDone(IntFunction<Uni<Integer>> some) {
        return some.apply(EXPIRED_AT_ONCE)
                .onItem()
                .transformToUni(
                        expired -> expired < EXPIRED_AT_ONCE ? Uni.createFrom().voidItem() : repeatUntilDone(some));
    }
}
