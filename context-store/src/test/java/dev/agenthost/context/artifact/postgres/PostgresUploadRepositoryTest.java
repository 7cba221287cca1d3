package dev.agenthost.context.artifact.postgres;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.UploadSuite;
import java.time.Duration;

/** Uploads whose bytes stay in the database. */
class PostgresUploadRepositoryTest extends UploadSuite {
    @Override
    protected ArtifactRepository store(Duration ttl) {
        return new PostgresArtifactRepository(database.pool(), ttl);
    }

    @Override
    protected void settled() {}

    @Override
    protected long storedContents() {
        return database.rows("select count(distinct (workspace_id, sha256)) from context.artifact_chunks")
                .getFirst()
                .getLong(0);
    }
}
