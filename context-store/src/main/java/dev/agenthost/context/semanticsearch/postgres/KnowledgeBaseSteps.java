package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBase;
import dev.agenthost.context.semanticsearch.knowledge.TooManyKnowledgeBases;
import dev.agenthost.platform.postgres.ChangeSteps;
import dev.agenthost.platform.rest.WriteRefusal;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The limit of a workspace, and what becomes of the documents of a changed or deleted base. */
final class KnowledgeBaseSteps implements ChangeSteps<KnowledgeBase> {
    private static final String COUNT = "select count(*) from context.knowledge_bases where workspace_id = $1";

    private static final String INDEX_AGAIN = """
            update context.knowledge_documents d
            set status = 'pending', reason = null, revision = d.revision + 1, claim_id = null, claims = 0, due_at = clock_timestamp()
            from context.knowledge_bases b
            where b.workspace_id = $1 and b.kb_id = $2 and d.kb = b.kb
            """;

    private static final String EMPTY = """
            delete from context.knowledge_documents d using context.knowledge_bases b
            where b.workspace_id = $1 and b.kb_id = $2 and d.kb = b.kb returning d.content_id
            """;

    private static final String FORGET = "delete from context.knowledge_contents where content_id = any($1)";

    /** Refuses a base beyond the limit of the workspace; concurrent creations may exceed the limit. A changed base is indexed again. */
    @Override
    public Uni<Optional<WriteRefusal>> beforeWrite(
            SqlConnection transaction, @Nullable KnowledgeBase before, KnowledgeBase base) {
        if (before == null) {
            return transaction
                    .preparedQuery(COUNT)
                    .execute(Tuple.of(base.workspaceId()))
                    .map(rows -> rows.iterator().next().getLong(0) >= TooManyKnowledgeBases.MOST
                            ? Optional.of(new TooManyKnowledgeBases())
                            : Optional.empty());
        }
        boolean same = before.chunks().equals(base.chunks())
                && before.embedding().equals(base.embedding())
                && Objects.equals(before.embeddingModel(), base.embeddingModel());
        return same
                ? Uni.createFrom().item(Optional.empty())
                : transaction
                        .preparedQuery(INDEX_AGAIN)
                        .execute(Tuple.of(base.workspaceId(), base.kbId()))
                        .replaceWith(Optional.empty());
    }

    @Override
    public Uni<Optional<WriteRefusal>> beforeDeletion(SqlConnection transaction, KnowledgeBase base) {
        return transaction
                .preparedQuery(EMPTY)
                .execute(Tuple.of(base.workspaceId(), base.kbId()))
                .chain(rows -> {
                    List<UUID> contents = new ArrayList<>();
                    rows.forEach(row -> contents.add(row.getUUID(0)));
                    return transaction
                            .preparedQuery(FORGET)
                            .execute(Tuple.tuple().addValue(contents.toArray(UUID[]::new)));
                })
                .replaceWith(Optional.empty());
    }
}
