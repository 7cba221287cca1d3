package dev.agenthost.context.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AuditCursorsTest {
    private static final UUID RUN = UUID.randomUUID();
    private static final AuditFilter FILTER =
            new AuditFilter("demo", RUN, new AuditFilter.Conversation("bot", "c"), "state_set");
    private static final AuditPosition PLACE = new AuditPosition(Instant.parse("2026-11-21T10:00:00.123456Z"), 42);

    private final AuditCursors cursors = new AuditCursors(List.of("sixteen bytes or more".getBytes()));

    @Test
    void aCursorIsTheSignedPosition() {
        assertThat(cursors.read(FILTER, cursors.sign(FILTER, PLACE))).contains(PLACE);
    }

    @Test
    void aCursorIsValidForItsWorkspaceAndFilterOnly() {
        String cursor = cursors.sign(FILTER, PLACE);

        for (AuditFilter other : List.of(
                new AuditFilter("other", RUN, FILTER.conversation(), "state_set"),
                new AuditFilter("demo", UUID.randomUUID(), FILTER.conversation(), "state_set"),
                new AuditFilter("demo", null, FILTER.conversation(), "state_set"),
                new AuditFilter("demo", RUN, new AuditFilter.Conversation("bot", "c2"), "state_set"),
                new AuditFilter("demo", RUN, new AuditFilter.Conversation("botc", ""), "state_set"),
                new AuditFilter("demo", RUN, null, "state_set"),
                new AuditFilter("demo", RUN, FILTER.conversation(), "state_get"),
                new AuditFilter("demo", RUN, FILTER.conversation(), null))) {
            assertThat(cursors.read(other, cursor)).as(other.toString()).isEmpty();
        }
    }

    @Test
    void aForgedAlteredOrOldCursorIsInvalid() {
        String cursor = cursors.sign(FILTER, PLACE);
        AuditCursors others = new AuditCursors(List.of("another key of some bytes".getBytes()));

        for (String forged : List.of("", ".", "none", cursor + "A", cursor.substring(1), others.sign(FILTER, PLACE))) {
            assertThat(cursors.read(FILTER, forged)).as(forged).isEmpty();
        }
    }

    @Test
    void aPrependedKeyKeepsOldCursorsValid() {
        byte[] old = "sixteen bytes or more".getBytes();
        AuditCursors rotated = new AuditCursors(List.of("another key of some bytes".getBytes(), old));

        assertThat(rotated.read(FILTER, cursors.sign(FILTER, PLACE))).contains(PLACE);
    }
}
