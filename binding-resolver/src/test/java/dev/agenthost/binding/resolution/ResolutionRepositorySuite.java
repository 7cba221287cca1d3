package dev.agenthost.binding.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Events;
import dev.agenthost.binding.Sets;
import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of every {@link ResolutionRepository}. */
public abstract class ResolutionRepositorySuite {
    /** A revision that no binding exceeds. */
    protected static final long NEWEST = Long.MAX_VALUE;

    /** Returns a repository without memory of its own: each call may return another one on the same store. */
    protected abstract ResolutionRepository repository();

    @Test
    void aNewRowIsTheFirst() {
        assertThat(store(row())).containsExactly(new RowWriteOutcome.First());
    }

    @Test
    void aRepetitionThatIsNotMarkedGivesBackTheStoredBytes() {
        ResolutionRow first = row();
        store(first);

        List<RowWriteOutcome> again = store(Rows.of(first.resolution().event(), Sets.of(), 99));

        assertThat(again).singleElement().isInstanceOfSatisfying(RowWriteOutcome.Unpublished.class, unpublished -> {
            assertThat(unpublished.stored().value()).isEqualTo(first.record().value());
            assertThat(unpublished.stored().headers()).isEqualTo(first.record().headers());
            assertThat(unpublished.stored().key()).isEqualTo(first.record().key());
            assertThat(unpublished.stored().partition())
                    .isEqualTo(first.record().partition());
        });
    }

    @Test
    void aRepetitionThatIsMarkedIsDropped() {
        ResolutionRow first = row();
        store(first);
        mark(first);

        assertThat(store(first)).containsExactly(new RowWriteOutcome.Repeated());
    }

    @Test
    void anotherBodyUnderTheSameIdConflictsWheneverItComes() {
        ResolutionRow first = row();
        ResolutionRow other = otherBody(first);

        assertThat(store(first, other))
                .containsExactly(new RowWriteOutcome.First(), new RowWriteOutcome.Conflicting(first.fingerprint()));
        assertThat(store(other)).containsExactly(new RowWriteOutcome.Conflicting(first.fingerprint()));
        mark(first);
        assertThat(store(other)).containsExactly(new RowWriteOutcome.Conflicting(first.fingerprint()));
    }

    @Test
    void aRepetitionWithinOneBatchIsTakenUpOnce() {
        ResolutionRow first = row();

        assertThat(store(first, first)).containsExactly(new RowWriteOutcome.First(), new RowWriteOutcome.Repeated());
        assertThat(store(first, first))
                .satisfiesExactly(
                        one -> assertThat(one).isInstanceOf(RowWriteOutcome.Unpublished.class),
                        two -> assertThat(two).isEqualTo(new RowWriteOutcome.Repeated()));
    }

    @Test
    void answersInTheOrderOfTheRows() {
        ResolutionRow known = row();
        store(known);
        mark(known);

        assertThat(store(row(), known, row()))
                .containsExactly(
                        new RowWriteOutcome.First(), new RowWriteOutcome.Repeated(), new RowWriteOutcome.First());
    }

    @Test
    void aRowThatTheStoreRefusesSpoilsNoOther() {
        List<ResolutionRow> rows = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            rows.add(i == 2 || i == 7 ? refused() : row());
        }

        List<RowWriteOutcome> kept = store(rows.toArray(ResolutionRow[]::new));

        for (int i = 0; i < 9; i++) {
            assertThat(kept.get(i))
                    .isInstanceOf(i == 2 || i == 7 ? RowWriteOutcome.Refused.class : RowWriteOutcome.First.class);
        }
    }

    @Test
    void twoThatKeepTheSameAtOnceAreFirstOnlyOnce() {
        List<ResolutionRow> rows = List.of(row(), row(), row());
        var one = repository().store(rows, NEWEST, List.of()).subscribeAsCompletionStage();
        var two = repository().store(rows, NEWEST, List.of()).subscribeAsCompletionStage();

        List<RowWriteOutcome> both = new ArrayList<>(done(one.join()));
        both.addAll(done(two.join()));

        assertThat(both.stream().filter(RowWriteOutcome.First.class::isInstance))
                .hasSize(3);
        assertThat(both.stream().filter(RowWriteOutcome.Unpublished.class::isInstance))
                .hasSize(3);
    }

    @Test
    void findsWhatIsKnownOfAnEventInItsWorkspaceOnly() {
        ResolutionRow row = row();
        EventId event = row.key().eventId();
        store(row);
        EventConflict conflict = EventConflict.of(otherBody(row), Events.NOW);
        repository().storeConflicts(List.of(conflict, conflict)).await().indefinitely();

        KnownResolution known =
                repository().find("demo", event).await().indefinitely().orElseThrow();

        assertThat(known.resolution()).isEqualTo(row.record().value());
        assertThat(known.isPublished()).isFalse();
        assertThat(known.conflicts()).containsExactly(conflict);
        assertThat(repository().find("other", event).await().indefinitely()).isEmpty();
        assertThat(repository()
                        .find("demo", new EventId(UUID.randomUUID()))
                        .await()
                        .indefinitely())
                .isEmpty();
    }

    protected static ResolutionRow row() {
        return Rows.of(Events.groupMessage(), Sets.of(), 1);
    }

    protected final List<RowWriteOutcome> store(ResolutionRow... rows) {
        return done(repository().store(List.of(rows), NEWEST, List.of()).await().indefinitely());
    }

    private static List<RowWriteOutcome> done(BatchWriteOutcome keeping) {
        assertThat(keeping).isInstanceOf(BatchWriteOutcome.Done.class);
        return ((BatchWriteOutcome.Done) keeping).kept();
    }

    protected final void mark(ResolutionRow row) {
        repository().markPublished(List.of(row.key())).await().indefinitely();
    }

    private static ResolutionRow otherBody(ResolutionRow row) {
        EventEnvelope other = Events.with(row.resolution().event(), "event_type", "message.recalled");
        return Rows.of(other, Sets.of(), 2);
    }

    /** A row that PostgreSQL refuses, because it stores no zero character in a text. */
    private static ResolutionRow refused() {
        ResolutionRow row = row();
        OutboundRecord record = row.record();
        return new ResolutionRow(
                row.resolution(),
                row.fingerprint(),
                row.keepUntil(),
                new OutboundRecord(record.topic(), record.partition(), "a\u0000b", record.value(), record.headers()));
    }
}
