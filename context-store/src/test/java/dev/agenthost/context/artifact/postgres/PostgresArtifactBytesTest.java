package dev.agenthost.context.artifact.postgres;

import dev.agenthost.context.artifact.ArtifactBytesSuite;
import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.NoObjectStore;

/** Bytes that stay in the database. */
class PostgresArtifactBytesTest extends ArtifactBytesSuite {
    @Override
    protected ArtifactRepository store(long quota) {
        return new PostgresArtifactRepository(database.pool(), ttl(), new NoObjectStore(), quota);
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
