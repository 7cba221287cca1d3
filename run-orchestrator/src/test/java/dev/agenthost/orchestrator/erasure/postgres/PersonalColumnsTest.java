package dev.agenthost.orchestrator.erasure.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.RunsDatabase;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every column that can hold a text is erased with the event of its run, or the list says why it is not. */
class PersonalColumnsTest {
    @Test
    void everyColumnThatCanHoldATextIsListed() {
        try (RunsDatabase database = RunsDatabase.fresh()) {
            List<String> texts = PersonalColumns.ofTexts(database.pool());
            assertThat(unlisted(texts))
                    .as("add it to the erasure and to ERASED, or list why it stays")
                    .isEmpty();
            assertThat(texts).containsAll(PersonalColumns.ERASED).containsAll(PersonalColumns.OTHER_COLUMNS.keySet());
        }
    }

    @Test
    void aNewColumnAndANewTableAreNoticed() {
        try (RunsDatabase database = RunsDatabase.fresh()) {
            database.pool()
                    .query("ALTER TABLE runs.runs ADD COLUMN nickname text")
                    .executeAndAwait();
            database.pool().query("CREATE TABLE runs.notes (note jsonb)").executeAndAwait();
            assertThat(unlisted(PersonalColumns.ofTexts(database.pool())))
                    .containsExactlyInAnyOrder("runs.nickname", "notes.note");
        }
    }

    private static Set<String> unlisted(List<String> columns) {
        Set<String> unlisted = new HashSet<>(columns);
        unlisted.removeAll(PersonalColumns.ERASED);
        unlisted.removeAll(PersonalColumns.OTHER_COLUMNS.keySet());
        unlisted.removeIf(column -> PersonalColumns.OTHER_TABLES.containsKey(column.substring(0, column.indexOf('.'))));
        return unlisted;
    }
}
