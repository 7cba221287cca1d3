package dev.agenthost.delivery.takeover.postgres;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.delivery.takeover.ChangeRecord;
import dev.agenthost.delivery.takeover.ConversationAddress;
import dev.agenthost.delivery.takeover.Takeover;
import dev.agenthost.delivery.takeover.TakeoverRepository;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code delivery.takeovers}, with the lanes that a takeover holds. A transaction locks the takeover before its lanes, and lanes before
 * sends.
 */
@ApplicationScoped
public class PostgresTakeoverRepository implements TakeoverRepository {
    private static final String DEADLOCK = "40P01";
    private static final int TRIES = 3;

    /** The surfaces that record each call of a part. */
    private static final String[] RECORDING =
            Stream.of(BotPlatform.values()).map(BotPlatform::wire).toArray(String[]::new);

    private final Pool pool;
    private final Clock clock;

    public PostgresTakeoverRepository(Pool pool, Clock clock) {
        this.pool = pool;
        this.clock = clock;
    }

    @Override
    public Uni<StartOutcome> start(
            ConversationAddress conversation,
            List<Destination> destinations,
            Takeover.Operator operator,
            Instant until) {
        String key = conversation.key().value();
        List<Lane> lanes = destinations.stream()
                .map(to -> new Lane(to.lane(key), to.endpoint()))
                .sorted(Comparator.comparing(Lane::id))
                .toList();
        Tuple parameters = Tuple.tuple()
                .addString(key)
                .addString(conversation.workspaceId())
                .addString(conversation.botId())
                .addString(conversation.conversationId())
                .addString(conversation.threadId())
                .addString(destinations.getFirst().surface())
                .addArrayOfString(ids(lanes))
                .addString(operator.keyId())
                .addString(operator.name())
                .addOffsetDateTime(until.atOffset(ZoneOffset.UTC));
        return inTransaction(transaction -> transaction
                .preparedQuery(TakeoverSql.START)
                .execute(parameters)
                .chain(rows -> rows.size() == 0
                        ? heldByOther(transaction, key)
                        : hold(transaction, takeover(rows.iterator().next()), lanes)));
    }

    /** The transaction of a batch of results may lock the same lanes in another order. */
    private <T> Uni<T> inTransaction(Function<SqlConnection, Uni<T>> work) {
        return pool.withTransaction(work)
                .onFailure(PostgresTakeoverRepository::isDeadlock)
                .retry()
                .atMost(TRIES);
    }

    private Uni<StartOutcome> hold(SqlConnection transaction, Takeover takeover, List<Lane> lanes) {
        OffsetDateTime until = takeover.until().atOffset(ZoneOffset.UTC);
        Tuple ids = Tuple.tuple().addArrayOfString(ids(lanes));
        List<ChangeRecord> records =
                ChangeRecord.of(takeover, "takeover.start", takeover.operator().keyId(), clock.instant());
        return transaction
                .preparedQuery(TakeoverSql.HOLD_LANE)
                .executeBatch(lanes.stream()
                        .map(lane -> Tuple.of(lane.id(), lane.endpoint(), until))
                        .toList())
                .chain(() ->
                        transaction.preparedQuery(TakeoverSql.WITHHOLD_SENDS).execute(ids))
                .chain(() -> transaction.preparedQuery(TakeoverSql.WAKE_LANES).execute(ids))
                .chain(() -> PostgresChangeOutbox.put(transaction, records))
                .replaceWith(new StartOutcome.Started(takeover));
    }

    private static Uni<StartOutcome> heldByOther(SqlConnection transaction, String key) {
        return transaction
                .preparedQuery(TakeoverSql.FIND)
                .execute(Tuple.of(key))
                .map(rows ->
                        new StartOutcome.HeldByOther(takeover(rows.iterator().next())));
    }

    @Override
    public Uni<Integer> callsUnderWay(ConversationKey conversation) {
        return pool.preparedQuery(TakeoverSql.CALLS_UNDER_WAY)
                .execute(Tuple.tuple().addString(conversation.value()).addArrayOfString(RECORDING))
                .map(rows -> rows.iterator().next().getInteger("calls"));
    }

    @Override
    public Uni<Optional<Takeover>> find(ConversationAddress conversation) {
        return pool.preparedQuery(TakeoverSql.FIND)
                .execute(Tuple.of(conversation.key().value()))
                .map(rows -> takeovers(rows).stream().findFirst());
    }

    @Override
    public Uni<List<Takeover>> active(String workspaceId, @Nullable String after, int limit) {
        return pool.preparedQuery(TakeoverSql.ACTIVE)
                .execute(Tuple.of(workspaceId, after == null ? "" : after, limit))
                .map(PostgresTakeoverRepository::takeovers);
    }

    @Override
    public Uni<Set<String>> activeKeys() {
        return pool.preparedQuery(TakeoverSql.ACTIVE_KEYS).execute().map(rows -> {
            Set<String> keys = new HashSet<>();
            rows.forEach(row -> keys.add(row.getString("conversation_key")));
            return keys;
        });
    }

    @Override
    public Uni<Boolean> end(ConversationAddress conversation, Takeover.Operator by) {
        Tuple key = Tuple.of(conversation.key().value());
        return inTransaction(transaction -> transaction
                .preparedQuery(TakeoverSql.END)
                .execute(key)
                .chain(ended -> ended.size() == 0
                        ? transaction
                                .preparedQuery(TakeoverSql.FIND)
                                .execute(key)
                                .map(rows -> rows.size() == 1)
                        : release(transaction, ended.iterator().next(), by)));
    }

    private Uni<Boolean> release(SqlConnection transaction, Row ended, Takeover.Operator by) {
        Tuple lanes = Tuple.tuple().addArrayOfString(ended.getArrayOfStrings("lanes"));
        List<ChangeRecord> records = ChangeRecord.of(takeover(ended), "takeover.end", by.keyId(), clock.instant());
        return transaction
                .preparedQuery(TakeoverSql.RELEASE_LANES)
                .execute(lanes)
                .chain(() -> PostgresChangeOutbox.put(transaction, records))
                .replaceWith(true);
    }

    /** The lanes are free since then: they hold only what was made before. */
    @Override
    public Uni<Integer> expire() {
        return pool.withTransaction(transaction -> transaction
                .preparedQuery(TakeoverSql.EXPIRE)
                .execute()
                .chain(rows -> Multi.createFrom()
                        .iterable(takeovers(rows))
                        .onItem()
                        .transformToUniAndConcatenate(takeover -> PostgresChangeOutbox.put(
                                transaction, ChangeRecord.of(takeover, "takeover.expire", null, clock.instant())))
                        .collect()
                        .last()
                        .replaceWith(rows.size())));
    }

    private record Lane(String id, String endpoint) {}

    private static String[] ids(List<Lane> lanes) {
        return lanes.stream().map(Lane::id).toArray(String[]::new);
    }

    private static List<Takeover> takeovers(RowSet<Row> rows) {
        List<Takeover> takeovers = new ArrayList<>();
        rows.forEach(row -> takeovers.add(takeover(row)));
        return takeovers;
    }

    private static Takeover takeover(Row row) {
        OffsetDateTime ended = row.getOffsetDateTime("ended_at");
        return new Takeover(
                new ConversationAddress(
                        row.getString("workspace_id"),
                        row.getString("bot_id"),
                        row.getString("conversation_id"),
                        row.getString("thread_id")),
                row.getString("surface"),
                new Takeover.Operator(row.getString("operator_key"), row.getString("operator")),
                row.getOffsetDateTime("begun_at").toInstant(),
                row.getOffsetDateTime("until").toInstant(),
                ended == null ? null : ended.toInstant());
    }

    private static boolean isDeadlock(Throwable failure) {
        return failure instanceof PgException refused && DEADLOCK.equals(refused.getSqlState());
    }
}
