package dev.agenthost.context.upload.postgres;

import dev.agenthost.context.artifact.ArtifactStore;
import dev.agenthost.context.artifact.postgres.PostgresArtifactStore;
import dev.agenthost.context.upload.UploadSuite;
import java.time.Duration;

/** Uploads whose bytes stay in the database. */
class PostgresUploadsTest extends UploadSuite {
    @Override
    protected ArtifactStore store(Duration ttl) {
        return new PostgresArtifactStore(database.pool(), ttl);
    }

    @Override
    protected void settled() {}

    @Override
    protected long kept() {
        return database.rows("select count(distinct (workspace_id, sha256)) from context.artifact_chunks")
                .getFirst()
                .getLong(0);
    }
}
