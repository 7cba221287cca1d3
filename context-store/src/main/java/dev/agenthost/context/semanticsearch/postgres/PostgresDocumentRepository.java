package dev.agenthost.context.semanticsearch.postgres;

import static java.util.Objects.requireNonNull;

import dev.agenthost.context.semanticsearch.knowledge.Document;
import dev.agenthost.context.semanticsearch.knowledge.DocumentRepository;
import dev.agenthost.context.semanticsearch.knowledge.DocumentStatus;
import dev.agenthost.context.semanticsearch.knowledge.DocumentWriteOutcome;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeQuota;
import dev.agenthost.context.semanticsearch.knowledge.NewDocument;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stores documents in tables, with their bytes in pieces. */
public final class PostgresDocumentRepository implements DocumentRepository {
    private static final String BEGIN =
            "insert into context.knowledge_contents (content_id, workspace_id) values ($1, $2)";
    private static final String APPEND =
            "insert into context.knowledge_pieces (content_id, ordinal, bytes) values ($1, $2, $3)";
    private static final String DISCARD = "delete from context.knowledge_contents where content_id = $1";
    private static final String SELECT = """
            select d.document_id, b.kb_id, d.filename, d.mime_type, d.size_bytes, d.sha256, d.metadata::text, d.status, d.reason,
                d.indexed_chunks, d.created_at, d.changed_at
            from context.knowledge_bases b
            """;
    private static final String FIND = SELECT + """
            join context.knowledge_documents d on d.kb = b.kb and d.document_id = $3
            where b.workspace_id = $1 and b.kb_id = $2
            """;
    /** A row without a document means that the knowledge base exists. */
    private static final String PAGE = SELECT + """
            left join lateral (
                select * from context.knowledge_documents d where d.kb = b.kb and d.document_id > $3 order by d.document_id limit $4
            ) d on true
            where b.workspace_id = $1 and b.kb_id = $2
            order by d.document_id
            """;

    private static final String DELETE = """
            delete from context.knowledge_documents d using context.knowledge_bases b
            where b.workspace_id = $1 and b.kb_id = $2 and d.kb = b.kb and d.document_id = $3 returning d.content_id
            """;

    private final Pool pool;
    private final KnowledgeQuota quota;

    public PostgresDocumentRepository(Pool pool, KnowledgeQuota quota) {
        this.pool = pool;
        this.quota = quota;
    }

    @Override
    public Uni<UUID> begin(String workspaceId) {
        UUID content = UUID.randomUUID();
        return pool.preparedQuery(BEGIN).execute(Tuple.of(content, workspaceId)).replaceWith(content);
    }

    @Override
    public Uni<Void> append(UUID contentId, int index, byte[] piece) {
        return pool.preparedQuery(APPEND)
                .execute(Tuple.of(contentId, index, Buffer.buffer(piece)))
                .replaceWithVoid();
    }

    @Override
    public Uni<Void> discard(UUID contentId) {
        return pool.preparedQuery(DISCARD).execute(Tuple.of(contentId)).replaceWithVoid();
    }

    @Override
    public Uni<DocumentWriteOutcome> store(NewDocument document) {
        return pool.withTransaction(connection -> DocumentWriter.write(connection, document, quota, MOST))
                .chain(result -> outcome(document, result));
    }

    private Uni<DocumentWriteOutcome> outcome(NewDocument document, DocumentWriter.Result result) {
        return switch (result.kind()) {
            case CREATED -> read(document, result, DocumentWriteOutcome.Created::new);
            case REPLACED -> read(document, result, DocumentWriteOutcome.Replaced::new);
            case SAME -> unneeded(document).chain(() -> read(document, result, DocumentWriteOutcome.Same::new));
            case NO_BASE -> unneeded(document).replaceWith(new DocumentWriteOutcome.NoBase());
            case TOO_MANY -> unneeded(document).replaceWith(new DocumentWriteOutcome.TooMany());
            case TOO_MANY_BYTES -> unneeded(document).replaceWith(new DocumentWriteOutcome.TooLarge());
        };
    }

    private Uni<Void> unneeded(NewDocument document) {
        return discard(document.content().contentId());
    }

    private Uni<DocumentWriteOutcome> read(
            NewDocument document, DocumentWriter.Result result, Function<Document, DocumentWriteOutcome> outcome) {
        return find(document.workspaceId(), document.kbId(), requireNonNull(result.documentId()))
                .map(found -> found.map(outcome).orElseGet(DocumentWriteOutcome.NoBase::new));
    }

    @Override
    public Uni<Optional<Document>> find(String workspaceId, String kbId, String documentId) {
        return pool.preparedQuery(FIND)
                .execute(Tuple.of(workspaceId, kbId, documentId))
                .map(rows -> rows.rowCount() == 0
                        ? Optional.empty()
                        : Optional.of(document(rows.iterator().next())));
    }

    @Override
    public Uni<Optional<List<Document>>> page(String workspaceId, String kbId, @Nullable String after, int most) {
        return pool.preparedQuery(PAGE)
                .execute(Tuple.of(workspaceId, kbId, after == null ? "" : after, most))
                .map(rows -> {
                    if (rows.rowCount() == 0) {
                        return Optional.empty();
                    }
                    List<Document> documents = new ArrayList<>();
                    for (Row row : rows) {
                        if (row.getString(0) != null) {
                            documents.add(document(row));
                        }
                    }
                    return Optional.of(documents);
                });
    }

    @Override
    public Uni<Boolean> delete(String workspaceId, String kbId, String documentId) {
        return pool.withTransaction(connection -> connection
                .preparedQuery(DELETE)
                .execute(Tuple.of(workspaceId, kbId, documentId))
                .chain(rows -> rows.size() == 0
                        ? Uni.createFrom().item(false)
                        : connection
                                .preparedQuery(DISCARD)
                                .execute(Tuple.of(rows.iterator().next().getUUID(0)))
                                .replaceWith(true)));
    }

    private static Document document(Row row) {
        return new Document(
                row.getString(0),
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getLong(4),
                row.getString(5),
                JsonColumns.object(row.getString(6)),
                DocumentStatus.valueOf(row.getString(7).toUpperCase(Locale.ROOT)),
                row.getString(8),
                row.getInteger(9),
                row.getOffsetDateTime(10).toInstant(),
                row.getOffsetDateTime(11).toInstant());
    }
}
