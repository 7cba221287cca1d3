package dev.agenthost.context.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AuditCursorsTest {
    private static final UUID RUN = UUID.randomUUID();
    private static final AuditFilter ASKED =
            new AuditFilter("demo", RUN, new AuditFilter.Conversation("bot", "c"), "state_set");
    private static final AuditPosition PLACE = new AuditPosition(Instant.parse("2026-11-21T10:00:00.123456Z"), 42);

    private final AuditCursors cursors = new AuditCursors(List.of("sixteen bytes or more".getBytes()));

    @Test
    void aCursorIsThePlaceThatWasSigned() {
        assertThat(cursors.read(ASKED, cursors.sign(ASKED, PLACE))).contains(PLACE);
    }

    @Test
    void itIsGoodForItsWorkspaceAndItsQuestionOnly() {
        String cursor = cursors.sign(ASKED, PLACE);

        for (AuditFilter other : List.of(
                new AuditFilter("other", RUN, ASKED.conversation(), "state_set"),
                new AuditFilter("demo", UUID.randomUUID(), ASKED.conversation(), "state_set"),
                new AuditFilter("demo", null, ASKED.conversation(), "state_set"),
                new AuditFilter("demo", RUN, new AuditFilter.Conversation("bot", "c2"), "state_set"),
                new AuditFilter("demo", RUN, new AuditFilter.Conversation("botc", ""), "state_set"),
                new AuditFilter("demo", RUN, null, "state_set"),
                new AuditFilter("demo", RUN, ASKED.conversation(), "state_get"),
                new AuditFilter("demo", RUN, ASKED.conversation(), null))) {
            assertThat(cursors.read(other, cursor)).as(other.toString()).isEmpty();
        }
    }

    @Test
    void whatIsMadeUpAlteredOrSealedWithAKeyThatIsGoneIsNone() {
        String cursor = cursors.sign(ASKED, PLACE);
        AuditCursors others = new AuditCursors(List.of("another key of some bytes".getBytes()));

        for (String forged : List.of("", ".", "none", cursor + "A", cursor.substring(1), others.sign(ASKED, PLACE))) {
            assertThat(cursors.read(ASKED, forged)).as(forged).isEmpty();
        }
    }

    @Test
    void aNewKeyInFrontKeepsTheCursorsOfTheOldOne() {
        byte[] old = "sixteen bytes or more".getBytes();
        AuditCursors rotated = new AuditCursors(List.of("another key of some bytes".getBytes(), old));

        assertThat(rotated.read(ASKED, cursors.sign(ASKED, PLACE))).contains(PLACE);
    }
}
