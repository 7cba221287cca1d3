package dev.agenthost.context.artifact.postgres;

import dev.agenthost.context.artifact.ArtifactBytesSuite;
import dev.agenthost.context.artifact.ArtifactStore;
import dev.agenthost.context.object.NoObjectStore;

/** Bytes that stay in the database. */
class PostgresArtifactBytesTest extends ArtifactBytesSuite {
    @Override
    protected ArtifactStore store(long quota) {
        return new PostgresArtifactStore(database.pool(), ttl(), new NoObjectStore(), quota);
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
