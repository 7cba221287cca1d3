package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;

/**
 * A run's request for a range of an artifact's bytes. A range beyond the end is empty, without an error.
 *
 * @param limit 1 to {@value #MOST}, the default
 */
public record ArtifactRangeQuestion(ArtifactOwner reader, String artifactId, long offset, Integer limit) {
    /** Bytes of one answer, decoded. */
    public static final int MOST = 4 * 1024 * 1024;

    public ArtifactRangeQuestion {
        Fields.required(reader, "reader");
        Fields.text(artifactId, "artifact_id");
        Fields.within(offset, 0, Long.MAX_VALUE, "offset");
        limit = Fields.or(limit, MOST);
        Fields.within(limit, 1, MOST, "limit");
    }
}
