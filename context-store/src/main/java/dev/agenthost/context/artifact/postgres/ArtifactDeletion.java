package dev.agenthost.context.artifact.postgres;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Artifacts that a transaction deleted, and their bytes as far as no other row refers to them.
 *
 * @param artifacts number of artifacts
 * @param bytes size of the freed contents
 */
public record ArtifactDeletion(long artifacts, long bytes) {
    private static final String BY_CONTENT = """
            returning a.sha256, a.size_bytes)
            select d.sha256, count(*), max(d.size_bytes) from dead d group by d.sha256 order by d.sha256
            """;
    private static final String OF_RUNS = """
            with dead as (
                delete from context.artifacts a where a.workspace_id = $1 and a.run_id = any ($2)
            """ + BY_CONTENT;
    private static final String OF_ACTOR = """
            with dead as (
                delete from context.artifacts a
                where a.ctid = any (array(
                    select o.ctid from context.artifacts o
                    where o.workspace_id = $1 and o.scope = 'actor' and o.scope_key = $3
                        and ($2::text is null or o.bot_id = $2)
                        and (o.created_at <= $4 or exists (
                            select from context.artifact_uploads u
                            where u.workspace_id = o.workspace_id and u.run_id = o.run_id and u.artifact_id = o.artifact_id
                                and u.started_at <= $4))
                    limit $5 for update))
            """ + BY_CONTENT;
    private static final String FREE = """
            select context.free_content_v1($1, f.sha256)
            from unnest($2::text[]) with ordinality as f (sha256, ordinal) order by f.ordinal
            """;

    private static final ArtifactDeletion NONE = new ArtifactDeletion(0, 0);

    /** Deletes all artifacts of these runs. */
    public static Uni<ArtifactDeletion> ofRuns(SqlClient transaction, String workspaceId, List<UUID> runs) {
        return runs.isEmpty()
                ? Uni.createFrom().item(NONE)
                : delete(transaction, OF_RUNS, workspaceId, Tuple.of(workspaceId, runs.toArray(UUID[]::new)));
    }

    /** Deletes artifacts with the scope of an actor that were made, or whose upload began, until that time. */
    public static Uni<ArtifactDeletion> ofActor(
            SqlClient transaction,
            String workspaceId,
            @Nullable String botId,
            String actorId,
            OffsetDateTime until,
            int most) {
        return delete(
                transaction,
                OF_ACTOR,
                workspaceId,
                Tuple.from(Arrays.asList(workspaceId, botId, actorId, until, most)));
    }

    private static Uni<ArtifactDeletion> delete(
            SqlClient transaction, String statement, String workspaceId, Tuple values) {
        return transaction.preparedQuery(statement).execute(values).chain(rows -> {
            List<Row> contents = new ArrayList<>();
            rows.forEach(contents::add);
            return contents.isEmpty() ? Uni.createFrom().item(NONE) : freed(transaction, workspaceId, contents);
        });
    }

    private static Uni<ArtifactDeletion> freed(SqlClient transaction, String workspaceId, List<Row> contents) {
        String[] digests = contents.stream().map(row -> row.getString(0)).toArray(String[]::new);
        return transaction
                .preparedQuery(FREE)
                .execute(Tuple.of(workspaceId, digests))
                .map(rows -> {
                    long artifacts = 0;
                    long bytes = 0;
                    int index = 0;
                    for (Row freed : rows) {
                        Row content = contents.get(index++);
                        artifacts += content.getLong(1);
                        bytes += freed.getBoolean(0) ? content.getLong(2) : 0;
                    }
                    return new ArtifactDeletion(artifacts, bytes);
                });
    }
}
