package dev.agenthost.binding.resolution.postgres;

import dev.agenthost.binding.resolution.BatchWriteOutcome;
import dev.agenthost.binding.resolution.EventConflict;
import dev.agenthost.binding.resolution.KnownResolution;
import dev.agenthost.binding.resolution.ResolutionKey;
import dev.agenthost.binding.resolution.ResolutionRepository;
import dev.agenthost.binding.resolution.ResolutionRow;
import dev.agenthost.binding.resolution.RowWriteOutcome;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.platform.kafka.postgres.PostgresAppliedOffsetRepository;
import dev.agenthost.protocol.id.EventId;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The PostgreSQL repository: one round trip for a batch of new events, one more if some are repetitions (duplicates of stored events). */
@ApplicationScoped
class PostgresResolutionRepository implements ResolutionRepository {
    private final Pool pool;

    PostgresResolutionRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<BatchWriteOutcome> store(List<ResolutionRow> rows, long revision, List<OffsetAdvance> advances) {
        if (rows.isEmpty()) {
            return Uni.createFrom().item(new BatchWriteOutcome.Done(List.of()));
        }
        return insert(rows, revision, advances)
                .onFailure(SqlDataError::isOfData)
                .recoverWithUni(refused -> bisect(rows, revision, advances, refused));
    }

    /** Halves the rows of a failed statement until the invalid row is isolated. */
    private Uni<BatchWriteOutcome> bisect(
            List<ResolutionRow> rows, long revision, List<OffsetAdvance> advances, Throwable refused) {
        if (rows.size() == 1) {
            return Uni.createFrom()
                    .item(new BatchWriteOutcome.Done(List.of(new RowWriteOutcome.Refused(SqlDataError.why(refused)))));
        }
        int half = rows.size() / 2;
        return store(rows.subList(0, half), revision, advances)
                .chain(first -> store(rows.subList(half, rows.size()), revision, advances)
                        .map(second -> both(first, second)));
    }

    /** Returns Outdated if a half is outdated; a retry finds the stored half. */
    private static BatchWriteOutcome both(BatchWriteOutcome first, BatchWriteOutcome second) {
        if (first instanceof BatchWriteOutcome.Done(List<RowWriteOutcome> some)
                && second instanceof BatchWriteOutcome.Done(List<RowWriteOutcome> others)) {
            List<RowWriteOutcome> both = new ArrayList<>(some);
            both.addAll(others);
            return new BatchWriteOutcome.Done(both);
        }
        return new BatchWriteOutcome.Outdated();
    }

    private Uni<BatchWriteOutcome> insert(List<ResolutionRow> rows, long revision, List<OffsetAdvance> advances) {
        return pool.preparedQuery(ResolutionSql.INSERT)
                .execute(ResolutionSql.columns(rows, revision, advances))
                .invoke(answer ->
                        PostgresAppliedOffsetRepository.requireMoved(advances, ResolutionSql.movedOffsets(answer)))
                .chain(answer -> ResolutionSql.isUnchanged(answer)
                        ? inserted(rows, ResolutionSql.keys(answer))
                        : Uni.createFrom().item(new BatchWriteOutcome.Outdated()));
    }

    private Uni<BatchWriteOutcome> inserted(List<ResolutionRow> rows, Set<ResolutionKey> inserted) {
        List<ResolutionKey> others = rows.stream()
                .map(ResolutionRow::key)
                .filter(key -> !inserted.contains(key))
                .distinct()
                .toList();
        return stored(others).map(stored -> new BatchWriteOutcome.Done(answers(rows, inserted, stored)));
    }

    private Uni<Map<ResolutionKey, StoredResolution>> stored(List<ResolutionKey> keys) {
        if (keys.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        return pool.preparedQuery(ResolutionSql.STORED)
                .execute(ResolutionSql.keyColumns(keys))
                .map(ResolutionSql::stored);
    }

    private static List<RowWriteOutcome> answers(
            List<ResolutionRow> rows, Set<ResolutionKey> inserted, Map<ResolutionKey, StoredResolution> stored) {
        Map<ResolutionKey, String> seenInThisBatch = new HashMap<>();
        Set<ResolutionKey> takenUp = new HashSet<>();
        List<RowWriteOutcome> answers = new ArrayList<>(rows.size());
        for (ResolutionRow row : rows) {
            ResolutionKey key = row.key();
            StoredResolution before = stored.get(key);
            if (before == null && inserted.contains(key)) {
                String first = seenInThisBatch.putIfAbsent(key, row.fingerprint());
                answers.add(first == null ? new RowWriteOutcome.First() : sameOr(first, row));
            } else if (before == null) {
                throw new IllegalStateException("The statement returned no row for a resolution");
            } else if (!before.fingerprint().equals(row.fingerprint())) {
                answers.add(new RowWriteOutcome.Conflicting(before.fingerprint()));
            } else if (before.isPublished() || !takenUp.add(key)) {
                answers.add(new RowWriteOutcome.Repeated());
            } else {
                answers.add(new RowWriteOutcome.Unpublished(before.record()));
            }
        }
        return answers;
    }

    private static RowWriteOutcome sameOr(String known, ResolutionRow row) {
        return known.equals(row.fingerprint())
                ? new RowWriteOutcome.Repeated()
                : new RowWriteOutcome.Conflicting(known);
    }

    @Override
    public Uni<Void> markPublished(List<ResolutionKey> keys) {
        if (keys.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return pool.preparedQuery(ResolutionSql.MARK)
                .execute(ResolutionSql.keyColumns(keys))
                .replaceWithVoid();
    }

    @Override
    public Uni<Void> storeConflicts(List<EventConflict> conflicts) {
        if (conflicts.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        List<Tuple> rows = conflicts.stream()
                .map(conflict -> Tuple.from(List.of(
                        conflict.workspaceId(),
                        conflict.eventId().value(),
                        conflict.fingerprint(),
                        conflict.eventPosition().topic(),
                        conflict.eventPosition().partition(),
                        conflict.eventPosition().offset(),
                        conflict.seenAt().atOffset(ZoneOffset.UTC))))
                .toList();
        return pool.preparedQuery(ResolutionSql.CONFLICT).executeBatch(rows).replaceWithVoid();
    }

    @Override
    public Uni<Optional<KnownResolution>> find(String workspaceId, EventId eventId) {
        UUID event = eventId.value();
        return pool.preparedQuery(ResolutionSql.FIND)
                .execute(Tuple.of(workspaceId, event))
                .chain(found -> found.size() == 0
                        ? Uni.createFrom().item(Optional.empty())
                        : pool.preparedQuery(ResolutionSql.CONFLICTS)
                                .execute(Tuple.of(workspaceId, event))
                                .map(conflicts -> Optional.of(
                                        ResolutionSql.known(found.iterator().next(), conflicts))));
    }
}
