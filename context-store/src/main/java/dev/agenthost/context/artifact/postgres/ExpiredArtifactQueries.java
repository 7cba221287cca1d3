package dev.agenthost.context.artifact.postgres;

import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Queries expired artifacts: those that maintenance has not deleted yet, and tombstones. */
final class ExpiredArtifactQueries {
    /** Selects artifacts of the workspace {@code $1} with the id {@code $2} that no erasure concerns. */
    private static final String WHETHER = """
            select exists (
                select from (
                    select workspace_id, artifact_id, run_id, bot_id, conversation_id, thread_id, scope, scope_key, created_at
                    from context.artifacts where expires_at <= now()
                    union all
                    select workspace_id, artifact_id, run_id, bot_id, conversation_id, thread_id, scope, scope_key, created_at
                    from context.artifact_tombstones) was
                where workspace_id = $1 and artifact_id = $2
                    and not
            """ + ArtifactExpiry.erasedSince("was");

    private static final String VISIBLE_TOMBSTONE = WHETHER + PostgresArtifactRepository.VISIBLE + ")";
    private static final String ANY = WHETHER + "and ($3::uuid is null or run_id = $3))";

    private final Pool pool;

    ExpiredArtifactQueries(Pool pool) {
        this.pool = pool;
    }

    Uni<Boolean> visibleTo(ArtifactOwner reader, String artifactId) {
        return exists(VISIBLE_TOMBSTONE, PostgresArtifactRepository.visibility(reader, artifactId));
    }

    Uni<Boolean> inWorkspace(String workspaceId, String artifactId, @Nullable UUID runId) {
        return exists(ANY, Tuple.from(Arrays.asList(workspaceId, artifactId, runId)));
    }

    private Uni<Boolean> exists(String statement, Tuple values) {
        return pool.preparedQuery(statement)
                .execute(values)
                .map(rows -> rows.iterator().next().getBoolean(0));
    }
}
