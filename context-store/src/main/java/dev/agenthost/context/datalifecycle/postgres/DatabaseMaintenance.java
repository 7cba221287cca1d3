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
 * Creates the event log's partitions ahead of time each hour, and deletes rows that only repetitions need once no repetition can come
 * any more. Every replica does it; two at once do no harm. Messages are never deleted here, and artifacts only once they expired.
 */
@ApplicationScoped
public class DatabaseMaintenance {
    private static final Logger LOG = Logger.getLogger(DatabaseMaintenance.class);
    private static final Duration EVERY = Duration.ofHours(1);
    /** Of which all was erased, once nothing of it can come back: its name may be a person's. A batch that comes at the same time wins. */
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
            // What was erased comes no more by then; that it was stays known, and whose it was does not.
            "delete from context.rebuilds where done_at < now() - interval '35 days'",
            "delete from context.erased_events where erased_at < now() - interval '35 days'",
            """
            update context.erasures
            set bot_id = null, conversation_id = null, thread_id = null, actor_id = null, session = null
            where done_at < now() - interval '35 days' and coalesce(conversation_id, actor_id) is not null
            """,
            FORGET_CONVERSATIONS,
            "delete from context.artifact_tombstones where expired_at < now() - interval '30 days'",
            """
            delete from context.artifact_tombstones t where
            """ + ArtifactExpiry.erasedSince("t"),
            // Those of months of the log that were dropped, or that were noted while their conversation was erased.
            """
            delete from context.recalls r where r.logged_at < now() - interval '1 day'
                and not exists (
                    select from context.event_log l where l.conversation = r.conversation and l.seq = r.seq)
            """,
            // An upload takes minutes at most; what became no document's then never will.
            """
            delete from context.knowledge_contents c where created_at < now() - interval '1 day'
                and not exists (select from context.knowledge_documents d where d.content_id = c.content_id)
            """);

    /** In one transaction. */
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

    /** One after the other. What fails is for the next time, and holds up nothing behind it. */
    private void run() {
        Uni<Void> all = Uni.createFrom().voidItem();
        for (String statement : STATEMENTS) {
            all = all.chain(() -> evenSo(
                    pool.query(statement).execute().replaceWithVoid(),
                    statement.strip().lines().findFirst().orElse("")));
        }
        all.chain(this::expire).subscribe().with(done -> {});
    }

    private static Uni<Void> evenSo(Uni<Void> part, String what) {
        return part.onFailure()
                .invoke(why -> LOG.warnf(why, "the upkeep failed at \"%s\" and is tried again later", what))
                .onFailure()
                .recoverWithNull();
    }

    /** Until nothing is left. */
    Uni<Void> expire() {
        return evenSo(untilNothingIsLeft(expiry::artifacts), "expired artifacts")
                .chain(() -> evenSo(untilNothingIsLeft(expiry::uploads), "expired uploads"));
    }

    private static Uni<Void> untilNothingIsLeft(IntFunction<Uni<Integer>> some) {
        return some.apply(EXPIRED_AT_ONCE)
                .onItem()
                .transformToUni(
                        expired -> expired < EXPIRED_AT_ONCE ? Uni.createFrom().voidItem() : untilNothingIsLeft(some));
    }
}
