package dev.agenthost.context.artifact.postgres;

import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Artifacts that have expired: those that the upkeep has not come to, and those that it remembers. */
final class ExpiredArtifactQueries {
    /** Of the workspace {@code $1} those with the id {@code $2} that no erasure concerns. */
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

    private static final String SEEN = WHETHER + PostgresArtifactRepository.VISIBLE + ")";
    private static final String ANY = WHETHER + "and ($3::uuid is null or run_id = $3))";

    private final Pool pool;

    ExpiredArtifactQueries(Pool pool) {
        this.pool = pool;
    }

    Uni<Boolean> seenBy(ArtifactOwner reader, String artifactId) {
        return ask(SEEN, PostgresArtifactRepository.eyes(reader, artifactId));
    }

    Uni<Boolean> inWorkspace(String workspaceId, String artifactId, @Nullable UUID runId) {
        return ask(ANY, Tuple.from(Arrays.asList(workspaceId, artifactId, runId)));
    }

    private Uni<Boolean> ask(String statement, Tuple values) {
        return pool.preparedQuery(statement)
                .execute(values)
                .map(rows -> rows.iterator().next().getBoolean(0));
    }
}
