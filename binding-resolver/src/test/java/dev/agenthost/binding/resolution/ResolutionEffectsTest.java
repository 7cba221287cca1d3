package dev.agenthost.binding.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Events;
import dev.agenthost.binding.Sets;
import dev.agenthost.binding.publication.OutboundRecord;
import dev.agenthost.protocol.topic.Topics;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResolutionEffectsTest {
    @Test
    void publishesInTheOrderOfTheEventsAndTheirAuditAfterwards() {
        ResolutionRow first = Rows.of(Events.groupMessage(), Sets.of(), 1);
        ResolutionRow second = Rows.of(Events.groupMessage(), Sets.of(), 2);

        ResolutionEffects aftermath = ResolutionEffects.of(
                List.of(first, second), List.of(new RowWriteOutcome.First(), new RowWriteOutcome.First()), Events.NOW);

        assertThat(aftermath.records().subList(0, 2)).containsExactly(first.record(), second.record());
        assertThat(aftermath.records().subList(2, 4))
                .extracting(OutboundRecord::topic)
                .containsOnly(Topics.AUDIT);
        assertThat(aftermath.published()).containsExactly(first.key(), second.key());
    }

    @Test
    void publishesTheStoredBytesOfARepetitionThatMayNotHaveGoneOut() {
        ResolutionRow stored = Rows.of(Events.groupMessage(), Sets.of(), 1);
        ResolutionRow again = Rows.of(stored.resolution().event(), Sets.of(), 7);

        ResolutionEffects aftermath = ResolutionEffects.of(
                List.of(again), List.of(new RowWriteOutcome.Unpublished(stored.record())), Events.NOW);

        assertThat(aftermath.records().getFirst()).isSameAs(stored.record());
        assertThat(aftermath.published()).containsExactly(again.key());
    }

    @Test
    void doesNothingAboutARepetition() {
        ResolutionEffects aftermath = ResolutionEffects.of(
                List.of(Rows.of(Events.groupMessage(), Sets.of(), 1)),
                List.of(new RowWriteOutcome.Repeated()),
                Events.NOW);

        assertThat(aftermath.records()).isEmpty();
        assertThat(aftermath.published()).isEmpty();
    }

    @Test
    void recordsAConflictAndRunsItNot() {
        ResolutionRow row = Rows.of(Events.groupMessage(), Sets.of(), 1);

        ResolutionEffects aftermath =
                ResolutionEffects.of(List.of(row), List.of(new RowWriteOutcome.Conflicting("other")), Events.NOW);

        assertThat(aftermath.conflicts()).extracting(EventConflict::fingerprint).containsExactly(row.fingerprint());
        assertThat(aftermath.records()).extracting(OutboundRecord::topic).containsExactly(Topics.AUDIT);
        assertThat(aftermath.published()).isEmpty();
    }

    @Test
    void setsAsideWhatTheStoreRefuses() {
        ResolutionRow row = Rows.of(Events.groupMessage(), Sets.of(), 1);

        ResolutionEffects aftermath =
                ResolutionEffects.of(List.of(row), List.of(new RowWriteOutcome.Refused("no")), Events.NOW);

        assertThat(aftermath.refused()).containsExactly(new ResolutionEffects.Refusal(row, "no"));
        assertThat(aftermath.records()).isEmpty();
    }

    @Test
    void theAuditOfAStoredRecordIsThatOfTheResolution() {
        ResolutionRow row = Rows.of(Events.groupMessage(), Sets.of(), 1);

        assertThat(ResolutionAudit.of(row.record()).value())
                .isEqualTo(ResolutionAudit.of(row.resolution(), null).value());
    }
}
