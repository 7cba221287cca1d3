package dev.agenthost.context.semanticsearch.postgres;

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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Documents in tables, their bytes in pieces; keeping one is a function of the database. */
public final class PostgresDocumentRepository implements DocumentRepository {
    private static final String BEGIN =
            "insert into context.knowledge_contents (content_id, workspace_id) values ($1, $2)";
    private static final String APPEND =
            "insert into context.knowledge_pieces (content_id, place, bytes) values ($1, $2, $3)";
    private static final String DISCARD = "delete from context.knowledge_contents where content_id = $1";
    private static final String KEEP = """
            select outcome, id from context.keep_knowledge_document_v1(
                $1, $2, $3, $4, $5, $6, $7, $8, $9::text::jsonb, $10, $11, $12)
            """;
    private static final String SELECT = """
            select d.document_id, b.kb_id, d.filename, d.mime_type, d.size_bytes, d.sha256, d.metadata::text, d.status, d.reason,
                d.indexed_chunks, d.created_at, d.changed_at
            from context.knowledge_bases b
            """;
    private static final String FIND = SELECT + """
            join context.knowledge_documents d on d.kb = b.kb and d.document_id = $3
            where b.workspace_id = $1 and b.kb_id = $2
            """;
    /** A row without a document says that the knowledge base is there. */
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
    public Uni<Void> append(UUID contentId, int place, byte[] piece) {
        return pool.preparedQuery(APPEND)
                .execute(Tuple.of(contentId, place, Buffer.buffer(piece)))
                .replaceWithVoid();
    }

    @Override
    public Uni<Void> discard(UUID contentId) {
        return pool.preparedQuery(DISCARD).execute(Tuple.of(contentId)).replaceWithVoid();
    }

    @Override
    public Uni<DocumentWriteOutcome> keep(NewDocument document) {
        return pool.preparedQuery(KEEP)
                .execute(Tuple.from(Arrays.asList(
                        document.workspaceId(),
                        document.kbId(),
                        document.documentId().orElse(null),
                        UUID.randomUUID().toString(),
                        document.filename(),
                        document.kind().mimeType(),
                        document.content().size(),
                        document.content().sha256(),
                        document.metadata().toString(),
                        document.content().contentId(),
                        MOST,
                        quota.bytes())))
                .chain(rows -> kept(document, rows.iterator().next()));
    }

    private Uni<DocumentWriteOutcome> kept(NewDocument document, Row outcome) {
        Uni<Void> unneeded = discard(document.content().contentId());
        return switch (outcome.getString(0)) {
            case "created" ->
                read(document, outcome).map(found -> found.<DocumentWriteOutcome>map(DocumentWriteOutcome.Created::new)
                        .orElseGet(DocumentWriteOutcome.NoBase::new));
            case "replaced" ->
                read(document, outcome).map(found -> found.<DocumentWriteOutcome>map(DocumentWriteOutcome.Replaced::new)
                        .orElseGet(DocumentWriteOutcome.NoBase::new));
            case "same" ->
                unneeded.chain(() -> read(document, outcome))
                        .map(found -> found.<DocumentWriteOutcome>map(DocumentWriteOutcome.Same::new)
                                .orElseGet(DocumentWriteOutcome.NoBase::new));
            case "no_base" -> unneeded.replaceWith(new DocumentWriteOutcome.NoBase());
            case "too_many" -> unneeded.replaceWith(new DocumentWriteOutcome.TooMany());
            case "too_many_bytes" -> unneeded.replaceWith(new DocumentWriteOutcome.TooLarge());
            default -> throw new IllegalStateException("an outcome that is none");
        };
    }

    private Uni<Optional<Document>> read(NewDocument document, Row outcome) {
        return find(document.workspaceId(), document.kbId(), outcome.getString(1));
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
