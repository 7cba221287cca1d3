package dev.agenthost.binding.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Events;
import dev.agenthost.binding.Sets;
import dev.agenthost.binding.publish.OutboundRecord;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every ledger promises. */
public abstract class ResolutionLedgerSuite {
    /** Of bindings that nobody changes. */
    protected static final long NEWEST = Long.MAX_VALUE;

    /** A ledger that remembers nothing itself: each call may get another one on the same store. */
    protected abstract ResolutionLedger ledger();

    @Test
    void aNewRowIsTheFirst() {
        assertThat(keep(row())).containsExactly(new Kept.First());
    }

    @Test
    void aRepetitionThatIsNotMarkedGivesBackTheStoredBytes() {
        ResolutionRow first = row();
        keep(first);

        List<Kept> again = keep(Rows.of(first.resolution().event(), Sets.of(), 99));

        assertThat(again).singleElement().isInstanceOfSatisfying(Kept.Unpublished.class, unpublished -> {
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
        keep(first);
        mark(first);

        assertThat(keep(first)).containsExactly(new Kept.Repeated());
    }

    @Test
    void anotherBodyUnderTheSameIdConflictsWheneverItComes() {
        ResolutionRow first = row();
        ResolutionRow other = otherBody(first);

        assertThat(keep(first, other)).containsExactly(new Kept.First(), new Kept.Conflicting(first.fingerprint()));
        assertThat(keep(other)).containsExactly(new Kept.Conflicting(first.fingerprint()));
        mark(first);
        assertThat(keep(other)).containsExactly(new Kept.Conflicting(first.fingerprint()));
    }

    @Test
    void aRepetitionWithinOneBatchIsTakenUpOnce() {
        ResolutionRow first = row();

        assertThat(keep(first, first)).containsExactly(new Kept.First(), new Kept.Repeated());
        assertThat(keep(first, first))
                .satisfiesExactly(one -> assertThat(one).isInstanceOf(Kept.Unpublished.class), two -> assertThat(two)
                        .isEqualTo(new Kept.Repeated()));
    }

    @Test
    void answersInTheOrderOfTheRows() {
        ResolutionRow known = row();
        keep(known);
        mark(known);

        assertThat(keep(row(), known, row())).containsExactly(new Kept.First(), new Kept.Repeated(), new Kept.First());
    }

    @Test
    void aRowThatTheStoreRefusesSpoilsNoOther() {
        List<ResolutionRow> rows = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            rows.add(i == 2 || i == 7 ? refused() : row());
        }

        List<Kept> kept = keep(rows.toArray(ResolutionRow[]::new));

        for (int i = 0; i < 9; i++) {
            assertThat(kept.get(i)).isInstanceOf(i == 2 || i == 7 ? Kept.Refused.class : Kept.First.class);
        }
    }

    @Test
    void twoThatKeepTheSameAtOnceAreFirstOnlyOnce() {
        List<ResolutionRow> rows = List.of(row(), row(), row());
        var one = ledger().keep(rows, NEWEST).subscribeAsCompletionStage();
        var two = ledger().keep(rows, NEWEST).subscribeAsCompletionStage();

        List<Kept> both = new ArrayList<>(done(one.join()));
        both.addAll(done(two.join()));

        assertThat(both.stream().filter(Kept.First.class::isInstance)).hasSize(3);
        assertThat(both.stream().filter(Kept.Unpublished.class::isInstance)).hasSize(3);
    }

    @Test
    void findsWhatIsKnownOfAnEventInItsWorkspaceOnly() {
        ResolutionRow row = row();
        EventId event = row.key().eventId();
        keep(row);
        EventConflict conflict = EventConflict.of(otherBody(row), Events.NOW);
        ledger().keepConflicts(List.of(conflict, conflict)).await().indefinitely();

        KnownResolution known =
                ledger().find("demo", event).await().indefinitely().orElseThrow();

        assertThat(known.resolution()).isEqualTo(row.record().value());
        assertThat(known.isPublished()).isFalse();
        assertThat(known.conflicts()).containsExactly(conflict);
        assertThat(ledger().find("other", event).await().indefinitely()).isEmpty();
        assertThat(ledger().find("demo", new EventId(UUID.randomUUID())).await().indefinitely())
                .isEmpty();
    }

    @Test
    void forgetsOnlyWhatIsOverAndPublished() {
        ResolutionRow over = expired(row());
        ResolutionRow overAndUnpublished = expired(row());
        ResolutionRow needed = row();
        keep(over, overAndUnpublished, needed);
        mark(over);
        mark(needed);

        ledger().forgetExpired(1000).await().indefinitely();

        assertThat(keep(over)).containsExactly(new Kept.First());
        assertThat(keep(overAndUnpublished)).hasOnlyElementsOfType(Kept.Unpublished.class);
        assertThat(keep(needed)).containsExactly(new Kept.Repeated());
    }

    protected static ResolutionRow row() {
        return Rows.of(Events.groupMessage(), Sets.of(), 1);
    }

    protected final List<Kept> keep(ResolutionRow... rows) {
        return done(ledger().keep(List.of(rows), NEWEST).await().indefinitely());
    }

    private static List<Kept> done(Keeping keeping) {
        assertThat(keeping).isInstanceOf(Keeping.Done.class);
        return ((Keeping.Done) keeping).kept();
    }

    protected final void mark(ResolutionRow row) {
        ledger().markPublished(List.of(row.key())).await().indefinitely();
    }

    private static ResolutionRow otherBody(ResolutionRow row) {
        EventEnvelope other = Events.with(row.resolution().event(), "event_type", "message.recalled");
        return Rows.of(other, Sets.of(), 2);
    }

    private static ResolutionRow expired(ResolutionRow row) {
        return new ResolutionRow(
                row.resolution(), row.fingerprint(), Events.NOW.minusSeconds(86_400L * 365), row.record());
    }

    /** PostgreSQL takes no zero in a text. */
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
