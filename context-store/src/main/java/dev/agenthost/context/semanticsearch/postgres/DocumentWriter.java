package dev.agenthost.context.semanticsearch.postgres;

import dev.agenthost.context.semanticsearch.knowledge.KnowledgeQuota;
import dev.agenthost.context.semanticsearch.knowledge.NewDocument;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes the row of a document within the quota of its workspace. Its bytes are stored already. */
final class DocumentWriter {
    /** Locks the workspace, so that concurrent writers never exceed its quota together. */
    private static final String LOCK =
            "select pg_advisory_xact_lock(hashtextextended('context.knowledge/' || $1::text, 0))";

    private static final String BASE =
            "select kb from context.knowledge_bases where workspace_id = $1 and kb_id = $2 for no key update";
    private static final String EXISTING = """
            select d.document, d.document_id, d.sha256, d.mime_type, d.content_id from context.knowledge_documents d
            """;
    private static final String BY_ID = EXISTING + "where d.kb = $1 and d.document_id = $2 for update";
    private static final String BY_CONTENT =
            EXISTING + "where d.kb = $1 and d.sha256 = $2 and d.mime_type = $3 order by d.created_at limit 1";
    /** Indexes a document again that failed before. */
    private static final String SAME = """
            update context.knowledge_documents d
            set filename = coalesce($2, d.filename), metadata = coalesce($3::text::jsonb, d.metadata),
                status = case when d.status = 'failed' then 'pending' else d.status end,
                claims = case when d.status = 'failed' then 0 else d.claims end,
                due_at = case when d.status = 'failed' then clock_timestamp() else d.due_at end,
                reason = null
            where d.document = $1
            """;

    private static final String OTHER_BYTES = """
            select coalesce(sum(d.size_bytes), 0)::bigint from context.knowledge_documents d
            join context.knowledge_bases k on k.kb = d.kb
            where k.workspace_id = $1 and d.document is distinct from $2
            """;
    private static final String REPLACE = """
            update context.knowledge_documents d
            set filename = $2, mime_type = $3, size_bytes = $4, sha256 = $5, metadata = $6::text::jsonb, content_id = $7,
                status = 'pending', reason = null, revision = d.revision + 1, claim_id = null, claims = 0,
                due_at = clock_timestamp(), changed_at = clock_timestamp()
            where d.document = $1
            """;
    private static final String DISCARD = "delete from context.knowledge_contents where content_id = $1";
    private static final String COUNT = "select count(*) from context.knowledge_documents d where d.kb = $1";
    private static final String CREATE = """
            insert into context.knowledge_documents (kb, document_id, filename, mime_type, size_bytes, sha256, metadata, content_id)
            values ($1, $2, $3, $4, $5, $6, $7::text::jsonb, $8)
            """;

    enum Kind {
        CREATED,
        REPLACED,
        SAME,
        NO_BASE,
        TOO_MANY,
        TOO_MANY_BYTES
    }

    /** @param documentId null if nothing was written */
    record Result(Kind kind, @Nullable String documentId) {
        static Result refused(Kind kind) {
            return new Result(kind, null);
        }
    }

    private record Existing(long document, String documentId, String sha256, String mimeType, UUID contentId) {}

    private final SqlClient transaction;
    private final NewDocument document;
    private final KnowledgeQuota quota;
    private final int mostDocuments;

    private DocumentWriter(SqlClient transaction, NewDocument document, KnowledgeQuota quota, int mostDocuments) {
        this.transaction = transaction;
        this.document = document;
        this.quota = quota;
        this.mostDocuments = mostDocuments;
    }

    static Uni<Result> write(SqlClient transaction, NewDocument document, KnowledgeQuota quota, int mostDocuments) {
        DocumentWriter writer = new DocumentWriter(transaction, document, quota, mostDocuments);
        return writer.execute(LOCK, document.workspaceId())
                .chain(() -> writer.execute(BASE, document.workspaceId(), document.kbId()))
                .chain(bases -> bases.size() == 0
                        ? Uni.createFrom().item(Result.refused(Kind.NO_BASE))
                        : writer.write(bases.iterator().next().getLong(0)));
    }

    private Uni<Result> write(long base) {
        String sha256 = document.content().sha256();
        String mimeType = document.kind().mimeType();
        Uni<RowSet<Row>> existing = document.documentId()
                .map(id -> execute(BY_ID, base, id))
                .orElseGet(() -> execute(BY_CONTENT, base, sha256, mimeType));
        return existing.map(DocumentWriter::existing).chain(stored -> {
            if (stored != null
                    && stored.sha256().equals(sha256)
                    && stored.mimeType().equals(mimeType)) {
                return same(stored);
            }
            return execute(OTHER_BYTES, document.workspaceId(), stored == null ? null : stored.document())
                    .map(rows -> rows.iterator().next().getLong(0))
                    .chain(used -> {
                        if (used + document.content().size() > quota.bytes()) {
                            return Uni.createFrom().item(Result.refused(Kind.TOO_MANY_BYTES));
                        }
                        return stored == null ? create(base) : replace(stored);
                    });
        });
    }

    private Uni<Result> same(Existing stored) {
        boolean named = document.documentId().isPresent();
        return execute(
                        SAME,
                        stored.document(),
                        named ? document.filename() : null,
                        named ? document.metadata().toString() : null)
                .replaceWith(new Result(Kind.SAME, stored.documentId()));
    }

    private Uni<Result> replace(Existing stored) {
        return execute(
                        REPLACE,
                        stored.document(),
                        document.filename(),
                        document.kind().mimeType(),
                        document.content().size(),
                        document.content().sha256(),
                        document.metadata().toString(),
                        document.content().contentId())
                .chain(() -> execute(DISCARD, stored.contentId()))
                .replaceWith(new Result(Kind.REPLACED, stored.documentId()));
    }

    private Uni<Result> create(long base) {
        String id = document.documentId().orElseGet(() -> UUID.randomUUID().toString());
        return execute(COUNT, base)
                .chain(rows -> rows.iterator().next().getLong(0) >= mostDocuments
                        ? Uni.createFrom().item(Result.refused(Kind.TOO_MANY))
                        : execute(
                                        CREATE,
                                        base,
                                        id,
                                        document.filename(),
                                        document.kind().mimeType(),
                                        document.content().size(),
                                        document.content().sha256(),
                                        document.metadata().toString(),
                                        document.content().contentId())
                                .replaceWith(new Result(Kind.CREATED, id)));
    }

    private static @Nullable Existing existing(RowSet<Row> rows) {
        for (Row row : rows) {
            return new Existing(row.getLong(0), row.getString(1), row.getString(2), row.getString(3), row.getUUID(4));
        }
        return null;
    }

    private Uni<RowSet<Row>> execute(String statement, @Nullable Object... values) {
        return transaction.preparedQuery(statement).execute(Tuple.from(Arrays.asList(values)));
    }
}
