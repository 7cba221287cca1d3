package dev.agenthost.context.artifact.postgres;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** Deletes expired artifacts and uploads, a bounded number in a transaction. Several replicas may do it at once. */
public final class ArtifactExpiry {
    /**
     * Holds if an erasure since may concern the artifact {@code %1$s}. The actor of its run is not known any more, so an erasure of an actor
     * concerns all artifacts of its bot, or of the workspace.
     */
    private static final String ERASED_SINCE = """
            exists (
                select from context.erasures e
                where e.workspace_id = %1$s.workspace_id and e.requested_at >= %1$s.created_at
                    and case e.kind
                        when 'actor' then e.bot_id is null or e.bot_id = %1$s.bot_id
                        else e.bot_id = %1$s.bot_id and e.conversation_id = %1$s.conversation_id
                            and (e.thread_id is null or e.thread_id = %1$s.thread_id) end)
            """;

    private static final String EXPIRE = """
            with dead as (
                delete from context.artifacts a where a.ctid = any (array(
                    select o.ctid from context.artifacts o
                    where o.expires_at <= now() order by o.expires_at limit $1 for update skip locked))
                returning a.*),
            remembered as (
                insert into context.artifact_tombstones as t (workspace_id, run_id, artifact_id, bot_id, conversation_id, thread_id,
                    scope, scope_key, created_at, expired_at)
                select d.workspace_id, d.run_id, d.artifact_id, d.bot_id, d.conversation_id, d.thread_id,
                    d.scope, d.scope_key, d.created_at, now()
                from dead d where not %s
                on conflict (workspace_id, run_id, artifact_id) do update set
                    bot_id = excluded.bot_id, conversation_id = excluded.conversation_id, thread_id = excluded.thread_id,
                    scope = excluded.scope, scope_key = excluded.scope_key, created_at = excluded.created_at,
                    expired_at = excluded.expired_at)
            select workspace_id, sha256, count(*) from dead group by workspace_id, sha256 order by workspace_id, sha256
            """.formatted(erasedSince("d"));
    private static final String FREE = """
            select context.free_content_v1(f.workspace_id, f.sha256)
            from unnest($1::text[], $2::text[]) with ordinality as f (workspace_id, sha256, ordinal) order by f.ordinal
            """;
    private static final String EXPIRE_UPLOADS = """
            with gone as (
                delete from context.artifact_uploads u where u.upload_id = any (array(
                    select o.upload_id from context.artifact_uploads o
                    where o.expires_at <= now() order by o.expires_at limit $1 for update skip locked))
                returning u.workspace_id, u.upload_id),
            contents as (
                delete from context.artifact_contents c using gone g
                where c.workspace_id = g.workspace_id and c.sha256 = 'upload/' || g.upload_id)
            select count(*)::integer from gone
            """;

    private final Pool pool;

    public ArtifactExpiry(Pool pool) {
        this.pool = pool;
    }

    /** Returns the condition that an erasure may concern the artifact or tombstone of this alias. */
    public static String erasedSince(String alias) {
        return ERASED_SINCE.formatted(alias);
    }

    /** Deletes expired artifacts and the bytes that no other row refers to; answers their number. */
    public Uni<Integer> artifacts(int most) {
        return pool.withTransaction(connection -> connection
                .preparedQuery(EXPIRE)
                .execute(Tuple.of(most))
                .chain(rows -> {
                    List<String> workspaces = new ArrayList<>();
                    List<String> digests = new ArrayList<>();
                    long expired = 0;
                    for (var row : rows) {
                        workspaces.add(row.getString(0));
                        digests.add(row.getString(1));
                        expired += row.getLong(2);
                    }
                    return free(connection, workspaces, digests).replaceWith((int) expired);
                }));
    }

    /** Deletes expired uploads and the bytes that no artifact got of them; answers their number. */
    public Uni<Integer> uploads(int most) {
        return pool.preparedQuery(EXPIRE_UPLOADS)
                .execute(Tuple.of(most))
                .map(rows -> rows.iterator().next().getInteger(0));
    }

    private static Uni<Void> free(SqlConnection connection, List<String> workspaces, List<String> digests) {
        return digests.isEmpty()
                ? Uni.createFrom().voidItem()
                : connection
                        .preparedQuery(FREE)
                        .execute(Tuple.of(workspaces.toArray(String[]::new), digests.toArray(String[]::new)))
                        .replaceWithVoid();
    }
}
