package dev.agenthost.context.artifact.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.fixture.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the stored sum of the artifacts' bytes of each workspace. */
class ArtifactSumsTest {
    private final Database database = new Database();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void theSumAlwaysEqualsTheExistingArtifacts() {
        put("w", "first", 5);
        assertThat(sum("w")).isEqualTo(5);

        put("w", "a", 100);
        put("w", "b", 20);
        put("w2", "a", 7);
        assertThat(sum("w")).isEqualTo(125);
        assertThat(sum("w2")).isEqualTo(7);

        database.rows("insert into context.artifacts select * from context.artifacts where artifact_id = 'a'"
                + " on conflict (workspace_id, run_id, artifact_id) do update set size_bytes = 1 returning 1");
        assertThat(sum("w")).isEqualTo(26);
        assertThat(sum("w2")).isEqualTo(1);

        database.rows("update context.artifacts set size_bytes = size_bytes + 1 returning 1");
        assertThat(sum("w")).isEqualTo(29);

        database.rows("delete from context.artifacts where artifact_id <> 'b' returning 1");
        assertThat(sum("w")).isEqualTo(21);
        assertThat(sum("w2")).isZero();
        assertThat(sum("nobody")).isZero();

        database.rows("truncate context.artifacts");
        assertThat(sum("w")).isZero();
    }

    @Test
    void pendingChangesOfTheSumStayFewWithoutReaders() {
        put("w", "a", 0);

        // Each change folds the sums with a probability of 1/500: the probability that none of so many does is e^-20.
        database.rows("do $$ begin for i in 1 .. 10000 loop"
                + " update context.artifacts set size_bytes = size_bytes + 1; end loop; end $$");

        assertThat(database.count("from context.artifact_sum_changes")).isLessThan(10_000);
        assertThat(sum("w")).isEqualTo(10_000);
        assertThat(database.count("from context.artifact_sum_changes")).isZero();
    }

    private void put(String workspace, String id, int bytes) {
        database.rows("insert into context.artifact_contents (workspace_id, sha256) values ('" + workspace
                + "', 's') on conflict do nothing");
        database.rows("insert into context.artifacts (workspace_id, run_id, artifact_id, attempt, bot_id, runner_id,"
                + " artifact_type, mime_type, size_bytes, sha256, metadata, created_at, expires_at) values ('"
                + workspace + "', gen_random_uuid(), '" + id + "', 1, 'bot', 'r', 'file', 'text/plain', " + bytes
                + ", 's', '{}', now(), now())");
    }

    private long sum(String workspace) {
        return database.rows("select context.fold_artifact_sums_v1('" + workspace + "')")
                .getFirst()
                .getLong(0);
    }
}
