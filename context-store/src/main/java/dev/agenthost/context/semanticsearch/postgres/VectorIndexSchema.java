package dev.agenthost.context.semanticsearch.postgres;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.sqlclient.DatabaseException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;

/**
 * Makes the schema of the vector index if the extension is available: the extension itself, if this database user may; the tables, which
 * are in no migration; and an index for each length of vectors, without downtime. One replica at a time.
 */
final class VectorIndexSchema {
    private static final String ALONE = "select pg_try_advisory_lock(hashtext('context.knowledge_near'))";
    private static final String DONE = "select pg_advisory_unlock(hashtext('context.knowledge_near'))";
    private static final String AVAILABLE = "select 1 from pg_available_extensions where name = 'vector'";
    private static final String EXTENSION = "create extension if not exists vector";
    private static final String INSTALLED = """
            select n.nspname, e.extversion from pg_extension e join pg_namespace n on n.oid = e.extnamespace
            where e.extname = 'vector'
            """;
    private static final String MADE = """
            select exists (select from pg_attribute a
                where a.attrelid = to_regclass('context.knowledge_near_documents') and a.attname = 'left_out' and not a.attisdropped)
            """;
    /**
     * Creates the tables. The foreign key waits for writers of chunks, but not for long; the attempt is repeated. If the tables are new,
     * every document is marked, also after earlier tables were dropped.
     */
    private static final String TABLES = """
            set local lock_timeout = '2s';
            create table if not exists context.knowledge_near (
                document   bigint  not null,
                revision   bigint  not null,
                ordinal    integer not null,
                kb         bigint  not null,
                model      text    not null,
                dimensions integer not null,
                embedding  %s not null,
                primary key (document, revision, ordinal),
                foreign key (document, revision, ordinal) references context.knowledge_chunks on delete cascade
            );
            create table if not exists context.knowledge_near_documents (
                document bigint primary key references context.knowledge_documents (document) on delete cascade,
                revision bigint not null,
                model    text   not null
            );
            alter table context.knowledge_near_documents add column if not exists left_out integer;
            create index if not exists knowledge_near_left_out on context.knowledge_near_documents (left_out)
                where left_out is not null;
            update context.knowledge_documents set vector_copy_due = true
            where not vector_copy_due and not exists (select from context.knowledge_near_documents);
            """;

    private static final String VALID = """
            select i.indisvalid from pg_index i where i.indexrelid = to_regclass($1)
            """;

    private static final String INDEXES = """
            select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
            where i.indrelid = to_regclass('context.knowledge_near') and i.indisvalid and c.relname ~ $1
            """;

    private static final System.Logger LOG = System.getLogger(VectorIndexSchema.class.getName());

    private final Pool pool;

    VectorIndexSchema(Pool pool) {
        this.pool = pool;
    }

    /** Finds or makes the extension. Empty if there is none, it is too old, or this user may not make it. */
    Uni<Optional<VectorExtension>> extension() {
        return installed()
                .chain(found -> found.isPresent()
                        ? Uni.createFrom().item(found)
                        : pool.query(AVAILABLE)
                                .execute()
                                .chain(rows -> rows.size() == 0
                                        ? Uni.createFrom().item(found)
                                        : pool.query(EXTENSION)
                                                .execute()
                                                .chain(this::installed)
                                                .onFailure(DatabaseException.class)
                                                .recoverWithItem(VectorIndexSchema::refused)));
    }

    private static Optional<VectorExtension> refused(Throwable why) {
        LOG.log(
                System.Logger.Level.INFO,
                "pgvector is available, but this user may not create it: {0}",
                why.getMessage());
        return Optional.empty();
    }

    private Uni<Optional<VectorExtension>> installed() {
        return pool.query(INSTALLED).execute().map(rows -> {
            for (Row row : rows) {
                return Optional.of(VectorExtension.of(row.getString(0), row.getString(1)))
                        .filter(VectorExtension::isUsable);
            }
            return Optional.empty();
        });
    }

    Uni<Void> make(VectorExtension extension) {
        return pool.query(MADE)
                .execute()
                .chain(rows -> rows.iterator().next().getBoolean(0)
                        ? Uni.createFrom().voidItem()
                        : pool.withTransaction(connection -> connection
                                .query(TABLES.formatted(extension.type()))
                                .execute()
                                .replaceWithVoid()));
    }

    /** Returns the lengths with an index of this kind, and those with another. */
    Uni<IndexedDimensions> lengths(VectorExtension extension) {
        return pool.preparedQuery(INDEXES)
                .execute(Tuple.of(VectorExtension.INDEX.pattern()))
                .map(rows -> {
                    Set<Integer> indexed = new HashSet<>();
                    Set<Integer> older = new HashSet<>();
                    for (Row row : rows) {
                        Matcher name = VectorExtension.INDEX.matcher(row.getString(0));
                        if (name.matches()) {
                            Integer length = Integer.valueOf(name.group(2));
                            (extension.index(name.group(2)).equals(name.group()) ? indexed : older).add(length);
                        }
                    }
                    older.removeAll(indexed);
                    return new IndexedDimensions(indexed, older, extension.mostDimensions());
                });
    }

    /**
     * Makes the index of a length.
     *
     * @return true if it exists; false while another replica is making it
     */
    Uni<Boolean> index(VectorExtension extension, int dimensions) {
        return pool.withConnection(connection -> valid(connection, extension, dimensions)
                .chain(valid -> valid.orElse(false)
                        ? Uni.createFrom().item(true)
                        : connection
                                .query(ALONE)
                                .execute()
                                .chain(rows -> rows.iterator().next().getBoolean(0)
                                        ? build(connection, extension, dimensions)
                                                .onTermination()
                                                .call(() ->
                                                        connection.query(DONE).execute())
                                        : Uni.createFrom().item(false))));
    }

    /** Builds the index; one that a crash left half built is built again. */
    private static Uni<Boolean> build(SqlConnection connection, VectorExtension extension, int dimensions) {
        String name = extension.index(Integer.toString(dimensions));
        return valid(connection, extension, dimensions)
                .chain(valid -> valid.isPresent() && !valid.get()
                        ? connection
                                .query("drop index concurrently context." + name)
                                .execute()
                        : Uni.createFrom().voidItem())
                .chain(() -> connection
                        .query("""
                                create index concurrently if not exists %s on context.knowledge_near
                                using hnsw ((embedding::%s) %s) where dimensions = %d
                                """.formatted(name, extension.indexed(dimensions), extension.operators(), dimensions))
                        .execute())
                .replaceWith(true);
    }

    private static Uni<Optional<Boolean>> valid(SqlConnection connection, VectorExtension extension, int dimensions) {
        return connection
                .preparedQuery(VALID)
                .execute(Tuple.of("context." + extension.index(Integer.toString(dimensions))))
                .map(rows -> {
                    for (Row row : rows) {
                        return Optional.of(row.getBoolean(0));
                    }
                    return Optional.empty();
                });
    }
}
