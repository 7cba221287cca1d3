package dev.agenthost.protocol.store.artifact;

import dev.agenthost.protocol.error.Fields;

/**
 * A range of an artifact's bytes, as a run sees it. Beyond its end there is nothing, and that is no error.
 *
 * @param limit 1 to {@value #MOST}; that by default
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
