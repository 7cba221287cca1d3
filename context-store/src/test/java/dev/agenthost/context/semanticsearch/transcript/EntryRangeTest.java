package dev.agenthost.context.semanticsearch.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class EntryRangeTest {
    @Test
    void newEntriesPrecedeOldOnes() {
        EntryRange stretch = EntryRange.of(claim(120, 100, 40));

        assertThat(stretch).isEqualTo(new EntryRange(100, 120, true));
        assertThat(stretch.after(claim(120, 100, 40), List.of(entry(119)))).isEqualTo(new EntryRange.Bounds(120, 40));
        assertThat(EntryRange.of(claim(120, 120, 40))).isEqualTo(new EntryRange(0, 40, false));
    }

    @Test
    void unreadEntriesAreNextAgain() {
        EntryClaim fresh = claim(500, 100, 40);
        List<WaitingEntry> first =
                LongStream.rangeClosed(101, 116).mapToObj(EntryRangeTest::entry).toList();
        assertThat(EntryRange.of(fresh).after(fresh, first)).isEqualTo(new EntryRange.Bounds(116, 40));

        EntryClaim older = claim(500, 500, 400);
        List<WaitingEntry> newest =
                LongStream.rangeClosed(0, 15).mapToObj(i -> entry(400 - i)).toList();
        assertThat(EntryRange.of(older).after(older, newest)).isEqualTo(new EntryRange.Bounds(500, 384));
    }

    /** Tests that every number is read once and the steps end, for any entries without vectors. */
    @Property(tries = 200)
    void everyEntryIsReadOnce(
            @ForAll @LongRange(min = 0, max = 5_000) long last, @ForAll @LongRange(min = 1, max = 40) long every) {
        long top = last / 2;
        long bottom = last / 3;
        EntryClaim claim = claim(last, top, bottom);
        long seen = 0;
        while (claim.top() < claim.last() || claim.bottom() > 0) {
            EntryRange stretch = EntryRange.of(claim);
            LongStream numbers = LongStream.rangeClosed(stretch.above() + 1, stretch.last());
            List<WaitingEntry> taken = numbers.map(n -> stretch.isNew() ? n : stretch.last() + stretch.above() + 1 - n)
                    .filter(n -> n % every == 0)
                    .limit(EntryRange.MOST)
                    .mapToObj(EntryRangeTest::entry)
                    .toList();
            seen += taken.size();
            EntryRange.Bounds bounds = stretch.after(claim, taken);
            assertThat(bounds.top() - bounds.bottom()).isGreaterThan(claim.top() - claim.bottom());
            claim = claim(last, bounds.top(), bounds.bottom());
        }
        assertThat(seen).isEqualTo(last / every - top / every + bottom / every);
    }

    private static EntryClaim claim(long last, long top, long bottom) {
        return new EntryClaim(new UUID(0, 0), 1, last, top, bottom);
    }

    private static WaitingEntry entry(long seq) {
        return new WaitingEntry(seq, "said", seq);
    }
}
